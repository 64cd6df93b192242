"""A lock between the processes of one machine, fair and bounded in time.

Waiting on SQLite's own lock starves writers: who waits sleeps, and who has just written takes the lock again. Here the next
in line holds the turnstile while it waits for the lock, so whoever comes back has to queue behind it. Both are flock(2) locks: the
kernel releases them when their holder dies.
"""

import fcntl
import os
import time
from pathlib import Path
from typing import Final

from fairdeal.service.storage.database import Busy

_SHORTEST: Final = 0.00005
_CLOSED: Final = -1
_LONGEST: Final = 0.0002


class WriteLock:
    """The lock at a path. One thread of a process uses it at a time."""

    def __init__(self, path: Path) -> None:
        self._lock = _open(path)
        self._turnstile = _open(path.with_name(path.name + "-turnstile"))

    def acquire(self, deadline: float) -> None:
        """Take the lock before ``deadline`` (``time.monotonic()``), or raise :class:`Busy`."""
        _take(self._turnstile, deadline)
        try:
            _take(self._lock, deadline)
        finally:
            fcntl.flock(self._turnstile, fcntl.LOCK_UN)

    def release(self) -> None:
        """Let the next in line have it."""
        fcntl.flock(self._lock, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the lock files; a lock that is held is released."""
        for descriptor in (self._lock, self._turnstile):
            if descriptor != _CLOSED:
                os.close(descriptor)
        # A number that was closed may soon name another file: closing again must not touch it.
        self._lock = self._turnstile = _CLOSED


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _take(descriptor: int, deadline: float) -> None:
    pause = _SHORTEST
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise Busy("Too many writers are waiting for the database.") from None
            time.sleep(pause)
            pause = min(pause * 2, _LONGEST)
        else:
            return
