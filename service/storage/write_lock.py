"""A lock between the processes of one machine, fair and bounded in time.

Waiting on SQLite's own lock starves writers: who waits sleeps, and who has just written takes the lock again. Here the next
in line holds the turnstile while it waits for the lock, so whoever comes back has to queue behind it. Both are flock(2) locks: the
kernel releases them when their holder dies.
"""

from pathlib import Path
from typing import Final

from fairdeal.service.files.file_lock import FileLock
from fairdeal.service.storage.database import Busy

_LONGEST_PAUSE: Final = 0.0002
"""Seconds between two tries for the lock; writers come by the thousand a second."""


class WriteLock:
    """The lock at a path. One thread of a process uses it at a time."""

    def __init__(self, path: Path) -> None:
        self._lock = FileLock(path)
        self._turnstile = FileLock(path.with_name(path.name + "-turnstile"))

    def acquire(self, deadline: float) -> None:
        """Take the lock before ``deadline`` (``time.monotonic()``), or raise :class:`Busy`."""
        try:
            self._turnstile.acquire(deadline=deadline, longest_pause=_LONGEST_PAUSE)
            try:
                self._lock.acquire(deadline=deadline, longest_pause=_LONGEST_PAUSE)
            finally:
                self._turnstile.release()
        except TimeoutError:
            raise Busy("Too many writers are waiting for the database.") from None

    def release(self) -> None:
        """Let the next in line have it."""
        self._lock.release()

    def close(self) -> None:
        """Close the lock files; a lock that is held is released."""
        self._lock.close()
        self._turnstile.close()
