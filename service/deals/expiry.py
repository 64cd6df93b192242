"""Ending deals past their expiry: when a call reads one, and in the background."""

import logging
from typing import Final

from sqlalchemy import Connection

from fairdeal.service.context import Service
from fairdeal.service.deals import ending
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.failing import TROUBLES, failed, place_of, require_readable
from fairdeal.service.storage import deals as store
from fairdeal.service.storage.database import DRIVER_ERRORS, Again, Busy

_LOG: Final = logging.getLogger("fairdeal.deals")


def expire(conn: Connection, deal: Deal) -> bool:
    """End a deal past its expiry, as `failed` if its state cannot be read; ``False`` if it was changed meanwhile."""
    try:
        changes = _expired(deal)
    except TROUBLES:
        raise
    except Exception as error:  # noqa: BLE001 - a damaged row may break a reader in any way
        changes = failed(deal)
        _LOG.error("deal %d cannot be read and is ended as failed: %s", deal.number, place_of(error))
    return store.update(conn, deal.row, **changes)


def _expired(deal: Deal) -> dict[str, object]:
    require_readable(deal)
    withheld = deal.row.state == "contributing" and deal.open.sealed
    seats = ending.waited_for(deal)
    if not seats:
        raise ValueError("the deal runs, but waits for nobody")
    return ending.void(deal, "withheld" if withheld else "expired", seats)


def expire_due(service: Service, stuck: set[int], limit: int = 100) -> int:
    """End up to ``limit`` running deals that are past their time; says how many.

    A deal that cannot be ended does not block the others: it is logged, and its number added to ``stuck``, which are skipped.
    """

    def expire_batch(conn: Connection) -> int:
        due = [Deal(service, row) for row in store.due(conn, service.clock(), limit, stuck)]
        return sum(_ended(conn, deal, stuck) for deal in due)

    return service.database.write(expire_batch)


def _ended(conn: Connection, deal: Deal, stuck: set[int]) -> bool:
    try:
        return expire(conn, deal)
    except (*DRIVER_ERRORS, Again, Busy):
        # The database's troubles are those of all deals.
        raise
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one deal, the others have to be ended
        _LOG.error("deal %d cannot be ended: %s", deal.number, place_of(error))
        stuck.add(deal.number)
        return False
