"""Writes the known bundle that the verifier tests itself with: ``python -m tests.service.static.self_test_bundle``."""

import json
from pathlib import Path

from tests.service.static.bundle_maker import Origin, deck_of, played

KNOWN_BUNDLE = Path(__file__).parents[3] / "service" / "static" / "verifier" / "known_bundle.js"
TITLE = (
    "/* A known bundle, and a witness policy that it satisfies: written by tests/service/static/self_test_bundle.py. */"
)

# A deck of fifteen cards keeps the bundle small; it has passes, seals, keyed and keyless seats, and a silent one;
# and an option that is written out at its default.
SMALL = {
    "game": "hearts",
    "players": 3,
    "removed": [name for name in deck_of({}) if name[1] != "H" and name not in {"2C", "QS"}],
    "pass_count": 1,
    "pass_cycle": [1, -1, 0],
    "moon": "others-add",
}


def module() -> str:
    """The module that holds the known bundle and the witness policy it satisfies."""
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
    # ASCII alone: in a string of JavaScript, as in JSON.
    return f"{TITLE}\n\nexport const KNOWN = {json.dumps({'policy': origin.policy, 'bundle': bundle}, indent=1)};\n"


if __name__ == "__main__":
    KNOWN_BUNDLE.write_text(module(), encoding="utf-8")
