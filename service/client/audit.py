"""An audit: both logs mirrored, every number checked, and what only all of them together show (protocol sections 6 and 8).

One commitment and one outcome for each number, none of them overdue; openings that never go back in time; redeals of a score sheet's
hand without a gap in their attempts; and every bundle as `fairdeal.engine.verification` checks it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from fairdeal.engine import strict_json
from fairdeal.engine.errors import FairdealError
from fairdeal.engine.protocol import Genesis, Void, parse_outcome
from fairdeal.engine.protocol.void import TIMED_OUT
from fairdeal.engine.tlog.policy import Policy
from fairdeal.service.client.audited import Finding, Logged, Pinned, SignedTerms, judge, terms_of
from fairdeal.service.client.errors import Refused
from fairdeal.service.client.http import Api
from fairdeal.service.client.mirror import Mirror

GRACE: Final = 3600
"""Seconds after which an outcome that is not there is overdue (protocol section 6)."""
AT_ONCE: Final = 200
"""Bundles fetched by one call."""
GENESIS: Final = 0
"""The number that findings on the genesis, and on entries about no number, go under."""

_USUAL: Final = re.compile(
    rb'\{"protocol":"fairdeal/v1","origin":"[a-z0-9.-]{1,100}","vkeys":\{[^{}\\]*\},"number":([1-9][0-9]{0,15}),'
)
"""How the line of a bundle begins, as the service writes it."""

Progress = Callable[[int, int], None]
"""Hears how many numbers were checked, of how many."""


class Audit:
    """An audit of one service, which goes on where an earlier one in the same folder stopped."""

    def __init__(self, api: Api, pinned: Pinned, folder: Path, *, now: int, jobs: int = 1) -> None:
        """``folder`` keeps the mirrored logs and what was found; ``now`` is in Unix seconds."""
        self._api = api
        self._pinned = pinned
        self._folder = folder
        self._now = now
        self._jobs = jobs
        policy = None if pinned.policy is None else Policy.from_text(pinned.policy)
        # What passed without a policy, or under another one, is judged anew.
        under = "" if pinned.policy is None else "-" + sha256(pinned.policy.encode()).hexdigest()[:16]
        self._timed_out: set[int] = set()
        """Numbers whose logged outcome says that time ran out."""
        self._passed = folder / f"passed{under}.jsonl"
        self._commits, self._outcomes = (
            Mirror(api, role, pinned.vkeys[role], folder / role, policy) for role in ("commits", "outcomes")
        )

    def run(self, first: int | None, last: int | None, progress: Progress) -> Iterator[Finding]:
        """Findings on the numbers ``first`` to ``last`` (by default on all), in the order of the numbers.

        Raises:
            Caught: a log is forked, or not what its key signed.
            Refused, Unreachable: as `fairdeal.service.client.http` has it.
        """
        # Outcomes first: so whatever has one has its commitment in what is mirrored after.
        self._outcomes.update()
        self._commits.update()
        genesis, deadline = self._genesis()
        if genesis.result != "pass":
            yield genesis
        first, last = first or 1, min(last or self._commits.size - 1, self._commits.size - 1)
        by_number, strays = self._outcomes_by_number()
        yield from strays
        findings = list(self._check(first, last, by_number, progress))
        _check_times(findings, deadline, self._now)
        self._check_early(findings)
        _check_attempts(findings)
        self._check_overdue(findings, deadline)
        yield from findings

    # -- the logs -----------------------------------------------------------------------------------------------

    def _genesis(self) -> tuple[Finding, int]:
        """What entry 0 says of the keys, and the deadline that it sets (none can be kept if it cannot be read)."""
        finding = Finding(GENESIS, "pass")
        text = next(self._commits.entries(), None)
        try:
            genesis = Genesis.from_text(text or "")
        except FairdealError as fault:
            finding.fail("genesis", f"entry 0 of the commits log is no genesis: {fault}")
            return finding, 0
        named = (genesis.origin, genesis.statements_vkey, genesis.outcomes_vkey)
        if named != (self._pinned.origin, self._pinned.vkeys["statements"], self._pinned.vkeys["outcomes"]):
            finding.fail("genesis", "the genesis names another origin, or other keys, than those that are pinned")
        return finding, genesis.deadline

    def _outcomes_by_number(self) -> tuple[dict[int, list[int]], list[Finding]]:
        """Where the outcomes of each number stand, and the entries that are none of any number here."""
        places: dict[int, list[int]] = defaultdict(list)
        strays = []
        for index, text in enumerate(self._outcomes.entries()):
            try:
                outcome = parse_outcome(text)
            except FairdealError as fault:
                strays.append(Finding(GENESIS, "fail", {"outcome-logged": f"entry {index} is no outcome: {fault}"}))
                continue
            if outcome.origin != self._pinned.origin or outcome.number >= self._commits.size:
                why = f"entry {index} is about {outcome.origin}, {outcome.number}, which is not committed"
                strays.append(Finding(GENESIS, "fail", {"outcome-logged": why}))
                continue
            places[outcome.number].append(index)
            if isinstance(outcome, Void) and outcome.reason in TIMED_OUT:
                self._timed_out.add(outcome.number)
        return places, strays

    def _logged(self, first: int, last: int, places: dict[int, list[int]]) -> Iterator[Logged]:
        wanted = {index for number in range(first, last + 1) for index in places.get(number, ())}
        texts = {index: text for index, text in enumerate(self._outcomes.entries()) if index in wanted}
        for number, text in enumerate(self._commits.entries()):
            if first <= number <= last:
                yield Logged(number, text, tuple((index, texts[index]) for index in places.get(number, ())))

    # -- number by number ---------------------------------------------------------------------------------------

    def _check(self, first: int, last: int, places: dict[int, list[int]], progress: Progress) -> Iterator[Finding]:
        known = self._recall()
        total, done = max(0, last - first + 1), 0
        with ExitStack() as stack:
            pool = stack.enter_context(ProcessPoolExecutor(self._jobs)) if self._jobs > 1 else None
            notes = stack.enter_context(self._passed.open("a", encoding="utf-8"))
            for batch in _batches(self._logged(first, last, places), AT_ONCE):
                # A second outcome may have come since: then an old finding is worth nothing.
                new = [one for one in batch if one.number not in known or len(one.outcomes) != 1]
                found = {one.number: known[one.number] for one in batch if one.number in known}
                documents = self._fetch([one.number for one in new])
                work = [(one, documents.get(one.number)) for one in new]
                # The more a process checks at a time, the quicker.
                piece = -(-AT_ONCE // self._jobs)
                pieces = [work[at : at + piece] for at in range(0, len(work), piece)]
                check = partial(judge, self._pinned)
                for judged in pool.map(check, pieces) if pool is not None else map(check, pieces):
                    for finding in judged:
                        found[finding.number] = finding
                        if finding.result == "pass":
                            notes.write(finding.line() + "\n")
                notes.flush()
                done += len(batch)
                progress(done, total)
                yield from (found[one.number] for one in batch)

    def _recall(self) -> dict[int, Finding]:
        """What earlier audits in this folder found to pass: a number that has its outcome never changes."""
        path = self._passed
        known = {}
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            try:
                finding = Finding.from_line(line)
            except (ValueError, TypeError):
                # The last line of an audit that was killed.
                continue
            known[finding.number] = finding
        return known

    def _fetch(self, numbers: Sequence[int]) -> dict[int, bytes]:
        """What the service answers for these numbers, by number."""
        documents: dict[int, bytes] = {}
        after = numbers[0] - 1 if numbers else 0
        while numbers and after < numbers[-1]:
            answer = self._api.get_raw(f"/v1/proofs?after={after}&limit={AT_ONCE}")
            reached = after
            for line in answer.splitlines():
                number = _number_of(line)
                if number is not None:
                    documents[number] = line
                    reached = max(reached, number)
            if reached == after:
                break
            after = reached
        return documents

    def _check_early(self, findings: Sequence[Finding]) -> None:
        """Nobody's time runs out before the deal expires."""
        for finding in findings:
            if finding.terms is not None and finding.number in self._timed_out and self._now < finding.terms.expires:
                finding.fail("outcome-logged", f"its time ran out, but it expires at {finding.terms.expires} only")

    # -- what only all of them show -----------------------------------------------------------------------------

    def _check_overdue(self, findings: Sequence[Finding], deadline: int) -> None:
        pending = [finding for finding in findings if finding.result == "not proved"]
        if not pending:
            return
        openings = self._openings(findings)
        newest = openings[-1][1] if openings else 0
        earliest: tuple[int, int] | None = None
        """The earliest opening of any higher number."""
        for finding in reversed(pending):
            while openings and openings[-1][1] > finding.number:
                opening = openings.pop()
                earliest = opening if earliest is None else min(earliest, opening)
            # Above the newest opening there are no terms yet.
            terms = finding.terms or (self._terms(finding.number) if finding.number <= newest else None)
            finding.terms = terms
            if terms is not None and self._now > terms.expires + GRACE:
                why = f"it expired {self._now - terms.expires} seconds ago and has no outcome in the log"
            elif earliest is not None and self._now > earliest[0] + deadline + GRACE:
                why = f"number {earliest[1]} was opened longer ago than any deal may run, and this one has no outcome in the log"
            else:
                continue
            finding.result = "overdue"
            finding.failed["outcome-logged"] = why

    def _openings(self, findings: Sequence[Finding]) -> list[tuple[int, int]]:
        """When which numbers were opened, ascending by number: those that were checked, and the highest handed out."""
        openings = {one.number: one.terms.opened for one in findings if one.terms is not None}
        handed_out = self._api.get("/v1/info").integer("handed_out")
        terms = self._terms(handed_out) if handed_out else None
        if terms is not None:
            openings[handed_out] = terms.opened
        return [(openings[number], number) for number in sorted(openings)]

    def _terms(self, number: int) -> SignedTerms | None:
        try:
            view = self._api.get(f"/v1/deals/{number}")
        except Refused:
            return None
        return terms_of(view.members.get("open"), self._pinned, number)


def _check_times(findings: Iterable[Finding], deadline: int, now: int) -> None:
    latest = 0
    for finding in findings:
        if finding.terms is None:
            continue
        if finding.terms.opened < latest:
            finding.fail("terms", f"it was opened at {finding.terms.opened}, a lower number at {latest}")
        if finding.terms.opened > now + GRACE:
            finding.fail("terms", f"it was opened {finding.terms.opened - now} seconds from now")
        if finding.terms.expires - finding.terms.opened > deadline:
            finding.fail("terms", f"it may run longer than the {deadline} seconds of the genesis")
        latest = max(latest, finding.terms.opened)


def _check_attempts(findings: Sequence[Finding]) -> None:
    """A score sheet's hand is dealt in attempts 1, 2, 3…, none left out and none twice: a gap is a hidden deal."""
    attempts: dict[tuple[str, int], list[tuple[int, Finding]]] = defaultdict(list)
    for finding in findings:
        if finding.terms is not None and finding.terms.sheet is not None:
            sheet, attempt = finding.terms.sheet
            attempts[sheet, finding.terms.hand].append((attempt, finding))
    starts_at_one = not findings or findings[0].number == 1
    for (sheet, hand), dealt in attempts.items():
        expected = 1 if starts_at_one else dealt[0][0]
        for attempt, finding in dealt:
            if attempt != expected:
                finding.fail(
                    "attempts", f"it is attempt {attempt} at hand {hand} of the sheet {sheet}; expected {expected}"
                )
            expected = attempt + 1


def _batches(items: Iterable[Logged], size: int) -> Iterator[list[Logged]]:
    batch: list[Logged] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def _number_of(line: bytes) -> int | None:
    """The number that a line of bundles is about; None for what cannot be read, which then is missing for its number."""
    usual = _USUAL.match(line)
    if usual is not None:
        # What is wrong behind its beginning, the check of the number finds.
        return int(usual[1])
    try:
        value = strict_json.loads(line)
    except strict_json.NotStrict:
        return None
    number = value.get("number") if isinstance(value, dict) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else None
