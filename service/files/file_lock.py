"""Locks between the processes of one machine: flock(2), which the kernel releases when its holder dies."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_CLOSED: Final = -1
_SHORTEST: Final = 0.00005
_LONGEST: Final = 0.05


class FileLock:
    """The lock at a path, whose file is made if it is not there. One thread of a process uses it at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def try_acquire(self, *, shared: bool = False) -> bool:
        """Take the lock, or give up at once. A lock that is held changes its kind; the kernel lets go of it in between."""
        try:
            fcntl.flock(self._descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def acquire(self, *, shared: bool = False, deadline: float | None = None, longest_pause: float = _LONGEST) -> None:
        """Take the lock.

        Args:
            shared: With others that share it, instead of alone.
            deadline: When to give up, in `time.monotonic()` seconds; None waits as long as it takes.
            longest_pause: Seconds between two tries, at most.

        Raises:
            TimeoutError: the deadline passed.
        """
        if deadline is None:
            fcntl.flock(self._descriptor, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
            return
        pause = _SHORTEST
        while not self.try_acquire(shared=shared):
            if time.monotonic() >= deadline:
                raise TimeoutError(f"Another process holds {self.path}.")
            time.sleep(pause)
            pause = min(pause * 2, longest_pause)

    def release(self) -> None:
        """Let the next one have it."""
        fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the lock's file; a lock that is held is released."""
        if self._descriptor != _CLOSED:
            os.close(self._descriptor)
        # A number that was closed may soon name another file: closing again must not touch it.
        self._descriptor = _CLOSED


@contextmanager
def locked(path: Path, *, wait: float | None = None) -> Iterator[None]:
    """Hold the lock at a path alone.

    Args:
        path: The file of the lock. A file that is replaced at each change has its lock beside it.
        wait: Seconds after which to give up; None waits as long as it takes.

    Raises:
        TimeoutError: somebody else held it all the while.
    """
    lock = FileLock(path)
    try:
        lock.acquire(deadline=None if wait is None else time.monotonic() + wait)
        yield
    finally:
        lock.close()
