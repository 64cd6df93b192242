"""What the protocol says of games, voids, openers and keys, on bundles whose statements a lying service signed and linked."""

import json

import pytest

from tests.service.static.asking import results, verify
from tests.service.static.bundle_maker import Signer, played, without_table
from tests.service.static.corpus import ORIGIN, STANDARD
from tests.service.static.mutation import relink

PINS = {"vkeys": ORIGIN.vkeys, "policy": ORIGIN.policy}
SHORT = {"game": "hearts", "players": 4}
FOUR = (0, 1, 2, 3)


def failed(bundle: dict, **pins) -> set[str]:
    """The checks that fail."""
    (report,) = verify([bundle], **(pins or PINS))
    return {name for name, result in results(report).items() if result == "fail"}


def unjudged(bundle: dict) -> tuple[set[str], set[str], int]:
    """The checks that are unjudged, those that fail, and the exit code."""
    (report,) = verify([bundle], **PINS)
    found = results(report)
    return (
        {name for name, result in found.items() if result == "unjudged"},
        {name for name, result in found.items() if result == "fail"},
        report["exit_code"],
    )


def restated(bundle: dict, part: str, old: str, new: str) -> dict:
    """The bundle with another statement of this kind, signed, and linked and logged anew by the service itself."""
    out = json.loads(json.dumps(bundle))
    statement = out[part]["statement"].replace(old, new, 1)
    assert statement != out[part]["statement"], (part, old)
    out[part]["statement"] = statement
    relink(out, part, ORIGIN)
    return logged(out)


def logged(bundle: dict) -> dict:
    """The bundle with its outcome in the log as it is now."""
    outcome = bundle["outcome"]
    outcome["proof"] = ORIGIN.proof(ORIGIN.outcomes, outcome["statement"], outcome["index"])
    return bundle


def replaced(bundle: dict, old: str, new: str) -> dict:
    """The bundle with another piece in its outcome, logged anew."""
    out = json.loads(json.dumps(bundle))
    assert old in out["outcome"]["statement"]
    out["outcome"]["statement"] = out["outcome"]["statement"].replace(old, new)
    return logged(out)


# --- Rulesets ---


def test_a_ruleset_has_one_hash_in_all_its_forms():
    """Short, whole and in between: every form of one ruleset verifies against the hash in the open statement."""
    bundle = played(STANDARD, label="forms")
    assert bundle["ruleset"] == STANDARD
    for form in (STANDARD, SHORT, SHORT | {"moon": "others-add"}, dict(reversed(STANDARD.items()))):
        assert failed(bundle | {"ruleset": form}) == set()
    for other in (SHORT | {"target": 50}, SHORT | {"card_points": {"QS": 13, "JD": -10}}):
        assert "terms" in failed(bundle | {"ruleset": other})


UNKNOWN = {
    "a game": {"game": "whist"},
    "an option": {"speed": "fast"},
    "a named value": {"moon": "half"},
    "an option that would be null": {"speed": None},
}
KEYED = played(STANDARD, label="unknown", contributors=(0, 1), sealed=True, opener="blind", keyed=(0, 2))


@pytest.mark.parametrize("change", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_what_is_unknown_leaves_its_checks_unjudged(change):
    """A game, option or named value that is unknown convicts nobody: terms, deal, play and signatures are unjudged, exit code 2."""
    bundle = KEYED | {"ruleset": STANDARD | change}
    assert unjudged(bundle) == ({"terms", "deal", "play", "signatures"}, set(), 2)


def test_a_fault_beside_what_is_unknown_fails():
    """The other checks are computed, and what they find wins: exit code 1."""
    bundle = KEYED | {"ruleset": STANDARD | {"speed": 1}}
    assert unjudged(bundle | {"contributions": None}) == (
        {"terms", "deal", "play", "signatures"},
        {"contributions"},
        1,
    )
    # The parts that the four rest on are judged within them.
    assert unjudged(bundle | {"open": None})[1] >= {"terms", "contributions", "table"}
    assert unjudged(bundle | {"record": None})[1] == {"play"}
    assert unjudged(bundle | {"table": None})[1] == {"contributions", "table", "signatures"}


def test_a_wrong_value_beside_what_is_unknown_fails():
    """A value that a known option cannot have is wrong, whatever else is unknown."""
    assert "terms" in failed(KEYED | {"ruleset": STANDARD | {"speed": 1, "target": 0}})
    assert "terms" in failed(KEYED | {"ruleset": STANDARD | {"moon": 5}})


def test_a_keyless_deal_of_an_unknown_game_is_unjudged_too():
    """Who signs what is the game's to say: `signatures` is unjudged even where no seat has a key."""
    bundle = played(STANDARD, label="keyless unknown") | {"ruleset": {"game": "whist", "players": 4}}
    assert unjudged(bundle) == ({"terms", "deal", "play", "signatures"}, set(), 2)


def test_the_default_pass_cycle_is_refused_by_name_where_it_does_not_fit():
    """A ruleset for three players that leaves out its pass cycle names the option that is missing."""
    (report,) = verify([KEYED | {"ruleset": {"game": "hearts", "players": 3, "removed": ["2C"]}}], **PINS)
    detail = next(check["detail"] for check in report["checks"] if check["name"] == "terms")
    assert "pass_cycle" in detail
    assert "the default fits four players and more" in detail


# --- Voids ---

ABANDONED = played(STANDARD, label="abandoned", plays=3, reason="abandoned")
SEALED = {"contributors": FOUR, "sealed": True, "opener": "blind"}


def test_when_a_blind_opener_may_abandon():
    """Before the seals are published; unsealed, before the table. A sighted one at any time."""
    assert failed(ABANDONED) == set()
    blind = played(STANDARD, label="blind", plays=3, reason="abandoned", opener="blind")
    assert failed(blind) == {"table"}
    sealed = played(STANDARD, label="blind", plays=3, reason="abandoned", **SEALED)
    assert failed(sealed) == {"table", "contributions"}
    early = without_table(STANDARD, label="early", reason="abandoned")
    assert failed(early) == set()
    late = without_table(STANDARD, label="late", reason="abandoned", seals_in=True, contributed=(0,))
    assert failed(late) == {"contributions"}
    sighted = without_table(
        STANDARD, label="late", reason="abandoned", seals_in=True, contributed=(0,), opener="sighted"
    )
    assert failed(sighted) == set()
    unsealed = without_table(STANDARD, label="unsealed", reason="abandoned", sealed=False)
    assert failed(unsealed) == set()


@pytest.mark.parametrize("reason", ["abandoned", "withheld", "failed"])
def test_a_void_that_shows_every_nonce_needs_a_table(reason):
    """The last nonce and the table are stored together: a void that shows all nonces and no table hides the table."""
    waiting = "2" if reason == "withheld" else "-"
    every = without_table(
        STANDARD, label="all", seals_in=True, contributed=(0, 2), reason=reason, waiting=waiting, opener="sighted"
    )
    assert "table" in failed(every)
    some = without_table(
        STANDARD, label="all", seals_in=True, contributed=(0,), reason=reason, waiting=waiting, opener="sighted"
    )
    assert failed(some) == set()


def test_a_failed_deal_may_end_anywhere():
    """`failed` is a mark against the operator that an audit counts, and no failed check: at every stage, for every opener."""
    ends = [
        without_table(STANDARD, label="failed", opened=False, reason="failed"),
        without_table(STANDARD, label="failed", reason="failed"),
        without_table(STANDARD, label="failed", reason="failed", seals_in=True, contributed=()),
        played(STANDARD, label="failed", plays=0, passed=False, reason="failed", **SEALED),
        played(STANDARD, label="failed", plays=9, reason="failed", keyed=(1, 2), **SEALED),
    ]
    for bundle in ends:
        assert failed(bundle) == set()
        (report,) = verify([bundle], **PINS)
        assert {"name": "void-reason", "detail": "failed"} in report["reservations"]
    assert "outcome-logged" in failed(replaced(ends[1], "seats -", "seats 0"))


@pytest.mark.parametrize("reason", ["unclaimed", "failed"])
def test_a_signed_statement_that_the_outcome_does_not_name(reason):
    """It convicts as a second one would: a part of which the outcome says that there is none is null in the bundle."""
    whole = played(STANDARD, label="whole", plays=3, **SEALED)
    parts = ("ruleset", "hand", "contributions", "deck", "hands", "record", "signed", "points")
    bundle = json.loads(json.dumps(whole | dict.fromkeys(parts)))
    statement = bundle["outcome"]["statement"].split("\n")
    statement[3:5] = [f"reason {reason}", "seats -"]
    statement[6:10] = ["open -", "seals -", "table -", "record -"]
    bundle["outcome"]["statement"] = "\n".join(statement)
    assert failed(logged(bundle)) == {"terms", "contributions", "table"}
    for part in ("open", "seals", "table"):
        bundle[part] = None
    assert failed(bundle) == set()


@pytest.mark.parametrize("reason", ["expired", "withheld"])
def test_a_deal_that_a_witness_saw_expired_too_early(reason):
    """An end by time under a checkpoint that was cosigned before `expires` was told too early."""
    bundle = without_table(
        STANDARD,
        label="early",
        reason=reason,
        waiting="2",
        seals_in=reason == "withheld",
        contributed=(0,) if reason == "withheld" else (),
    )
    outcome = bundle["outcome"]
    for cosigned, expected in ((1796086400, set()), (1796086399, {"outcome-logged"})):
        proof = ORIGIN.proof(ORIGIN.outcomes, outcome["statement"], outcome["index"], cosigned=cosigned)
        assert failed(bundle | {"outcome": outcome | {"proof": proof}}) == expected
    # Nobody knows the witness without a policy.
    assert failed(bundle | {"outcome": outcome | {"proof": proof}}, vkeys=ORIGIN.vkeys) == set()


def test_who_was_waited_for():
    """Before the table contributors, in play the seat whose turn it is; of the other reasons nobody."""
    playing = played(STANDARD, label="playing", plays=5)
    (seat,) = [line.split()[1] for line in playing["outcome"]["statement"].splitlines() if line.startswith("seats ")]
    other = str((int(seat) + 1) % 4)
    assert failed(playing) == set()
    assert failed(replaced(playing, f"seats {seat}", f"seats {other}")) == {"play"}
    assert failed(replaced(playing, f"seats {seat}", "seats 9")) == {"play", "outcome-logged"}
    withheld = without_table(
        STANDARD, label="withheld", seals_in=True, contributed=(0,), reason="withheld", waiting="2"
    )
    assert failed(replaced(withheld, "seats 2", "seats 0 2")) == {"contributions"}
    assert failed(replaced(withheld, "seats 2", "seats 1")) == {"contributions"}
    assert failed(replaced(withheld, "reason withheld", "reason expired")) == {"contributions"}


# --- Openers and keys ---


def test_a_record_by_the_opener():
    """It stands only in a reveal of a sighted opener's deal without keys."""
    assert failed(played(STANDARD, label="by", by="opener")) == set()
    assert failed(played(STANDARD, label="by", by="opener", keyed=(1,))) == {"play"}
    assert failed(played(STANDARD, label="by", by="opener", opener="blind")) == {"play"}
    assert failed(played(STANDARD, label="by", by="opener", plays=7)) == {"play"}


BAD_KEYS = {
    "the neutral point": "01" + "00" * 31,
    "a point of order 8": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "a y that is not canonical": "f0" + "ff" * 30 + "7f",
    "no point": "02" + "00" * 31,
    "the key of another seat": Signer("seat 1", "keys").public.hex(),
}


@pytest.mark.parametrize("key", BAD_KEYS.values(), ids=BAD_KEYS.keys())
def test_a_bad_or_repeated_key_fails_the_table(key):
    """A key that any signature fits, that is no key, or that serves two seats is not a seat's own."""
    bundle = played(STANDARD, label="keys", plays=0, passed=False, keyed=(0, 1))
    assert failed(bundle) == set()
    own = Signer("seat 0", "keys").public.hex()
    assert failed(restated(bundle, "table", f"key 0 {own}", f"key 0 {key}")) >= {"table"}


def test_the_sheet_of_a_deal():
    """The open statement names its score sheet by 32 hex digits and an attempt from 1, or none."""
    sheet = "0123456789abcdef" * 2
    assert failed(played(STANDARD, label="sheet", sheet=f"{sheet} 3")) == set()
    for bad in (sheet, f"{sheet} 0", f"{sheet[1:]} 1", f"{sheet.upper()} 1", "- 1", f"{sheet} 1 1"):
        assert "terms" in failed(played(STANDARD, label="sheet", sheet=bad)), bad
    old = played(STANDARD, label="sheet")
    assert "terms" in failed(restated(old, "open", "sheet -", "game -"))
