"""Proofs in the logs: what `commit-logged` and `outcome-logged` make of them, with a witness policy and without."""

import copy

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog.cosignature import COSIGNATURE
from fairdeal.engine.tlog.note import NoteSigner, write_vkey
from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.verification import CHECK_NAMES, verify
from tests.engine.known_deals import ORIGIN, VKEYS, bundle_of, known, logged, signer, void_bundle
from tests.engine.log_proofs import proof_in_log

KEYS = {name: Ed25519PrivateKey.from_private_bytes(name.encode().ljust(32)) for name in ("w1", "w2", "w3")}
WITNESSES = "".join(
    f"witness {name} {write_vkey(name, COSIGNATURE, key.public_key().public_bytes_raw())}\n"
    for name, key in KEYS.items()
)
TWO_OF_THREE = Policy.from_text(f"{WITNESSES}group g 2 w1 w2 w3\nquorum g\n")
DEAL = bundle_of(known()["deals"][2])
LOGGED = logged(DEAL, witnesses=list(KEYS.items())[:2])
LOGS = ("commit-logged", "outcome-logged")


def results(bundle, **pins):
    return {check.name: check.result for check in verify(bundle, **{"origin": ORIGIN, "vkeys": VKEYS, **pins}).checks}


def reservations(bundle, **pins):
    return [one.name for one in verify(bundle, **{"origin": ORIGIN, "vkeys": VKEYS, **pins}).reservations]


def failed(bundle, **pins):
    return [name for name, result in results(bundle, **pins).items() if result == "fail"]


@pytest.mark.parametrize("at", range(0, len(known()["deals"]), 10))
def test_logged_deals_verify(at):
    """With proofs of commit and outcome, a deal of any number passes every check but the scan that was not made."""
    bundle = logged(bundle_of(known()["deals"][at]), index=2**52, size=2**53 - 1)
    unproved = {"unique"} | (set() if bundle["signed"] else {"signatures"})
    assert results(bundle) == {check: "not proved" if check in unproved else "pass" for check in CHECK_NAMES}


@pytest.mark.parametrize("case", known()["voids"], ids=lambda case: case["name"])
def test_logged_voids_verify(case):
    """The commit and the outcome of a void are proved alike."""
    found = results(logged(void_bundle(case)))
    assert [found[name] for name in LOGS] == ["pass", "pass"]


def test_a_proof_that_is_null_proves_nothing_and_fails_nothing():
    """Without a proof: `not proved`, with the reason «no log»; the other statement's proof still counts."""
    bundle = LOGGED | {"commit": DEAL["commit"]}
    report = verify(bundle, origin=ORIGIN, vkeys=VKEYS)
    assert [(check.result, check.detail) for check in report.checks if check.name in LOGS] == [
        ("not proved", "no log"),
        ("pass", ""),
    ]


def test_without_pinned_keys_a_checkpoint_proves_nothing():
    """The bundle's own keys are tried: a checkpoint that they signed is not proved, another fails."""
    found = results(LOGGED, vkeys=None)
    assert [found[name] for name in LOGS] == ["not proved", "not proved"]
    forged = copy.deepcopy(LOGGED)
    forged["outcome"]["proof"] = logged(DEAL)["outcome"]["proof"].replace("9\n", "8\n", 1)
    assert failed(forged, vkeys=None) == ["outcome-logged"]


def with_proof(part, proof, **more):
    bundle = copy.deepcopy(LOGGED)
    bundle[part] |= {"proof": proof, **more}
    return bundle


COMMIT, OUTCOME, NUMBER = DEAL["commit"]["statement"], DEAL["outcome"]["statement"], DEAL["number"]
IMPOSTOR = NoteSigner(ORIGIN + "/commits", Ed25519PrivateKey.from_private_bytes(bytes(32)))
SPOILT = {
    "the commit at another leaf": with_proof("commit", proof_in_log(signer("/commits"), COMMIT, NUMBER + 1, 9)),
    "another statement at the leaf": with_proof("commit", proof_in_log(signer("/commits"), "other\n", NUMBER, 9)),
    "the commit in the other log": with_proof("commit", proof_in_log(signer("/outcomes"), COMMIT, NUMBER, 9)),
    "a checkpoint by the statements' key": with_proof("commit", proof_in_log(signer(), COMMIT, NUMBER, 9)),
    "a checkpoint by an impostor": with_proof("commit", proof_in_log(IMPOSTOR, COMMIT, NUMBER, 9)),
    "a commit's proof that is none": with_proof("commit", "c2sp.org/tlog-proof@v1\n"),
    "a commit's proof that is a number": with_proof("commit", 1),
    "another index": with_proof("outcome", LOGGED["outcome"]["proof"], index=6),
    "an index as text": with_proof("outcome", LOGGED["outcome"]["proof"], index="5"),
    "an index with a fraction": with_proof("outcome", LOGGED["outcome"]["proof"], index=5.0),
    "an index of true": with_proof("outcome", proof_in_log(signer("/outcomes"), OUTCOME, 1, 9), index=True),
    "no index": with_proof("outcome", LOGGED["outcome"]["proof"], index=None),
    "an index without a proof": with_proof("outcome", None),
    "another outcome's proof": with_proof("outcome", proof_in_log(signer("/outcomes"), "other\n", 5, 9)),
    "the outcome in the other log": with_proof("outcome", proof_in_log(signer("/commits"), OUTCOME, 5, 9)),
    "a hash too many": with_proof("outcome", LOGGED["outcome"]["proof"].replace("\n\n", "\n" + "A" * 43 + "=\n\n", 1)),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_proof_of_something_else_fails_its_check(name):
    """Another leaf, statement, log, key or index: the check that the proof counts under fails, and no other."""
    part = "commit-logged" if "commit" in name or "leaf" in name or "checkpoint" in name else "outcome-logged"
    assert failed(SPOILT[name]) == [part]


def test_a_policys_quorum_is_held():
    """Two of three witnesses cosigned: enough for two of three, not for all; without a policy nobody asks."""
    assert failed(LOGGED, policy=TWO_OF_THREE) == []
    assert failed(logged(DEAL, witnesses=list(KEYS.items())[:1]), policy=TWO_OF_THREE) == list(LOGS)
    everyone = Policy.from_text(f"{WITNESSES}group g all w1 w2 w3\nquorum g\n")
    assert failed(LOGGED, policy=everyone) == list(LOGS)
    assert failed(logged(DEAL)) == []


def test_a_policy_that_lists_logs_accepts_no_other():
    """A policy of one log leaves the other unaccepted; one that lists both accepts both."""
    commits, outcomes = VKEYS["commits"], VKEYS["outcomes"]
    assert failed(LOGGED, policy=Policy.from_text(f"log {commits}\nquorum none\n")) == ["outcome-logged"]
    assert failed(LOGGED, policy=Policy.from_text(f"log {commits}\nlog {outcomes}\nquorum none\n")) == []


def test_a_split_view_is_reserved_unless_witnesses_rule_it_out():
    """`no-witness` stands beside the checks unless a quorum was asked for and both proofs are there to show it."""
    assert "no-witness" in reservations(LOGGED)
    assert "no-witness" not in reservations(LOGGED, policy=TWO_OF_THREE)
    assert "no-witness" in reservations(LOGGED, policy=Policy.from_text(f"{WITNESSES}quorum none\n"))
    assert "no-witness" in reservations(LOGGED | {"commit": DEAL["commit"]}, policy=TWO_OF_THREE)
    assert "no-witness" in reservations(DEAL, policy=TWO_OF_THREE)


def test_a_forged_cosignature_spoils_the_checkpoint():
    """A line that claims to be a known witness's and is not fails the check, though the quorum is reached without it."""
    other = logged(DEAL, index=6, witnesses=list(KEYS.items()))["outcome"]["proof"].splitlines()[-1] + "\n"
    bundle = with_proof("outcome", LOGGED["outcome"]["proof"] + other)
    assert failed(bundle, policy=TWO_OF_THREE) == ["outcome-logged"]
    assert failed(bundle) == []


@pytest.mark.parametrize(
    "pins",
    [
        {"origin": "Deals"},
        {"number": 0},
        {"number": 2**53},
        {"vkeys": {"statements": VKEYS["statements"]}},
        {"vkeys": VKEYS | {"commits": VKEYS["outcomes"]}},
        {"vkeys": VKEYS | {"commits": VKEYS["commits"][:-1]}},
        {"origin": "other.example.com"},
    ],
    ids=str,
)
def test_pins_that_are_none_are_refused(pins):
    """A pinned origin, number or key that cannot be is the caller's error: nothing is checked against a guess."""
    with pytest.raises(MalformedError):
        verify(LOGGED, **{"origin": ORIGIN, "vkeys": VKEYS, **pins})
