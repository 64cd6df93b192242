"""The reservations: what limits the proof of this bundle, beside the checks (protocol section 8)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from fairdeal.engine.errors import FairdealError
from fairdeal.engine.protocol import Void
from fairdeal.engine.verification.evidence import Evidence
from fairdeal.engine.verification.report import Reservation

_NO_WITNESS: Final = Reservation(
    "no-witness", "no quorum of witnesses was asked for and shown: a split view is possible"
)
_UNSEALED: Final = Reservation("unsealed", "the last contributor could choose knowing the others' contributions")
_SIGHTED: Final = Reservation("sighted-opener", "the opener held every seat's token")
_BY_OPENER: Final = Reservation("by-opener", "the opener submitted the hand whole")


def reservations(evidence: Evidence) -> list[Reservation]:
    """Each that holds; parts that cannot be read give none, as a check has failed for them."""
    found = [] if _is_witnessed(evidence) else [_NO_WITNESS]
    for part in (_of_terms, _of_play, _of_outcome):
        try:
            found.extend(part(evidence))
        except FairdealError:
            continue
    return found


def _is_witnessed(evidence: Evidence) -> bool:
    """Whether both checkpoints were held against a quorum; if they fail it, their checks say so."""
    if evidence.policy is None or not evidence.policy.asks_for_witnesses:
        return False
    parts = (evidence.bundle.get("commit"), evidence.bundle.get("outcome"))
    return all(isinstance(part, dict) and part.get("proof") is not None for part in parts)


def _of_terms(evidence: Evidence) -> Iterator[Reservation]:
    if not evidence.was_opened:
        return
    opened, players = evidence.terms, evidence.players
    if len(opened.contributors) == 1:
        yield _single(opened.contributors[0])
    silent = tuple([seat for seat in range(players or 0) if seat not in opened.contributors])
    if silent:
        yield _about_seats("silent-seats", "no contribution by", silent)
    if len(opened.contributors) > 1 and not opened.sealed:
        yield _UNSEALED
    if opened.opener == "sighted":
        yield _SIGHTED


def _of_play(evidence: Evidence) -> Iterator[Reservation]:
    if not evidence.was_dealt:
        return
    keyed = dict(evidence.closed.keys)
    keyless = tuple([seat for seat in range(evidence.players or 0) if seat not in keyed])
    if keyless:
        yield _about_seats("keyless-seats", "the service alone attests the moves of", keyless)
    yield from (Reservation(*reservation) for reservation in evidence.hand.reservations(keyed))
    if evidence.record.by == "opener":
        yield _BY_OPENER


def _of_outcome(evidence: Evidence) -> Iterator[Reservation]:
    outcome = evidence.outcome
    if isinstance(outcome, Void):
        seats = f", waiting for {', '.join(f'seat {seat}' for seat in outcome.seats)}" if outcome.seats else ""
        yield Reservation("void-reason", f"the number was voided: {outcome.reason}{seats}")


# There are few seats, and so few sentences.
@lru_cache(maxsize=16)
def _single(seat: int) -> Reservation:
    return Reservation("single-contributor", f"seat {seat} alone contributed: it may be a friend of the operator")


@lru_cache(maxsize=256)
def _about_seats(name: str, sentence: str, seats: tuple[int, ...]) -> Reservation:
    return Reservation(name, f"{sentence} {', '.join(f'seat {seat}' for seat in seats)}")
