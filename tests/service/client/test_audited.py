"""What an audit says of one number, given what the logs and the service say; and of several that have to agree."""

import json
from typing import Any

import pytest

from fairdeal.service.client.audit import _check_attempts, _check_times
from fairdeal.service.client.audited import Finding, Logged, Pinned, SignedTerms, judge
from tests.service.static.bundle_maker import played, without_table
from tests.service.static.corpus import ORIGIN, STANDARD

PINNED = Pinned("deals.example.com", ORIGIN.vkeys, None)
DEAL = played(STANDARD, label="audited")
SHEET = "0123456789abcdef" * 2


def found(bundle: dict[str, Any], document: bytes | None) -> Finding:
    """The finding on the number of a bundle, whose statements are in the logs, if the service answers with a document."""
    outcome = bundle["outcome"]
    logged = Logged(bundle["number"], bundle["commit"]["statement"], ((outcome["index"], outcome["statement"]),))
    (finding,) = judge(PINNED, [(logged, document)])
    return finding


def sent(bundle: dict[str, Any]) -> bytes:
    return json.dumps(bundle).encode()


def test_a_good_bundle_passes():
    """Whether it is written as the service writes it or with white space."""
    assert found(DEAL, sent(DEAL)).result == "pass"
    assert found(DEAL, json.dumps(DEAL, separators=(",", ":")).encode()) == found(DEAL, sent(DEAL))


@pytest.mark.parametrize(
    "document",
    [None, b"", b"{", b"[]", b'{"protocol":"other"}', b'{"state":"playing"}', sent(DEAL) + b" " * 2**20],
    ids=["missing", "empty", "cut", "no object", "of another protocol", "no bundle", "too large"],
)
def test_what_is_missing_or_unreadable_counts_against_the_operator(document):
    """The outcome is logged, so there has to be a bundle that anybody can read."""
    finding = found(DEAL, document)
    assert (finding.result, set(finding.failed)) == ("fail", {"proof"})


def test_what_is_not_known_here_is_unjudged_unless_something_fails():
    """An unknown option convicts nobody; a fault beside it does."""
    unknown = DEAL | {"ruleset": STANDARD | {"speed": 1}}
    assert found(DEAL, sent(unknown)).result == "unjudged"
    assert found(DEAL, sent(unknown | {"table": None})).result == "fail"


def test_a_bundle_has_to_hold_the_statements_of_the_logs():
    """Another outcome, or another commitment, than the log has fails the check of that log."""
    other = played(STANDARD, label="another", number=DEAL["number"])
    assert set(found(other, sent(DEAL)).failed) == {"commit-logged", "outcome-logged"}


@pytest.mark.parametrize(
    ("bundle", "given_up"),
    [
        (DEAL, None),
        (without_table(STANDARD, label="failed", reason="failed"), "before the table"),
        (played(STANDARD, label="failed", plays=9, reason="failed"), "after the table"),
        (played(STANDARD, label="expired", plays=9), None),
    ],
    ids=["revealed", "failed before", "failed after", "expired"],
)
def test_what_the_service_gave_up_is_marked(bundle, given_up):
    """It passes, and the audit counts it."""
    finding = found(bundle, sent(bundle))
    assert (finding.result, finding.given_up) == ("pass", given_up)
    assert Finding.from_line(finding.line()) == finding


def opened(number: int, opened: int, expires: int, sheet: tuple[str, int] | None = None) -> Finding:
    return Finding(number, "pass", terms=SignedTerms(opened, expires, 1, sheet))


@pytest.mark.parametrize(
    ("times", "why"),
    [
        ([(100, 200), (99, 199)], "a lower number at 100"),
        ([(100, 201)], "longer than the 100 seconds"),
        ([(100_000, 100_050)], "seconds from now"),
        ([(100, 200), (100, 200)], None),
    ],
    ids=["falling", "past the deadline", "from the future", "good"],
)
def test_times_have_to_agree(times, why):
    """Openings never fall as numbers rise, run no longer than the genesis allows, and are not of the future."""
    findings = [opened(number, *pair) for number, pair in enumerate(times, start=1)]
    _check_times(findings, 100, 1000)
    assert [finding.result for finding in findings[:-1]] == ["pass"] * (len(findings) - 1)
    assert findings[-1].result == ("pass" if why is None else "fail")
    assert why is None or why in findings[-1].failed["terms"]


@pytest.mark.parametrize(("attempts", "wrong"), [([1, 2, 3], []), ([1, 3], [2]), ([2], [1]), ([1, 1], [2])], ids=str)
def test_attempts_of_a_hand_have_no_gap(attempts, wrong):
    """A sheet's hand is dealt in attempts 1, 2, 3…: a gap is a hidden deal, a repetition two deals for one."""
    findings = [opened(number, 1, 2, (SHEET, attempt)) for number, attempt in enumerate(attempts, start=1)]
    _check_attempts(findings)
    assert [finding.number for finding in findings if finding.result == "fail"] == wrong
