"""Serving again from a restored copy of the database (protocol section 7).

A copy that lacks entries of a log is refused at every start. One that was made since the logs last grew cannot be told from what a
crash leaves, though claims, contributions and plays that were confirmed to somebody may be missing from it. So no deal goes on from
such a copy: each that runs in it, and each number that may have been handed out since, ends as void `failed` before anybody is
served.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import Connection

from fairdeal.service.context import Service, unix_time
from fairdeal.service.deals.deal import Deal
from fairdeal.service.deals.failing import TROUBLES, failed, place_of
from fairdeal.service.keys.anchor import Anchor
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.log.logs import Logs
from fairdeal.service.log.outcomes import sequence
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.numbers.retiring import retire
from fairdeal.service.runtime import startup
from fairdeal.service.settings import Settings
from fairdeal.service.startup_refused import StartupRefused
from fairdeal.service.storage import deals as store
from fairdeal.service.storage import numbers
from fairdeal.service.storage.database import Again, Database
from fairdeal.service.storage.rulesets import Rulesets

AT_ONCE: Final = 50
"""How many deals one transaction ends."""

_LOG: Final = logging.getLogger("fairdeal.restoring")


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore has done."""

    voided: int
    """How many running deals were ended."""
    retired: int
    """How many numbers were ended that the copy calls unissued."""
    set_aside: tuple[int, ...]
    """The numbers, ascending, whose stored state does not even give the seed: they have no outcome."""


@dataclass(frozen=True, slots=True)
class _Batch:
    last: int
    voided: int
    set_aside: list[int]


def restore(settings: Settings, *, clock: Callable[[], int] = unix_time) -> Restored:
    """Check a restored copy as a start does, end every deal that runs in it, and log the outcomes.

    No start and no serving process gets past its lock until this returns.

    Raises:
        StartupRefused: the database was rolled back or is empty, somebody serves from it, or the files beside it do not fit.
    """
    with startup.one_start(settings) as database:
        if database.read(numbers.fetch) is None:
            raise StartupRefused("The database is empty: put the copy in place before you restore it.")
        keys, anchor = startup.resume(settings, database)
        try:
            if not anchor.serve_alone():
                raise StartupRefused("The service is running: stop it before you restore its database.")
            return _restore(settings, database, keys, anchor, clock)
        finally:
            anchor.close()


def _restore(
    settings: Settings, database: Database, keys: KeyFile, anchor: Anchor, clock: Callable[[], int]
) -> Restored:
    logs = Logs(database, keys, anchor)
    startup.check_logs(logs)
    issued, mark = startup.check_mark(database, anchor)
    anchor.resume()
    unreadable = retire(database, keys, issued.next, mark, clock(), "failed")
    service = Service(settings, database, keys, anchor, logs, Rulesets(database), clock)
    voided, last = 0, 0
    set_aside = []
    while batch := database.write(partial(_end_batch, service=service, after=last)):
        last = batch.last
        voided += batch.voided
        set_aside += batch.set_aside
    while sequence(logs.outcomes):
        pass
    witnesses = Witnesses.of(settings)
    try:
        publish(logs.outcomes, witnesses)
    finally:
        witnesses.close()
    return Restored(voided, mark + 1 - issued.next - len(unreadable), tuple(set_aside))


def _end_batch(conn: Connection, service: Service, after: int) -> _Batch | None:
    rows = store.unended_after(conn, after, AT_ONCE)
    set_aside = []
    for row in rows:
        try:
            changes = failed(Deal(service, row))
        except TROUBLES:
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one deal, the others have to be ended
            _LOG.error("deal %d cannot be ended: %s", row.number, place_of(error))
            set_aside.append(row.number)
            continue
        if not store.update(conn, row, **changes):
            raise Again
    return _Batch(rows[-1].number, len(rows) - len(set_aside), set_aside) if rows else None
