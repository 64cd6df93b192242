"""Checking one number of an audit: its bundle, and whether that tells what the logs tell."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Self

from fairdeal.engine.errors import FairdealError
from fairdeal.engine.protocol import Commit, Open
from fairdeal.engine.tlog.note import Verifier
from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.verification import UnreadableBundle, verify
from fairdeal.service.client.bundle_line import read_line

Result = Literal["pass", "fail", "overdue", "unjudged", "not proved"]


@dataclass(frozen=True, slots=True)
class Pinned:
    """What an audit holds everything against; it can be sent to other processes."""

    origin: str
    vkeys: Mapping[str, str]
    policy: str | None
    """The text of a policy."""


@dataclass(frozen=True, slots=True)
class Logged:
    """What the logs say of a number."""

    number: int
    commit: str
    outcomes: tuple[tuple[int, str], ...]
    """Index and statement, the lowest index first."""


class SignedTerms(NamedTuple):
    """What the signed open statement of a number says that other numbers have to agree with."""

    opened: int
    """Unix seconds, as is `expires`."""
    expires: int
    hand: int
    sheet: tuple[str, int] | None
    """The score sheet that the deal counts for, and the attempt at this hand."""


GivenUp = Literal["before the table", "after the table"]
"""When the service itself gave a deal up: void `failed`."""


@dataclass(slots=True)
class Finding:
    """What the audit says of a number."""

    number: int
    result: Result
    failed: dict[str, str] = field(default_factory=dict)
    """By the name of the check, and why."""
    terms: SignedTerms | None = None
    given_up: GivenUp | None = None

    def fail(self, check: str, why: str) -> None:
        """Note a check that failed."""
        self.result = "fail"
        self.failed.setdefault(check, why)

    def line(self) -> str:
        """A line of JSON."""
        terms = None if self.terms is None else self.terms._asdict()
        members = {"number": self.number, "result": self.result, "failed": self.failed, "terms": terms}
        return json.dumps(members if self.given_up is None else {**members, "given_up": self.given_up})

    @classmethod
    def from_line(cls, line: str) -> Self:
        """What `line` wrote; raises `ValueError` or `TypeError` for anything else."""
        value: dict[str, Any] = json.loads(line)
        terms = value.pop("terms")
        if terms is not None:
            sheet = terms.pop("sheet")
            value["terms"] = SignedTerms(**terms, sheet=None if sheet is None else (sheet[0], sheet[1]))
        return cls(**value)


def judge(pinned: Pinned, batch: Sequence[tuple[Logged, bytes | None]]) -> list[Finding]:
    """Findings on numbers, given what the logs say and what the service answered: a bundle, or whatever else (or nothing)."""
    policy = _policy(pinned.policy)
    return [_judge(pinned, policy, logged, document) for logged, document in batch]


@lru_cache(maxsize=4)
def _policy(text: str | None) -> Policy | None:
    return None if text is None else Policy.from_text(text)


def _judge(pinned: Pinned, policy: Policy | None, logged: Logged, document: bytes | None) -> Finding:
    finding = Finding(logged.number, "pass")
    if len(logged.outcomes) > 1:
        indexes = ", ".join(str(index) for index, _ in logged.outcomes)
        finding.fail("unique", f"the log of outcomes has more than one for this number, at {indexes}")
    try:
        bundle = None if document is None else read_line(document)
    except UnreadableBundle as fault:
        _check_commit(pinned, logged, finding)
        finding.fail("proof", str(fault))
        return finding
    if not _shows_commit(bundle, logged):
        _check_commit(pinned, logged, finding)
    if bundle is None or "protocol" not in bundle:
        if logged.outcomes:
            finding.fail("proof", "the outcome is logged, but the service gives no proof")
        elif finding.result == "pass":
            finding.result = "not proved"
        return finding
    try:
        report = verify(bundle, origin=pinned.origin, number=logged.number, vkeys=pinned.vkeys, policy=policy)
    except UnreadableBundle as fault:
        finding.fail("proof", str(fault))
        return finding
    for check in report.failed:
        finding.fail(check.name, check.detail)
    _compare(bundle, logged, finding)
    finding.terms = None if report.terms is None else _signed_terms(report.terms)
    finding.given_up = _given_up(logged)
    if finding.result == "pass":
        if not logged.outcomes:
            finding.result = "not proved"
        elif report.exit_code:
            finding.result = "unjudged"
    return finding


def _given_up(logged: Logged) -> GivenUp | None:
    """Whether the service itself gave the deal up, and when."""
    if not logged.outcomes or "\nreason failed\n" not in logged.outcomes[0][1]:
        return None
    return "before the table" if "\ntable -\n" in logged.outcomes[0][1] else "after the table"


def _shows_commit(bundle: Mapping[str, Any] | None, logged: Logged) -> bool:
    """Whether a bundle holds the very commit statement of the log: then its check is that of the statement."""
    commit = None if bundle is None else bundle.get("commit")
    return isinstance(commit, dict) and commit.get("statement") == logged.commit


def _check_commit(pinned: Pinned, logged: Logged, finding: Finding) -> None:
    try:
        commit = Commit.from_text(logged.commit)
    except FairdealError as fault:
        finding.fail("commit-logged", f"entry {logged.number} of the log is no commit statement: {fault}")
        return
    if (commit.origin, commit.number) != (pinned.origin, logged.number):
        finding.fail("commit-logged", f"entry {logged.number} of the log commits to {commit.origin}, {commit.number}")


def _compare(bundle: Mapping[str, Any], logged: Logged, finding: Finding) -> None:
    """The bundle has to hold the very statements that the logs hold."""
    outcome = bundle.get("outcome")
    if not _shows_commit(bundle, logged):
        finding.fail("commit-logged", "the proof holds another commit statement than the log")
    if not logged.outcomes:
        return
    index, statement = logged.outcomes[0]
    if not isinstance(outcome, dict) or outcome.get("statement") != statement:
        finding.fail("outcome-logged", f"the proof holds another outcome than entry {index} of the log")
    elif outcome.get("proof") is not None and outcome.get("index") != index:
        finding.fail("outcome-logged", f"the proof has the outcome at {outcome.get('index')}, the log first at {index}")


def terms_of(part: object, pinned: Pinned, number: int) -> SignedTerms | None:
    """The terms in an open part of a bundle or view, if it is there, signed, and about this number."""
    if not isinstance(part, dict) or not isinstance(part.get("note"), str):
        return None
    try:
        opened = Open.from_text(Verifier.from_vkey(pinned.vkeys["statements"]).verify(part["note"]))
    except FairdealError:
        return None
    if (opened.origin, opened.number) != (pinned.origin, number):
        return None
    return _signed_terms(opened)


def _signed_terms(opened: Open) -> SignedTerms:
    return SignedTerms(opened.opened, opened.expires, opened.hand, opened.sheet)
