"""What the playing client signs, and the proof beside what it saw: by its own scripts, under Node.js."""

import copy
import json
import subprocess
from pathlib import Path

import pytest

from tests.service.static.asking import script
from tests.service.static.bundle_maker import played
from tests.service.static.corpus import STANDARD

SCRIPT = Path(__file__).with_name("story.js")
SEAT = 2


def ask(*requests: dict) -> list[dict]:
    """The answers of story.js."""
    done = subprocess.run(
        ["node", SCRIPT, script("core.js")], input=json.dumps(requests).encode(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def bundle() -> dict:
    """A sealed hand with a pass, in which two seats signed their moves."""
    return played(STANDARD, label="story", contributors=(0, 1, 2, 3), sealed=True, keyed=(1, SEAT))


def test_each_move_is_signed_as_the_protocol_has_it(bundle):
    """The statements that the client signs are those of the bundle, written by other code: the record as the seat knew it."""
    own = [move["statement"] for move in bundle["signed"] if f"\nseat {SEAT}\n" in move["statement"]]
    assert len(own) == 14
    assert ask({"bundle": bundle, "seat": SEAT}) == [{"moves": own}]


def test_a_proof_has_to_tell_what_the_player_saw(bundle):
    """The same bundle is the same story; the bundle of another deal, and any part that is another, is told by its name."""
    terms = {"contributors": (0, 1, 2, 3), "sealed": True, "times": (1796000001, 1796086401)}
    other = played(STANDARD, label="another story", keyed=(1, SEAT), **terms)
    stories = {"none": copy.deepcopy(bundle)}
    for part in ("commit", "open", "seals", "table", "contributions", "hands", "record", "signed"):
        stories[part] = copy.deepcopy(bundle) | {part: other[part]}
    stories["no record"] = copy.deepcopy(bundle) | {"record": None}
    voids = {
        reason: played(STANDARD, label="story", plays=3, reason=reason, **terms) for reason in ("expired", "failed")
    }
    for reason, void in voids.items():
        stories[reason] = copy.deepcopy(bundle) | {"outcome": void["outcome"]}
    stories["signature"] = copy.deepcopy(bundle)
    next(move for move in stories["signature"]["signed"] if f"\nseat {SEAT}\n" in move["statement"])["signature"] = (
        "0" * 128
    )
    answers = ask(*({"bundle": bundle, "seat": SEAT, "shown": shown} for shown in stories.values()))
    found = dict(zip(stories, answers, strict=True))
    assert len(found.pop("none")["same"]) == 8
    assert "a mark against the operator" in found.pop("failed")["mark"]
    expected = {
        "commit": "another commitment",
        "open": "another open statement",
        "seals": "another seals statement",
        "table": "another table statement",
        "contributions": f"another nonce of seat {SEAT}",
        "hands": "dealt other cards",
        "record": "another pass",
        "signed": "other signatures",
        "no record": "cannot be read",
        "expired": "the deal ended as void, expired",
        "signature": "other signatures",
    }
    for part, why in expected.items():
        assert why in found[part].get("why", "nothing"), part
