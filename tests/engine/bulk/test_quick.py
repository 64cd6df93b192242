"""The quick verifier against the full one: what passes quickly passes fully, and nearly all that could pass quickly does."""

import json
import random

import pytest

from fairdeal.engine.bulk import BundleInput, QuickVerifier, SignedTerms
from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.verification import UnreadableBundle, verify
from tests.service.static.bundle_maker import played
from tests.service.static.corpus import ORIGIN, OWN, PRESETS, STANDARD, valid
from tests.service.static.mutation import mutated, relink
from tests.service.static.tamperings import WHOLE, flipped, pass_reversed

VALID = 200
FAULTY = 1000
RULESETS = [preset["ruleset"] for preset in PRESETS] + OWN


@pytest.fixture
def quick() -> QuickVerifier:
    """A verifier that has seen nothing."""
    return QuickVerifier(ORIGIN.name, ORIGIN.vkeys, None)


def written(bundle: dict) -> bytes:
    """The bundle as a service writes it."""
    return json.dumps(bundle, separators=(",", ":"), ensure_ascii=False).encode()


def ask(quick: QuickVerifier, document: bytes, logged: dict) -> SignedTerms | None:
    """What was agreed if the document passes quickly where the logs hold the statements of ``logged``, a bundle."""
    commit, outcome = logged["commit"], logged["outcome"]
    case = BundleInput(
        document, logged["number"], commit["statement"].encode(), outcome["index"], outcome["statement"].encode()
    )
    (agreed,) = quick.verify([case])
    return agreed


def passes(quick: QuickVerifier, document: bytes, logged: dict) -> bool:
    """Whether anything was agreed."""
    return ask(quick, document, logged) is not None


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
    assert ask(quick, written(bundle), bundle) == (1796000000, 1796086400, 3, (f"{7:032x}", 2))


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


def lied(bundle: dict, changed: str) -> dict:
    """The bundle after its service has linked, signed and logged anew what follows from a changed statement."""
    relink(bundle, changed, ORIGIN)
    outcome = bundle["outcome"]
    outcome["proof"] = ORIGIN.proof(ORIGIN.outcomes, outcome["statement"], outcome["index"])
    return bundle


def replaced(bundle: dict, *pairs: tuple[str, str]) -> dict:
    """The bundle with another record."""
    for old, new in pairs:
        assert old in bundle["record"], old
        bundle["record"] = bundle["record"].replace(old, new, 1)
    return lied(bundle, "record")


def leader_of(bundle: dict, trick: int) -> str:
    return [line for line in bundle["record"].split("\n") if line.startswith("trick ")][trick]


def with_outcome(bundle: dict, line: int) -> dict:
    """The bundle with a hash of the outcome changed."""
    lines = bundle["outcome"]["statement"].split("\n")
    word, value = lines[line].split(" ")
    lines[line] = f"{word} {flipped(value)}"
    bundle["outcome"]["statement"] = "\n".join(lines)
    return lied(bundle, "outcome")


def with_passes_reversed(bundle: dict) -> dict:
    pass_reversed(bundle)
    return lied(bundle, "record")


def with_names_of_none(bundle: dict) -> dict:
    """The ace of diamonds under a name that no card has, wherever the record tells of it."""
    return replaced(bundle, *[(" AD", " XH")] * bundle["record"].count(" AD"))


LIES = {
    "another table in the outcome": lambda one: with_outcome(one(), 4),
    "another record in the outcome": lambda one: with_outcome(one(), 5),
    "a contributor without a seat": lambda one: one(contributors=(0, 5)),
    "expired when it was opened": lambda one: one(times=(1796000000, 1796000000)),
    "a record by an opener who was blind": lambda one: one(by="opener", opener="blind"),
    "seals of a deal that is not sealed": lambda one: one() | {"seals": one(sealed=True)["seals"]},
    "no seals of a deal that is sealed": lambda one: one(sealed=True) | {"seals": None},
    "another leader of the first trick": lambda one: replaced(
        b := one(), (leader_of(b, 0), leader_of(b, 0).translate({48: 49, 49: 50, 50: 51, 51: 48}))
    ),
    "another leader": lambda one: replaced(
        b := one(), ("\n" + leader_of(b, 5)[:7], f"\ntrick {(int(leader_of(b, 5)[6]) + 1) % 4}")
    ),
    "a pass out of deck order": lambda one: with_passes_reversed(one()),
    "a pass to another seat": lambda one: replaced(one(), ("\npass 0 1 ", "\npass 0 2 ")),
    "a pass from another seat": lambda one: replaced(one(), ("\npass 1 2 ", "\npass 0 2 ")),
    "names that are no cards": lambda one: with_names_of_none(one()),
    "other points": lambda one: replaced(one(), ("\npoints ", "\npoints 1")),
    "a trick too many": lambda one: replaced(b := one(), ("\npoints", f"\n{leader_of(b, 12)}\npoints")),
    "two spaces": lambda one: replaced(one(), ("\ntrick ", "\ntrick  ")),
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_no_lie_passes_that_its_service_has_signed_and_logged(quick, lie):
    """All hashes, signatures and proofs are right, and the logs hold it: what the statements say is not."""
    bundle = lie(lambda **terms: keyless(STANDARD, "lie", **terms))
    assert not is_sound(written(bundle), 17)
    assert not passes(quick, written(bundle), bundle)
    true = lied(keyless(STANDARD, "lie"), "record")
    assert passes(quick, written(true), true)


def test_no_changed_bit_passes():
    """Every byte of a document with one bit changed is refused, right after the document itself has passed."""
    policy = Policy.from_text(ORIGIN.policy)
    quick = QuickVerifier(ORIGIN.name, ORIGIN.vkeys, policy)
    bundle = keyless(STANDARD, "bent", contributors=(0, 1, 2, 3), sealed=True, opener="blind")
    document = written(bundle)
    assert passes(quick, document, bundle)
    for at in range(len(document)):
        bent = document[:at] + bytes([document[at] ^ (32 if at % 2 else 1)]) + document[at + 1 :]
        assert not passes(quick, bent, bundle), (at, bent[at - 20 : at + 20])
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
        *(document[:at] + b"\n" + document[at + 2 :] for at in range(len(document)) if document.startswith(b"\\n", at)),
        json.dumps(bundle).encode(),
        document.replace(b"witness.example", b'witness"example'),
        document.replace(b"witness.example", b"witness\\\\example"),
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
