"""Ending a deal whose state cannot be read as void `failed`, with what of it still can be (protocol section 6).

A part that cannot be read is dropped, and so is all that rests on it: the outcome names what the audit bundle is able to show. So a
table that cannot be read takes the nonces and the moves with it; moves that cannot be read leave the hand as it was dealt.
"""

import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from fairdeal.engine.errors import UnknownOption
from fairdeal.engine.tlog.note import Verifier
from fairdeal.service.deals import ending
from fairdeal.service.deals.deal import Deal
from fairdeal.service.storage.database import DRIVER_ERRORS, Again, Busy

TROUBLES: Final = (*DRIVER_ERRORS, Again, Busy, UnknownOption)
"""Errors that say nothing of a deal's state: the database's own, and a ruleset of a later version than this one."""


class Part(NamedTuple):
    """A part of a deal's row."""

    read: Callable[[Deal], object]
    """Raises an error if the part cannot be read."""
    dropped: tuple[str, ...]
    """The columns that are emptied then."""


def place_of(error: Exception) -> str:
    """What failed and where, for the log: the text of an error may quote the row."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__qualname__} at {where.filename}:{where.lineno}"


def require_readable(deal: Deal) -> None:
    """Read every part of a deal; raises whatever is wrong with one."""
    for part in _PARTS:
        part.read(deal)


def failed(deal: Deal) -> dict[str, object]:
    """The columns that end a deal that the service gives up: because its state cannot be read, or after a restore.

    Raises whatever it meets if not even the server seed can be read: without it there is no outcome.
    """
    emptied: dict[str, object] = {}
    for part in _PARTS:
        try:
            part.read(deal)
        except TROUBLES:
            raise
        except Exception:  # noqa: BLE001 - a damaged row may break a reader in any way
            emptied |= {column: _EMPTY.get(column) for column in part.dropped}
            deal = Deal(deal.service, replace(deal.row, **emptied))  # type: ignore[arg-type]  # columns by name
    return {**emptied, **ending.void(deal, "failed", ())}


def _terms(deal: Deal) -> None:
    _verify(deal, deal.row.open_note)
    if deal.ruleset.hash() != deal.open.rules:
        raise ValueError("the stored ruleset is not that of the open statement")


def _seals(deal: Deal) -> None:
    _verify(deal, deal.row.seals_note)
    if deal.seals_statement is not None and deal.seals_statement.open != deal.open.hash():
        raise ValueError("the seals are those of another deal")


def _table(deal: Deal) -> None:
    _verify(deal, deal.row.table_note)
    if deal.table is None and len(deal.nonces) == len(deal.open.contributors):
        raise ValueError("every contribution is there, but no table")
    if deal.table is not None and deal.table.open != deal.open.hash():
        raise ValueError("the table is another deal's")


def _moves(deal: Deal) -> None:
    if deal.table is None:
        if deal.row.moves:
            raise ValueError("there are moves, but no table")
    elif deal.hand.is_complete:
        raise ValueError("the hand is played out, but was not revealed")


def _verify(deal: Deal, note: str | None) -> None:
    if note is not None:
        Verifier.from_vkey(deal.service.keys.vkeys["statements"]).verify(note)


_EMPTY: Final[dict[str, object]] = {"moves": b""}
"""What an emptied column holds, where that is not null."""
_OF_TABLE: Final = ("nonces", "table_note", "moves")
_PARTS: Final = (
    Part(_terms, ("open_note", "ruleset_hash", "claims", "seals", "seals_note", *_OF_TABLE)),
    Part(lambda deal: deal.claims, ("claims",)),
    Part(lambda deal: deal.seals, ("seals",)),
    Part(_seals, ("seals_note", *_OF_TABLE)),
    Part(lambda deal: deal.nonces, ("nonces",)),
    Part(_table, _OF_TABLE),
    Part(_moves, ("moves",)),
)
"""What rests on another part stands behind it."""
