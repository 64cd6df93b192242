"""Writes the known bundle that verify.js tests itself with: ``python -m tests.service.static.self_test_bundle``."""

import json
from pathlib import Path

from tests.service.static.bundle_maker import Origin, deck_of, played

VERIFY_JS = Path(__file__).parents[3] / "service" / "static" / "verify.js"
BEGIN = "const KNOWN = "
END = ";\n/* END OF SELF-TEST BUNDLE */"

# A deck of fifteen cards keeps the bundle small; it has passes, seals, keyed and keyless seats, and a silent one.
SMALL = {
    "players": 3,
    "removed": [name for name in deck_of({"jokers": 0, "removed": []}) if name[1] != "H" and name not in {"2C", "QS"}],
    "jokers": 0,
    "pass_count": 1,
    "pass_cycle": [1, -1, 0],
    "opening": "lowest-club",
    "first_trick_points": "unless-only-points",
    "hearts_must_be_broken": True,
    "hearts_broken_by": "heart-played",
    "queen_breaks_hearts": False,
    "hearts_led_from_points_only": False,
    "heart_points": "one",
    "card_points": {"QS": 13},
    "moon": "others-add",
    "target": 100,
    "exact_target_resets_to": None,
}


def known() -> str:
    """The known bundle and the witness policy it satisfies, as a JavaScript literal."""
    origin = Origin("self-test.invalid", "self-test")
    bundle = played(
        SMALL,
        label="self-test",
        origin=origin,
        number=9,
        contributors=(0, 1),
        sealed=True,
        opener="blind",
        keyed=(0, 2),
    )
    return json.dumps({"policy": origin.policy, "bundle": bundle}, indent=1)


def with_known(source: str) -> str:
    """The script's source with the known bundle in its place."""
    before, rest = source.split(BEGIN, 1)
    _, after = rest.split(END, 1)
    return before + BEGIN + known() + END + after


if __name__ == "__main__":
    VERIFY_JS.write_text(with_known(VERIFY_JS.read_text(encoding="utf-8")), encoding="utf-8")
