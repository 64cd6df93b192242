"""Group commit: writers that queue while a commit is running are committed together in the next one (one fsync).

The first writer leads: it takes the lock between processes, runs what has queued up meanwhile in one transaction, commits, and
hands the lead to the next in the queue. A writer that is alone runs its own function at once.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar, cast

from sqlalchemy import Connection

from fairdeal.service.storage.database import Busy

T = TypeVar("T")

MOST_JOBS: Final = 64
"""How many functions one transaction may run: what bounds how long the others wait for it."""


class Job(Generic[T]):
    """A function that waits to be run in a transaction, and then what came of it."""

    __slots__ = ("_error", "_fn", "_result", "is_done", "wake")

    def __init__(self, fn: Callable[[Connection], T]) -> None:
        self._fn = fn
        self._result: T | None = None
        self._error: BaseException | None = None
        self.is_done = False
        # Held until the job is done, or leads.
        self.wake = threading.Lock()

    @property
    def has_failed(self) -> bool:
        """Whether the function raised, or was undone with those that shared its transaction."""
        return self._error is not None

    def call(self, connection: Connection) -> None:
        """Run the function; its error is its caller's, not that of the thread which happens to run it."""
        try:
            self._result = self._fn(connection)
        except Exception as error:  # noqa: BLE001 - carried to the caller as it is
            self._error = error

    def fail(self, error: BaseException) -> None:
        """Let the job fail, unless it has already."""
        if self._error is None:
            self._error = error

    def outcome(self) -> T:
        """What the function returned, or raised."""
        if self._error is not None:
            try:
                raise self._error
            finally:
                # An error refers to this frame, and this frame to the job: break the circle.
                self._error = None
        return cast("T", self._result)


class GroupCommit:
    """The queue of one process.

    ``commit(jobs, deadline)`` takes the lock between processes, calls ``jobs`` once for the jobs to run, runs them in one
    transaction and makes it durable. If it raises, none of them was stored.
    """

    def __init__(self, commit: Callable[[Callable[[], Sequence[Job[object]]], float], None], wait: float) -> None:
        self._commit = commit
        self._wait = wait
        # Guards the two below: whether some thread leads, and the jobs of the threads that wait meanwhile.
        self._mutex = threading.Lock()
        self._has_leader = False
        self._queue: deque[Job[object]] = deque()

    def run(self, fn: Callable[[Connection], T]) -> T:
        """What ``fn`` returned once it is on disk, or what it raised; :class:`Busy` if its turn did not come in time."""
        job = Job(fn)
        deadline = time.monotonic() + self._wait
        with self._mutex:
            leads = not self._has_leader
            if leads:
                self._has_leader = True
            else:
                job.wake.acquire()
                self._queue.append(cast("Job[object]", job))
        if leads or self._leads_after_waiting(cast("Job[object]", job)):
            self._lead(cast("Job[object]", job), deadline)
        return job.outcome()

    def _leads_after_waiting(self, job: Job[object]) -> bool:
        """Wait until the job is done (``False``), or has to lead (``True``)."""
        if not job.wake.acquire(timeout=self._wait):
            with self._mutex:
                if job in self._queue:
                    self._queue.remove(job)
                    raise Busy("Too many writers are waiting for the database.")
            # It is being run at this moment: what comes of it will be known.
            job.wake.acquire()
        return not job.is_done

    def _lead(self, job: Job[object], deadline: float) -> None:
        taken = [job]

        def jobs() -> Sequence[Job[object]]:
            with self._mutex:
                while self._queue and len(taken) < MOST_JOBS:
                    taken.append(self._queue.popleft())
            return taken

        try:
            self._commit(jobs, deadline)
        except Exception as error:  # noqa: BLE001 - raised again in each caller
            for queued in taken:
                queued.fail(error)
        except BaseException:
            # This thread is told to stop; what it did for others is undone, and theirs to repeat.
            for queued in taken:
                queued.fail(Busy("The process is stopping."))
            raise
        finally:
            with self._mutex:
                successor = self._queue.popleft() if self._queue else None
                self._has_leader = successor is not None
            if successor is not None:
                successor.wake.release()
            for queued in taken[1:]:
                queued.is_done = True
                queued.wake.release()
