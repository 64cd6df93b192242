"""What the protocol says of games, voids, openers and keys, on bundles whose statements a lying service signed and linked.

The bundles are made without the engine, by ``tests.service.static.bundle_maker``.
"""

import json
from typing import Any

import pytest

from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.verification import Report, verify
from tests.service.static.bundle_maker import Signer, played, without_table
from tests.service.static.corpus import ORIGIN, STANDARD
from tests.service.static.mutation import relink

POLICY = Policy.from_text(ORIGIN.policy)
BY_RULES = {"terms", "deal", "play", "signatures"}
SEALED = {"contributors": (0, 1, 2, 3), "sealed": True, "opener": "blind"}
KEYED = played(STANDARD, label="unknown", contributors=(0, 1), sealed=True, opener="blind", keyed=(0, 2))


def report(bundle: dict[str, Any], policy: Policy | None = POLICY) -> Report:
    return verify(json.dumps(bundle), origin="deals.example.com", vkeys=ORIGIN.vkeys, policy=policy)


def named(result: str, bundle: dict[str, Any], policy: Policy | None = POLICY) -> set[str]:
    return {check.name for check in report(bundle, policy).checks if check.result == result}


def failed(bundle: dict[str, Any], policy: Policy | None = POLICY) -> set[str]:
    return named("fail", bundle, policy)


def logged(bundle: dict[str, Any]) -> dict[str, Any]:
    """The bundle with its outcome, whatever it says by now, in the log."""
    outcome = bundle["outcome"]
    proof = ORIGIN.proof(ORIGIN.outcomes, outcome["statement"], outcome["index"])
    return bundle | {"outcome": outcome | {"proof": proof}}


def restated(bundle: dict[str, Any], part: str, old: str, new: str) -> dict[str, Any]:
    """The bundle with another statement of this kind, signed, and linked and logged anew by the service itself."""
    out = json.loads(json.dumps(bundle))
    statement = out[part]["statement"]
    assert old in statement
    out[part]["statement"] = statement.replace(old, new, 1)
    if part != "outcome":
        relink(out, part, ORIGIN)
    return logged(out)


# -- rulesets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [{"game": "whist"}, {"speed": "fast"}, {"speed": None}, {"moon": "half"}], ids=str)
def test_what_is_unknown_leaves_its_checks_unjudged(change):
    """An unknown game, option or named value convicts nobody: four checks are unjudged, the others computed, exit code 2."""
    bundle = KEYED | {"ruleset": STANDARD | change}
    assert named("unjudged", bundle) == BY_RULES
    assert failed(bundle) == set()
    assert report(bundle).exit_code == 2


def test_a_fault_beside_what_is_unknown_fails():
    """What the other checks find wins over what is unjudged: exit code 1."""
    bundle = KEYED | {"ruleset": STANDARD | {"speed": 1}, "contributions": None}
    assert named("unjudged", bundle) == BY_RULES
    assert failed(bundle) == {"contributions"}
    assert report(bundle).exit_code == 1


def test_a_keyless_deal_of_an_unknown_game_is_unjudged_too():
    """Who signs what is the game's to say: `signatures` is unjudged even where no seat has a key."""
    bundle = played(STANDARD, label="keyless unknown") | {"ruleset": {"game": "whist", "players": 4}}
    assert named("unjudged", bundle) == BY_RULES


def test_a_wrong_value_fails_whatever_else_is_unknown():
    """A value that a known option cannot have is wrong."""
    for wrong in ({"target": 0}, {"moon": 5}, {"speed": 1, "target": 0}):
        assert "terms" in failed(KEYED | {"ruleset": STANDARD | wrong}), wrong


def test_a_wrong_ruleset_fails_what_rests_on_it_alone():
    """Terms, deal and play; a table without keys rests on no rules."""
    bundle = played(STANDARD, label="wrong rules", contributors=(0, 1), sealed=True, opener="blind")
    for wrong in (None, [], STANDARD | {"target": 0}):
        assert failed(bundle | {"ruleset": wrong}) == {"terms", "deal", "play"}


def test_a_ruleset_has_one_hash_in_all_its_forms():
    """Short or whole, in any order: every form of one ruleset verifies, and no other."""
    bundle = played(STANDARD, label="forms")
    short = {"game": "hearts", "players": 4}
    for form in (STANDARD, short, short | {"moon": "others-add"}, dict(reversed(STANDARD.items()))):
        assert failed(bundle | {"ruleset": form}) == set()
    for other in (short | {"target": 50}, short | {"card_points": {"QS": 13, "JD": -10}}):
        assert "terms" in failed(bundle | {"ruleset": other})


# -- voids --------------------------------------------------------------------------------------------------------


def test_when_a_blind_opener_may_abandon():
    """Only before the seals are published; unsealed, before the table. A sighted one at any time."""
    late = {"label": "late", "reason": "abandoned", "seals_in": True, "contributed": (0,)}
    assert failed(played(STANDARD, label="abandoned", plays=3, reason="abandoned")) == set()
    assert failed(played(STANDARD, label="blind", plays=3, reason="abandoned", opener="blind")) == {"table"}
    assert failed(played(STANDARD, label="b", plays=3, reason="abandoned", **SEALED)) == {"table", "contributions"}
    assert failed(without_table(STANDARD, label="early", reason="abandoned")) == set()
    assert failed(without_table(STANDARD, **late)) == {"contributions"}
    assert failed(without_table(STANDARD, **late, opener="sighted")) == set()
    assert failed(without_table(STANDARD, label="unsealed", reason="abandoned", sealed=False)) == set()


@pytest.mark.parametrize("reason", ["abandoned", "withheld", "failed"])
def test_a_void_that_shows_every_nonce_needs_a_table(reason):
    """The last nonce and the table are stored together: all nonces and no table hide a table."""
    void = {
        "label": "all", "seals_in": True, "reason": reason, "opener": "sighted",
        "waiting": "2" if reason == "withheld" else "-",
    }  # fmt: skip
    assert "table" in failed(without_table(STANDARD, **void, contributed=(0, 2)))
    assert failed(without_table(STANDARD, **void, contributed=(0,))) == set()


def test_a_failed_deal_may_end_anywhere():
    """`failed` is a mark that an audit counts, and no failed check, at every stage; it waits for nobody."""
    ends = [
        without_table(STANDARD, label="failed", opened=False, reason="failed"),
        without_table(STANDARD, label="failed", reason="failed"),
        without_table(STANDARD, label="failed", reason="failed", seals_in=True, contributed=()),
        played(STANDARD, label="failed", plays=0, passed=False, reason="failed", **SEALED),
        played(STANDARD, label="failed", plays=9, reason="failed", keyed=(1, 2), **SEALED),
    ]
    for bundle in ends:
        assert failed(bundle) == set()
        assert "void-reason" in [one.name for one in report(bundle).reservations]
    assert "outcome-logged" in failed(restated(ends[1], "outcome", "seats -", "seats 0"))


@pytest.mark.parametrize("reason", ["unclaimed", "failed"])
def test_a_signed_statement_that_the_outcome_does_not_name_convicts(reason):
    """An outcome that says `-` of an open, seals or table that was signed fails the check of each."""
    whole = played(STANDARD, label="whole", plays=3, **SEALED)
    parts = ("ruleset", "hand", "contributions", "deck", "hands", "record", "signed", "points")
    bundle = json.loads(json.dumps(whole | dict.fromkeys(parts)))
    lines = bundle["outcome"]["statement"].split("\n")
    lines[3:5] = [f"reason {reason}", "seats -"]
    lines[6:10] = ["open -", "seals -", "table -", "record -"]
    bundle["outcome"]["statement"] = "\n".join(lines)
    assert failed(logged(bundle)) == {"terms", "contributions", "table"}
    assert failed(logged(bundle | {"open": None, "seals": None, "table": None})) == set()


def test_nonces_that_no_table_and_no_seals_fix_fail():
    """A void without table shows nonces only where published seals fix them."""
    for void in ({"label": "early", "reason": "expired", "waiting": "0"}, {"label": "early", "reason": "failed"}):
        bundle = without_table(STANDARD, **void)
        assert failed(bundle) == set()
        assert failed(bundle | {"contributions": [{"seat": 0, "nonce": "00" * 32}]}) == {"contributions"}


def test_whom_a_void_waited_for():
    """Before the table the contributors that are missing, in play the seat whose turn it is; and it was withheld, not expired."""
    playing = played(STANDARD, label="playing", plays=5)
    (line,) = [line for line in playing["outcome"]["statement"].splitlines() if line.startswith("seats ")]
    other = f"seats {(int(line[6:]) + 1) % 4}"
    assert failed(playing) == set()
    assert failed(restated(playing, "outcome", line, other)) == {"play"}
    assert failed(restated(playing, "outcome", line, "seats 9")) == {"play", "outcome-logged"}
    withheld = without_table(
        STANDARD, label="withheld", seals_in=True, contributed=(0,), reason="withheld", waiting="2"
    )
    for old, new in (("seats 2", "seats 0 2"), ("seats 2", "seats 1"), ("reason withheld", "reason expired")):
        assert failed(restated(withheld, "outcome", old, new)) == {"contributions"}


@pytest.mark.parametrize("reason", ["expired", "withheld"])
def test_an_end_by_time_that_a_witness_saw_too_early(reason):
    """A checkpoint that a witness cosigned before `expires` cannot hold an outcome by which time ran out."""
    is_withheld = reason == "withheld"
    bundle = without_table(
        STANDARD,
        label="early",
        reason=reason,
        waiting="2",
        seals_in=is_withheld,
        contributed=(0,) if is_withheld else (),
    )
    expires = int(bundle["open"]["statement"].split("\ntimes ")[1].split()[1])
    outcome = bundle["outcome"]
    for cosigned, expected in ((expires, set()), (expires - 1, {"outcome-logged"})):
        proof = ORIGIN.proof(ORIGIN.outcomes, outcome["statement"], outcome["index"], cosigned=cosigned)
        assert failed(bundle | {"outcome": outcome | {"proof": proof}}) == expected
    assert failed(bundle | {"outcome": outcome | {"proof": proof}}, None) == set()


# -- openers and keys ---------------------------------------------------------------------------------------------


def test_a_record_by_the_opener():
    """It stands only in a reveal of a sighted opener's deal without keys."""
    assert failed(played(STANDARD, label="by", by="opener")) == set()
    assert failed(played(STANDARD, label="by", by="opener", keyed=(1,))) == {"play"}
    assert failed(played(STANDARD, label="by", by="opener", opener="blind")) == {"play"}
    assert failed(played(STANDARD, label="by", by="opener", plays=7)) == {"play"}


@pytest.mark.parametrize(
    "key",
    [
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "f0" + "ff" * 30 + "7f",
        "02" + "00" * 31,
        Signer("seat 1", "keys").public.hex(),
    ],
    ids=["neutral point", "order 8", "not canonical", "no point", "key of another seat"],
)
def test_a_bad_or_repeated_key_fails_the_table(key):
    """A key that many signatures fit, that is none, or that serves two seats is not a seat's own."""
    bundle = played(STANDARD, label="keys", plays=0, passed=False, keyed=(0, 1))
    assert failed(bundle) == set()
    own = Signer("seat 0", "keys").public.hex()
    assert "table" in failed(restated(bundle, "table", f"key 0 {own}", f"key 0 {key}"))


def test_a_key_of_a_seat_that_the_game_lacks_fails_the_table():
    """Four players have seats 0 to 3."""
    bundle = played(STANDARD, label="keys", plays=0, passed=False, keyed=(0, 1))
    assert "table" in failed(restated(bundle, "table", "key 1 ", "key 4 "))


# -- the bundle itself --------------------------------------------------------------------------------------------


def test_a_member_that_nothing_checks_fails():
    """A member that the protocol does not name fails `commit-logged`; a loose `protocol` excuses nothing."""
    bundle = played(STANDARD, label="members")
    assert failed(bundle) == set()
    assert failed(bundle | {"note": None}) == {"commit-logged"}
    assert failed(bundle | {"protocol": "fairdeal/v2"}) == {"commit-logged"}


def test_a_sheet_is_32_digits_and_an_attempt_or_none():
    """The open statement names its score sheet in one spelling."""
    sheet = "0123456789abcdef" * 2
    assert failed(played(STANDARD, label="sheet", sheet=f"{sheet} 3")) == set()
    for bad in (sheet, f"{sheet} 0", f"{sheet[1:]} 1", f"{sheet.upper()} 1", "- 1", f"{sheet} 1 1"):
        assert "terms" in failed(played(STANDARD, label="sheet", sheet=bad)), bad
