"""Ending the deals whose time ran out while nobody was looking."""

import logging
import traceback
from typing import Final

from sqlalchemy import Connection

from fairdeal.service.context import Service
from fairdeal.service.deals import ending
from fairdeal.service.deals.deal import Deal
from fairdeal.service.storage import deals as store
from fairdeal.service.storage.database import DRIVER_ERRORS, Again, Busy

_LOG: Final = logging.getLogger("fairdeal.deals")


def expire_due(service: Service, stuck: set[int], limit: int = 100) -> int:
    """End up to ``limit`` running deals that are past their time; says how many.

    A deal that cannot be ended holds up no other: it is logged, and its number added to ``stuck``, which are left out.
    """

    def expire(conn: Connection) -> int:
        due = [Deal(service, row) for row in store.due(conn, service.clock(), limit, stuck)]
        return sum(_ended(conn, deal, stuck) for deal in due)

    return service.database.write(expire)


def _ended(conn: Connection, deal: Deal, stuck: set[int]) -> bool:
    try:
        return ending.expire(conn, deal)
    except (*DRIVER_ERRORS, Again, Busy):
        # The database's troubles are those of all deals.
        raise
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one deal, the others have to be ended
        # Only what failed and where: the text of an error may quote the row.
        where = traceback.extract_tb(error.__traceback__)[-1]
        kind = type(error).__qualname__
        _LOG.error("deal %d cannot be ended: %s at %s:%d", deal.number, kind, where.filename, where.lineno)
        stuck.add(deal.number)
        return False
