"""The quick verifier against the full one: what passes quickly passes fully, and nearly all that could pass quickly does."""

import json
import random

import pytest

from engine.bulk import QuickVerifier
from engine.errors import MalformedError
from engine.policy import Policy
from engine.verification import UnreadableBundle, verify
from tests.service.static.bundle_maker import played
from tests.service.static.corpus import ORIGIN, OWN, PRESETS, STANDARD, valid
from tests.service.static.mutation import mutated
from tests.service.static.tamperings import WHOLE

VALID = 400
FAULTY = 1500
RULESETS = [preset["ruleset"] for preset in PRESETS] + OWN


@pytest.fixture
def quick() -> QuickVerifier:
    """A verifier that has seen nothing."""
    return QuickVerifier(ORIGIN.name, ORIGIN.vkeys, None)


def written(bundle: dict) -> bytes:
    """The bundle as a service writes it."""
    return json.dumps(bundle, separators=(",", ":"), ensure_ascii=False).encode()


def passes(quick: QuickVerifier, document: bytes, logged: dict) -> bool:
    """Whether the document passes quickly if the logs hold the statements of ``logged``, a bundle."""
    commit, outcome = logged["commit"], logged["outcome"]
    return (
        quick.verify(document, logged["number"], commit["statement"], outcome["index"], outcome["statement"])
        is not None
    )


def is_sound(document: bytes, number: int, policy: Policy | None = None) -> bool:
    """Whether the full verification finds no fault."""
    try:
        return not verify(document, origin=ORIGIN.name, number=number, vkeys=ORIGIN.vkeys, policy=policy).failed
    except UnreadableBundle:
        return False


def could_pass(bundle: dict) -> bool:
    """Whether the quick verifier is made for such a bundle: played out, logged, and no seat has a key."""
    return bundle["points"] is not None and bundle["signed"] == [] and bundle["outcome"]["proof"] is not None


def keyless(ruleset: dict, label: str, **terms) -> dict:
    """A deal that was played out, in which no seat has a key."""
    return played(ruleset, label=label, **terms)


def test_valid_bundles_of_all_presets_pass_where_they_can(quick):
    """Of bundles over all presets, ends and ways to open a deal those pass that are whole, logged and without keys; no others."""
    seen = set()
    for bundle in valid(VALID):
        document = written(bundle)
        assert is_sound(document, bundle["number"])
        logged = (
            bundle
            if bundle["outcome"]["index"] is not None
            else bundle | {"outcome": {**bundle["outcome"], "index": 0}}
        )
        assert passes(quick, document, logged) == could_pass(bundle)
        if could_pass(bundle):
            seen.add(json.dumps(bundle["ruleset"]))
    assert len(seen) > len(RULESETS) // 2


@pytest.mark.parametrize("hand", [1, 2, 3, 4, 11])
@pytest.mark.parametrize("ruleset", RULESETS, ids=range(len(RULESETS)))
def test_each_ruleset_passes_in_each_direction(quick, ruleset, hand):
    """Whatever the players, the deck, the pass and the moon, and whoever submitted the record."""
    seats = tuple(range(ruleset["players"]))
    for terms in ({"by": "opener"}, {"contributors": seats, "sealed": True, "opener": "blind"}):
        bundle = keyless(ruleset, f"{hand}", hand=hand, **terms)
        assert is_sound(written(bundle), bundle["number"])
        assert passes(quick, written(bundle), bundle)


def test_what_was_agreed_is_told(quick):
    """Times, hand and game are those of the open statement."""
    bundle = keyless(STANDARD, "told", hand=3, game=f"{7:032x} 2")
    commit, outcome = bundle["commit"], bundle["outcome"]
    agreed = quick.verify(written(bundle), 17, commit["statement"], outcome["index"], outcome["statement"])
    assert agreed == (1796000000, 1796086400, 3, (f"{7:032x}", 2))


def test_no_tampering_passes(quick):
    """Each way to spoil a bundle that a keyless deal can suffer is refused, whether or not the logs follow it."""
    whole = keyless(STANDARD, "whole", contributors=(0, 2), sealed=True, opener="blind")
    assert passes(quick, written(whole), whole)
    tried = 0
    for name, (_, spoil) in WHOLE.items():
        bundle = json.loads(json.dumps(whole))
        try:
            spoil(bundle)
        except (AssertionError, LookupError):
            # It spoils keys or signed moves, which are not there.
            continue
        if bundle == whole:
            continue
        assert not is_sound(written(bundle), 17), name
        assert not passes(quick, written(bundle), whole), name
        if is_logged(bundle):
            assert not passes(quick, written(bundle), bundle | {"number": 17}), name
        tried += 1
    assert tried > 80


def is_logged(bundle: dict) -> bool:
    """Whether a log can hold what the bundle says."""
    parts = [bundle["commit"], bundle["outcome"]]
    return (
        all(part is not None and isinstance(part["statement"], str) for part in parts)
        and type(bundle["outcome"]["index"]) is int
    )


def test_random_faults_pass_only_where_the_full_verification_finds_none(quick):
    """Faults in statements and members, many of them linked and signed anew; the logs hold what the bundle says."""
    chance = random.Random("quick")
    found = []
    wholes = [
        keyless(ruleset, "faulty", contributors=(0, 1), sealed=place % 2 == 0) for place, ruleset in enumerate(RULESETS)
    ]
    for _ in range(FAULTY):
        whole = chance.choice(wholes)
        bundle = mutated(chance, whole, ORIGIN)
        try:
            logged = is_logged(bundle)
        except (LookupError, TypeError):
            logged = False
        quickly = passes(quick, written(bundle), bundle | {"number": 17} if logged else whole)
        if quickly:
            found.append(bundle != whole)
            assert is_sound(written(bundle), 17), bundle
        assert passes(quick, written(whole), whole)
    assert len(found) < FAULTY // 4


def test_no_changed_bit_passes():
    """Every byte of a document with one bit changed is refused, right after the document itself has passed."""
    policy = Policy.from_text(ORIGIN.policy)
    quick = QuickVerifier(ORIGIN.name, ORIGIN.vkeys, policy)
    for label, terms in (("a", {}), ("b", {"contributors": (0, 1, 2, 3), "sealed": True, "opener": "blind"})):
        bundle = keyless(STANDARD, label, **terms)
        document = written(bundle)
        for at in range(len(document)):
            for bit in (1, 32):
                bent = document[:at] + bytes([document[at] ^ bit]) + document[at + 1 :]
                assert not passes(quick, bent, bundle), (at, bit, bent[at - 20 : at + 20])
        assert passes(quick, document, bundle)


def test_what_a_strict_parser_refuses_does_not_pass(quick):
    """A name that stands twice, more behind the bundle, or other white space: no such document is what a service writes."""
    bundle = keyless(STANDARD, "strict")
    document = written(bundle)
    assert passes(quick, document, bundle)
    for spoiled in (
        document.replace(b',"hand":', b',"hand":1,"hand":'),
        document[:-1] + b',"number":17}',
        document + b"{}",
        document + b"\n",
        document.replace(b"\\n", b"\n", 1),
        document.replace(b"\\n", b"\\u000a", 1),
        document.replace(b"\\nhand", b"\n\\nhand", 1),
        json.dumps(bundle).encode(),
    ):
        assert not passes(quick, spoiled, bundle)


def test_a_quorum_is_asked_for():
    """With a policy each checkpoint needs its witnesses, and its log has to be listed if the policy lists logs."""
    bundle = keyless(STANDARD, "quorum")
    for policy, expected in (
        (ORIGIN.policy, True),
        (f"log {ORIGIN.commits.vkey}\nlog {ORIGIN.outcomes.vkey}\n{ORIGIN.policy}", True),
        (f"log {ORIGIN.commits.vkey}\n{ORIGIN.policy}", False),
        (type(ORIGIN)("elsewhere", "two").policy, False),
    ):
        read = Policy.from_text(policy)
        assert is_sound(written(bundle), 17, read) == expected
        assert passes(QuickVerifier(ORIGIN.name, ORIGIN.vkeys, read), written(bundle), bundle) == expected


def test_keys_are_those_of_one_origin():
    """What is pinned is refused as the full verification refuses it."""
    with pytest.raises(MalformedError):
        QuickVerifier("other.example.com", ORIGIN.vkeys, None)
    with pytest.raises(MalformedError):
        QuickVerifier(ORIGIN.name, {"statements": ORIGIN.vkeys["statements"]}, None)
