"""Serving again from a restored copy of the database (protocol section 7).

A copy that lacks entries of a log is refused at every start. One that was made since the logs last grew cannot be told from what a
crash leaves, though claims, contributions and plays may be missing from it that somebody was told are stored. So no deal goes on from
such a copy: each that runs in it is voided, with its seed, before anybody is served.
"""

from typing import Final

from sqlalchemy import Connection

from fairdeal.service.context import Service, unix_time
from fairdeal.service.deals import ending
from fairdeal.service.deals.deal import RUNNING, Deal
from fairdeal.service.log.outcomes import sequence
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.runtime import startup
from fairdeal.service.settings import Settings
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage import deals as store

AT_ONCE: Final = 50


def restore(settings: Settings) -> int:
    """Check a restored store as a start does, void every deal that runs in it, and log that; how many there were.

    Raises:
        StartupRefused: the database was rolled back, or somebody serves from it.
    """
    anchor = startup.prepare(settings)
    if not anchor.serve_alone():
        anchor.close()
        raise StartupRefused("The service is running: stop it before you restore its database.")
    # Nobody else begins meanwhile: a start looks at the same lock.
    anchor.hold_shared(wait=0)
    service = Service.start(settings, clock=unix_time)
    try:
        voided = 0
        while count := service.database.write(lambda conn: _void(service, conn)):
            voided += count
        while sequence(service.logs.outcomes):
            pass
        witnesses = Witnesses.of(settings)
        publish(service.logs.outcomes, witnesses)
        witnesses.close()
    finally:
        service.close()
    startup.clean_stop(settings, anchor)
    return voided


def _void(service: Service, conn: Connection) -> int:
    running = [Deal(service, row) for row in store.list_after(conn, 0, AT_ONCE, tuple(sorted(RUNNING)))]
    return sum(store.update(conn, deal.row, **ending.void(deal, "abandoned", ())) for deal in running)
