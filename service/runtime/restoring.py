"""Serving again from a restored copy of the database (protocol section 7).

A copy that lacks entries of a log is refused at every start. One that was made since the logs last grew cannot be told from what a
crash leaves, though claims, contributions and plays may be missing from it that somebody was told are stored. So no deal goes on from
such a copy: each that runs in it is voided as `failed`, with its seed, before anybody is served, and so is every number up to the
mark that the copy calls unissued.
"""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection

from fairdeal.service.context import Service, unix_time
from fairdeal.service.deals import failing
from fairdeal.service.deals.deal import RUNNING, Deal
from fairdeal.service.log.outcomes import sequence
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.runtime import startup
from fairdeal.service.settings import Settings
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage import deals as store
from fairdeal.service.storage.deals import DealRow

AT_ONCE: Final = 50

_LOG: Final = logging.getLogger("fairdeal.restore")


def restore(settings: Settings) -> tuple[int, list[int]]:
    """Check a restored store as a start does, void every deal that runs in it, and log that.

    Nothing serves meanwhile: the anchor is held alone from the check to the end.

    Returns:
        How many deals were voided, and the numbers that were set aside because not even their seed can be read.

    Raises:
        StartupRefused: the database was rolled back, or somebody serves from it.
    """
    anchor = startup.prepare(settings, retired_as="failed")
    if not anchor.serve_alone():
        anchor.close()
        raise StartupRefused("The service is running: stop it before you restore its database.")
    service = Service.start(settings, clock=unix_time, anchor=anchor)
    try:
        voided, aside = 0, list[int]()
        after = 0
        while rows := service.database.read(partial(_running, after=after)):
            for row in rows:
                if service.database.write(partial(_void, service, row)):
                    voided += 1
                else:
                    aside.append(row.number)
            after = rows[-1].number
        while sequence(service.logs.outcomes):
            pass
        witnesses = Witnesses.of(settings)
        publish(service.logs.outcomes, witnesses)
        witnesses.close()
        startup.lower_mark(service.database, anchor)
    finally:
        service.close()
    return voided, aside


def _running(conn: Connection, after: int) -> Sequence[DealRow]:
    return store.list_after(conn, after, AT_ONCE, tuple(sorted(RUNNING)))


def _void(service: Service, row: DealRow, conn: Connection) -> bool:
    """End a deal as ``failed``; False, with nothing stored, if not even its seed can be read."""
    try:
        columns = failing.failed(Deal(service, row))
    except failing.TROUBLES:
        raise
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one deal, the others have to be ended
        _LOG.error("deal %d is set aside: its seed cannot be read (%s)", row.number, type(error).__qualname__)
        return False
    return store.update(conn, row, **columns)
