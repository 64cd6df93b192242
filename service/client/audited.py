"""Checking one number of an audit: its bundle, and whether that tells what the logs tell."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, Self

from fairdeal.engine import strict_json
from fairdeal.engine.bulk import BundleInput, QuickVerifier, SignedTerms
from fairdeal.engine.errors import FairdealError
from fairdeal.engine.protocol import Commit, Open
from fairdeal.engine.tlog.note import Verifier
from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.verification import UnreadableBundle, verify

Result = Literal["pass", "fail", "overdue", "not proved"]


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


@dataclass(slots=True)
class Finding:
    """What the audit says of a number."""

    number: int
    result: Result
    failed: dict[str, str] = field(default_factory=dict)
    """By the name of the check, and why."""
    terms: SignedTerms | None = None

    def fail(self, check: str, why: str) -> None:
        """Note a check that failed."""
        self.result = "fail"
        self.failed.setdefault(check, why)

    def line(self) -> str:
        """A line of JSON."""
        terms = self.terms
        told = terms and {
            "opened": terms.opened, "expires": terms.expires, "hand": terms.hand, "game": terms.game,
        }  # fmt: skip
        return json.dumps({"number": self.number, "result": self.result, "failed": self.failed, "terms": told})

    @classmethod
    def from_line(cls, line: str) -> Self:
        """What `line` wrote; raises `ValueError` or `TypeError` for anything else."""
        value: dict[str, Any] = json.loads(line)
        terms = value.pop("terms")
        if terms is not None:
            game = terms.pop("game")
            value["terms"] = SignedTerms(**terms, game=None if game is None else (game[0], game[1]))
        return cls(**value)


def judge(pinned: Pinned, batch: Sequence[tuple[Logged, bytes | None]]) -> list[Finding]:
    """Findings on numbers, given what the logs say and what the service answered: a bundle, or whatever else (or nothing)."""
    policy, quick = _verifiers(pinned.origin, tuple(pinned.vkeys.items()), pinned.policy)
    cases = [case for one in batch if (case := _case(*one)) is not None]
    passed = {
        case.number: Finding(case.number, "pass", {}, agreed)
        for case, agreed in zip(cases, quick.verify(cases), strict=True)
        if agreed is not None
    }
    return [passed.get(logged.number) or _judge(pinned, policy, logged, document) for logged, document in batch]


@lru_cache(maxsize=4)
def _verifiers(
    origin: str, vkeys: tuple[tuple[str, str], ...], policy_text: str | None
) -> tuple[Policy | None, QuickVerifier]:
    """What a process keeps from batch to batch: the policy, and the verifier that remembers checkpoints."""
    policy = None if policy_text is None else Policy.from_text(policy_text)
    return policy, QuickVerifier(origin, dict(vkeys), policy)


def _case(logged: Logged, document: bytes | None) -> BundleInput | None:
    """What the quick verifier may be asked about a number: that its only outcome is proved."""
    if document is None or len(logged.outcomes) != 1:
        return None
    ((index, outcome),) = logged.outcomes
    # What is not ASCII is no statement; neither is what stands for it then.
    return BundleInput(
        document, logged.number, logged.commit.encode("ascii", "replace"), index, outcome.encode("ascii", "replace")
    )


def _judge(pinned: Pinned, policy: Policy | None, logged: Logged, document: bytes | None) -> Finding:
    finding = Finding(logged.number, "pass")
    _check_commit(pinned, logged, finding)
    if len(logged.outcomes) > 1:
        indexes = ", ".join(str(index) for index, _ in logged.outcomes)
        finding.fail("unique", f"the log of outcomes has more than one for this number, at {indexes}")
    bundle = None if document is None else _bundle(document)
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
    finding.terms = terms_of(bundle.get("open"), pinned, logged.number)
    if not logged.outcomes and finding.result == "pass":
        finding.result = "not proved"
    return finding


def _bundle(document: bytes) -> dict[str, Any] | None:
    try:
        value = strict_json.loads(document)
    except strict_json.NotStrict:
        return {"protocol": None}
    return value if isinstance(value, dict) else {"protocol": None}


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
    commit, outcome = bundle.get("commit"), bundle.get("outcome")
    if not isinstance(commit, dict) or commit.get("statement") != logged.commit:
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
    return SignedTerms(opened.opened, opened.expires, opened.hand, opened.game)
