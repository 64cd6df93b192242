"""A proof beside what the seats saw."""

import re

import pytest

from fairdeal.engine.protocol import Commit
from tests.service.client.cheating import OTHER, caught, in_proof


@pytest.mark.parametrize("kind", ["open", "seals", "table"])
def test_a_proof_of_other_statements_is_no_proof_of_this_deal(operator, kind):
    """A bundle with another signed statement than the receipt convicts: both notes are kept."""
    changes = {"open": {"opened": 1}, "seals": {"open": OTHER}, "table": {"open": OTHER}}[kind]
    error = caught(operator, in_proof(lambda bundle: operator.restate(bundle, kind, **changes)))
    assert f"has another {kind} statement" in str(error)
    assert len(set(error.notes)) == 2


PROOFS = {
    "commitment": (
        lambda bundle: bundle["commit"].update(statement=Commit("deals.example.com", 1, OTHER).text()),
        "The commitment was",
    ),
    "hands": (lambda bundle: bundle["hands"][2].reverse(), "Seat 2 was dealt .* the proof says"),
    "record": (
        lambda bundle: bundle.update(
            record=re.sub(r"(trick \d \S\S) (\S\S) (\S\S)", r"\1 \3 \2", bundle["record"], count=1)
        ),
        "other tricks than seat",
    ),
    "pass": (
        lambda bundle: bundle.update(record=re.sub(r"pass 0 1 .*", "pass 0 1 2C 3C 4C", bundle["record"])),
        "another pass than seat 0",
    ),
    "no points": (lambda bundle: bundle.update(points=None), "The points were .* the proof says None"),
    "points": (lambda bundle: bundle["points"].reverse() or bundle["points"].append(0), "The points were"),
}


@pytest.mark.parametrize("case", PROOFS)
def test_a_proof_that_tells_another_story_is_seen(operator, case):
    """What the bundle says was committed, dealt, passed, played and scored is what the seats saw."""
    change, said = PROOFS[case]
    assert re.search(said, str(caught(operator, in_proof(change))))


@pytest.mark.parametrize("kind", ["open", "seals", "table"])
def test_a_proof_without_a_statement_that_was_signed_is_seen(operator, kind):
    """Every statement that a client holds a note of has to be in the proof; the note shows that it was signed."""
    error = caught(operator, in_proof(lambda bundle: bundle.update({kind: None})))
    assert f"signed the {kind} statement; the proof has none" in str(error)
    assert f"fairdeal/v1 {kind}\n" in error.notes[0]


def test_a_record_by_the_opener_is_not_what_the_seats_played(operator):
    """The seats moved one by one: a record that was submitted whole is another one."""
    change = in_proof(lambda bundle: bundle.update(record=bundle["record"].replace("by seats", "by opener")))
    assert "made its moves itself" in str(caught(operator, change, seats=False))


@pytest.mark.parametrize(
    ("member", "value", "check"),
    [
        ("record", "oops", "play"),
        ("commit", None, "commit-logged"),
        ("hands", None, "deal"),
        ("hands", [[1], 3], "deal"),
        ("protocol", "fairdeal/v2", "commit-logged"),
        ("signed", [], "signatures"),
        ("outcome", None, "commitment-opens"),
    ],
)
def test_a_proof_with_a_broken_part_fails_its_check(operator, member, value, check):
    """What cannot be read is left to the verification, which names the check."""
    played = operator.play(in_proof(lambda bundle: bundle.update({member: value})))
    assert check in {failed.name for failed in played.report.failed}
    assert played.report.exit_code == 1


def test_an_empty_proof_is_no_proof(operator):
    """A bundle without anything in it denies all that the service signed."""
    assert "the proof has none" in str(caught(operator, in_proof(lambda bundle: bundle.clear())))
