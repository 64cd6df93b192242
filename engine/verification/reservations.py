"""The reservations: what limits the proof of this bundle, beside the checks (protocol section 8)."""

from collections.abc import Iterator
from contextlib import suppress

from fairdeal.engine.errors import FairdealError
from fairdeal.engine.protocol import Void
from fairdeal.engine.verification.evidence import Evidence
from fairdeal.engine.verification.report import Reservation


def reservations(evidence: Evidence) -> Iterator[Reservation]:
    """Each that holds; parts that cannot be read give none, as a check has failed for them."""
    if not _is_witnessed(evidence):
        yield Reservation("no-witness", "no quorum of witnesses was asked for and shown: a split view is possible")
    for part in (_of_terms, _of_play, _of_outcome):
        with suppress(FairdealError):
            yield from part(evidence)


def _is_witnessed(evidence: Evidence) -> bool:
    """Whether both checkpoints were held against a quorum; if they fail it, their checks say so."""
    parts = (evidence.bundle.get("commit"), evidence.bundle.get("outcome"))
    is_logged = all(isinstance(part, dict) and part.get("proof") is not None for part in parts)
    return is_logged and evidence.policy is not None and evidence.policy.asks_for_witnesses


def _of_terms(evidence: Evidence) -> Iterator[Reservation]:
    if not evidence.was_opened:
        return
    opened, players = evidence.terms, evidence.players
    if len(opened.contributors) == 1:
        yield Reservation(
            "single-contributor", f"seat {opened.contributors[0]} alone contributed: it may be a friend of the operator"
        )
    silent = sorted(set(range(players or 0)) - set(opened.contributors))
    if silent:
        yield Reservation("silent-seats", f"no contribution by {', '.join(f'seat {seat}' for seat in silent)}")
    if len(opened.contributors) > 1 and not opened.sealed:
        yield Reservation("unsealed", "the last contributor could choose knowing the others' contributions")
    if opened.opener == "sighted":
        yield Reservation("sighted-opener", "the opener held every seat's token")


def _of_play(evidence: Evidence) -> Iterator[Reservation]:
    if not evidence.was_dealt:
        return
    keyed = dict(evidence.closed.keys)
    keyless = sorted(set(range(evidence.players or 0)) - set(keyed))
    if keyless:
        yield Reservation(
            "keyless-seats", f"the service alone attests the moves of {', '.join(f'seat {seat}' for seat in keyless)}"
        )
    yield from (Reservation(*reservation) for reservation in evidence.hand.reservations(keyed))
    if evidence.record.by == "opener":
        yield Reservation("by-opener", "the opener submitted the hand whole")


def _of_outcome(evidence: Evidence) -> Iterator[Reservation]:
    outcome = evidence.outcome
    if isinstance(outcome, Void):
        seats = f", waiting for {', '.join(f'seat {seat}' for seat in outcome.seats)}" if outcome.seats else ""
        yield Reservation("void-reason", f"the number was voided: {outcome.reason}{seats}")
