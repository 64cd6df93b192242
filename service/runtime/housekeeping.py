"""What has to happen without a caller: numbers committed ahead, deals ended when their time is up, outcomes logged, checkpoints
published, old keys forgotten.

Every worker has a housekeeper; a lease in the database lets one of them work at a time. A task that fails is tried again at the
next round, and keeps no other task from its turn.
"""

import logging
import secrets
import threading
from collections.abc import Callable
from typing import Final

from fairdeal.service.context import Service
from fairdeal.service.deals.expiry import expire_due
from fairdeal.service.deals.failing import place_of
from fairdeal.service.log.outcomes import sequence
from fairdeal.service.log.publishing import publish
from fairdeal.service.log.witnessing import Witnesses
from fairdeal.service.numbers.committing import commit_ahead
from fairdeal.service.storage import deals, idempotency, lease

_LOG: Final = logging.getLogger("fairdeal.housekeeping")

LEASE: Final = "housekeeping"
LEASE_SECONDS: Final = 20
"""After so long another worker takes over from one that died."""
ROUND_SECONDS: Final = 1.0
PURGE_SECONDS: Final = 300
RETRY_SECONDS: Final = 300
"""After so long a deal that could not be ended is tried again, and said so again."""
AT_ONCE: Final = 50
"""How many deals one transaction ends: others wait no longer than that takes."""
MOST_PARTS: Final = 64
"""How many transactions one task takes in a round, so that each gets its turn."""


class Housekeeper:
    """The housekeeping of one worker: a thread between :meth:`start` and :meth:`stop`, or :meth:`run_once` by hand."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._holder = secrets.token_hex(8)
        self._witnesses = Witnesses.of(service.settings)
        self._purge_at = 0
        # Deals that cannot be ended, and when they are tried again.
        self._stuck: set[int] = set()
        self._retry_at = 0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Do a round each second, in the background."""
        self._thread = threading.Thread(target=self._run, name="housekeeping", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish what is being done, and let another worker take over within two seconds."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._attempt(self._let_go)
        self._witnesses.close()

    def run_once(self) -> bool:
        """Do what is due now; ``False`` if another worker is in charge, or if something failed (it is logged)."""
        held = False

        def hold() -> None:
            nonlocal held
            held = lease.hold(self._service.database, LEASE, self._holder, self._service.clock(), LEASE_SECONDS)

        done = True
        # Every task has its turn, whatever becomes of the others; but none begins when a slow one cost the lease.
        for task in (self._commit_ahead, self._expire, self._sequence, self._purge):
            if not self._attempt(hold) or not held:
                return False
            done &= self._attempt(task)
        return done

    def _run(self) -> None:
        while not self._stopping.wait(ROUND_SECONDS):
            self.run_once()

    def _attempt(self, task: Callable[[], None]) -> bool:
        try:
            task()
        except Exception as error:  # noqa: BLE001 - this thread goes on for as long as the worker does
            _LOG.error("%s", place_of(error))
            return False
        return True

    def _commit_ahead(self) -> None:
        service = self._service
        for _ in range(MOST_PARTS):
            if not commit_ahead(service.logs.commits, service.keys, service.settings.ahead):
                break
        publish(service.logs.commits, self._witnesses)

    def _expire(self) -> None:
        service = self._service
        now = service.clock()
        if now >= self._retry_at:
            self._stuck.clear()
            self._retry_at = now + RETRY_SECONDS
        for _ in range(MOST_PARTS):
            if not service.database.read(lambda conn: deals.due(conn, service.clock(), 1, self._stuck)):
                return
            expire_due(service, self._stuck, AT_ONCE)

    def _sequence(self) -> None:
        """Log what has ended since the last round: one checkpoint a round, so at most one a second.

        Also when another worker takes over: a lease that was given up is free for nobody for a second.
        """
        outcomes = self._service.logs.outcomes
        for _ in range(MOST_PARTS):
            if not sequence(outcomes):
                break
        publish(outcomes, self._witnesses)

    def _purge(self) -> None:
        service = self._service
        now = service.clock()
        if now < self._purge_at:
            return
        for _ in range(MOST_PARTS):
            if service.database.write(lambda conn: idempotency.purge(conn, now, AT_ONCE)) < AT_ONCE:
                break
        self._purge_at = now + PURGE_SECONDS

    def _let_go(self) -> None:
        now = self._service.clock()
        self._service.database.write(lambda conn: lease.release(conn, LEASE, self._holder, now))
