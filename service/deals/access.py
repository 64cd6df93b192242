"""Who may call what: 404 before 401 before 403, so that errors tell a stranger nothing about a deal."""

import hmac
from dataclasses import dataclass
from typing import Literal

from fairdeal.service.context import Service
from fairdeal.service.deals import tokens
from fairdeal.service.deals.deal import Deal
from fairdeal.service.problems import Problem
from fairdeal.service.storage import deals as store
from fairdeal.service.storage import sheets
from fairdeal.service.storage.deals import DealRow

Role = Literal["claim", "sealer", "contributor", "seat", "any-seat", "opener", "sighted-opener", "reader"]
"""What an address requires: ``claim`` the seat's invite or its token; ``seat`` the seat's token, ``sealer`` and
``contributor`` the same of a seat that owes a seal or a contribution; ``any-seat`` that of some seat; ``opener`` the
opener's token; ``sighted-opener`` that of an opener who may see the cards; ``reader`` the seat's token or a sighted
opener's."""


@dataclass(frozen=True, slots=True)
class Admission:
    """An authorized caller: of which deal, and as which seat (``None``: as its opener)."""

    deal: Deal
    """As it was read when the caller was authorized."""
    seat: int | None


def row_of(service: Service, number: int) -> DealRow:
    """The row of a committed number, or 404."""
    row = service.database.read(lambda conn: store.fetch(conn, number))
    if row is None:
        raise Problem("not-found", f"There is no deal {number}: that number is not committed yet.")
    return row


def opened(service: Service, number: int) -> Deal:
    """A deal that was handed out, or 404: before that it has no seats and no opener."""
    deal = Deal(service, row_of(service, number))
    if not deal.was_opened:
        raise Problem("not-found", f"Deal {number} was not handed out: it has no seats.")
    return deal


def admit(service: Service, number: int, bearer: str | None, *, role: Role, seat: int | None = None) -> Admission:
    """Authorize the caller, or raise the problem: 404, 401, 403, in that order.

    ``seat`` is the seat that the address names, if it names one. Reads only.
    """
    deal = opened(service, number)
    if seat is not None and not 0 <= seat < deal.ruleset.players:
        raise Problem("not-found", f"Deal {number} has no seat {seat}: its seats are 0 to {deal.ruleset.players - 1}.")
    if role == "sealer" and not (deal.open.sealed and seat in deal.open.contributors):
        raise Problem("not-found", f"Deal {number} takes no seal from seat {seat}.")
    if role == "contributor" and seat not in deal.open.contributors:
        raise Problem("not-found", f"Seat {seat} is not a contributor of deal {number}.")
    if bearer is None:
        raise _unauthorized("This address requires a token: Authorization: Bearer fd_…")
    asking = _who(service, deal, bearer, claiming=seat if role == "claim" else None)
    if role in ("opener", "sighted-opener"):
        if asking != tokens.OPENER:
            raise _forbidden("This address is for the deal's opener; the token is a seat's.")
        if role == "sighted-opener" and deal.is_blind:
            raise _forbidden("A blind opener can neither see hands nor submit moves.")
        return Admission(deal, None)
    if asking == tokens.OPENER:
        if role == "reader" and not deal.is_blind:
            return Admission(deal, None)
        raise _forbidden("This address is for a seat's token; the token is the opener's.")
    if seat is not None and asking != seat:
        raise _forbidden(f"The token is seat {asking}'s; this address is seat {seat}'s.")
    if role != "claim" and deal.is_blind and asking not in deal.claims:
        raise _forbidden(f"The token is an invite: claim seat {asking} with it first, with a token of your own.")
    return Admission(deal, asking)


def _who(service: Service, deal: Deal, bearer: str, *, claiming: int | None) -> int:
    """The role that the bearer token proves in this deal; 401 for an unknown token, 403 for another deal's."""
    digest = tokens.digest(bearer)
    for seat, claim in deal.claims.items():
        if hmac.compare_digest(claim.token, digest):
            return seat
    where = tokens.address(bearer)
    if where is not None and where.number == deal.number and deal.is_token(bearer, where.role):
        # A seat's derived token is spent by the claim: after it, it is good for repeating the claim alone.
        if where.role not in deal.claims or where.role == claiming:
            return where.role
        raise _unauthorized(f"Seat {where.role} was claimed: this token is spent, use the one that claimed it.")
    if _is_elsewhere(service, deal, bearer, digest, where):
        raise _forbidden("The token belongs to another deal, or to a score sheet.")
    raise _unauthorized("Unknown token.")


def _is_elsewhere(service: Service, deal: Deal, bearer: str, digest: bytes, where: tokens.Address | None) -> bool:
    if where is not None and where.number != deal.number:
        row = service.database.read(lambda conn: store.fetch(conn, where.number))
        if row is not None and row.open_note is not None and Deal(service, row).is_token(bearer, where.role):
            return True
    return service.database.read(lambda conn: store.is_claimed_elsewhere(conn, digest) or sheets.is_token(conn, digest))


def _unauthorized(detail: str) -> Problem:
    return Problem("unauthorized", detail)


def _forbidden(detail: str) -> Problem:
    return Problem("forbidden", detail)
