"""The anchor: what must never go back, in a file outside the database (protocol section 7).

It holds the number mark: no number above it is handed out before a higher mark is on disk. So after a crash, or when an older
copy of the database comes back, the numbers that somebody may have seen are known without the database. Three lines of text::

    fairdeal/v1 anchor
    deals.example.com
    mark 1088

Two lock files lie beside it. ``anchor.lock`` is held while the file is changed. ``anchor.serving`` is held, shared, by every
process that hands out numbers or is about to; who holds it alone knows that nobody does, and may retire numbers. Several
hosts share one anchor through a file system that shares flock(2) locks.
"""

import fcntl
import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

from service import durable_file
from service.refusal import StartupRefused

STEP: Final = 64
"""By how much the mark is raised at a time, at most: what a crash can cost in retired numbers."""

_FORM: Final = re.compile(r"fairdeal/v1 anchor\n([a-z0-9.-]{1,100})\nmark (0|[1-9][0-9]{0,15})\n", re.ASCII)
_PAUSE: Final = 0.02


class AnchorError(StartupRefused):
    """The anchor is missing, malformed, another origin's, or went back."""


class Anchor:
    """The anchor of an origin, as one process holds it. Safe to use from several threads."""

    def __init__(self, path: Path, origin: str) -> None:
        self.path = path
        self.origin = origin
        # Guards raising the mark within the process. The cached mark only rises, so looking at it takes no lock.
        self._mutex = threading.Lock()
        self._known = 0
        self._serving: int | None = None

    def __repr__(self) -> str:
        return f"<Anchor of {self.origin}, mark {self._known}>"

    @classmethod
    def create(cls, path: Path, origin: str) -> Self:
        """Make the anchor of a new store: nothing was handed out.

        Raises:
            FileExistsError: there is one already.
        """
        durable_file.create(path, _text(origin, 0))
        return cls(path, origin)

    @classmethod
    def load(cls, path: Path, origin: str) -> Self:
        """The anchor at ``path``.

        Raises:
            AnchorError: there is none, it is malformed, or it is another origin's.
        """
        anchor = cls(path, origin)
        anchor.mark()
        return anchor

    def mark(self) -> int:
        """The number mark on disk: no higher number was ever handed out."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            raise AnchorError(
                f"The anchor {self.path} is missing. Without it nobody can tell whether the database was rolled back: "
                "put it back from where it went."
            ) from None
        except OSError as error:
            raise AnchorError(f"The anchor {self.path} cannot be read: {error.strerror}.") from None
        form = _FORM.fullmatch(content.decode("ascii", "replace"))
        if form is None:
            raise AnchorError(f"The anchor {self.path} is malformed.")
        if form[1] != self.origin:
            raise AnchorError(
                f"The anchor {self.path} is of the origin {form[1]!r}, not of {self.origin!r}: an origin is fixed by "
                "its first start."
            )
        return int(form[2])

    def cover(self, number: int, committed: int) -> None:
        """Have a mark of at least ``number`` on disk before this returns; it rises to ``committed`` at most.

        To be called before anything about a number that was just claimed leaves the process. That the claim may be rolled
        back does no harm: a mark that is too high is what a crash leaves too.

        Raises:
            AnchorError: the mark on disk is below what this process has seen there: the file was replaced by an older one.
        """
        if number <= self._known:
            return
        with self._mutex:
            if number <= self._known:
                return
            with _locked(self._beside("lock")):
                mark = self.mark()
                if mark < self._known:
                    raise AnchorError(
                        f"The anchor {self.path} went back from {self._known} to {mark} while the service was running."
                    )
                if mark < number:
                    mark = max(number, min(number - 1 + STEP, committed))
                    durable_file.replace(self.path, _text(self.origin, mark))
            self._known = mark

    def lower(self, highest: int) -> None:
        """Lower the mark to the highest number that was handed out; only for who serves alone (:meth:`serve_alone`)."""
        with self._mutex, _locked(self._beside("lock")):
            if highest < self.mark():
                durable_file.replace(self.path, _text(self.origin, highest))
            self._known = 0

    # -- who serves ---------------------------------------------------------------------------------------------

    def serve(self, *, wait: float) -> None:
        """Be one of those that may hand out numbers, until :meth:`close`.

        Raises:
            AnchorError: somebody is retiring numbers, and was not done after ``wait`` seconds.
        """
        deadline = time.monotonic() + wait
        while not self._hold(fcntl.LOCK_SH):
            if time.monotonic() >= deadline:
                raise AnchorError(f"Another start holds {self._beside('serving')}; try again when it is through.")
            time.sleep(_PAUSE)

    def serve_alone(self) -> bool:
        """Be the only one that may, if nobody else is; until :meth:`serve` or :meth:`close`."""
        return self._hold(fcntl.LOCK_EX)

    def _hold(self, how: int) -> bool:
        if self._serving is None:
            self._serving = _open(self._beside("serving"))
        try:
            fcntl.flock(self._serving, how | fcntl.LOCK_NB)
        except BlockingIOError:
            # The kernel gives up a held lock before it tries for the other kind.
            return False
        return True

    def close(self) -> None:
        """Hand out no more numbers."""
        if self._serving is not None:
            os.close(self._serving)
            self._serving = None

    def _beside(self, name: str) -> Path:
        return self.path.with_name(f"{self.path.name}.{name}")


def _text(origin: str, mark: int) -> bytes:
    return f"fairdeal/v1 anchor\n{origin}\nmark {mark}\n".encode()


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    descriptor = _open(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
