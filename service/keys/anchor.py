"""The anchor: what must never go back, in a file outside the database (protocol section 7).

It holds the number mark: no number above it is handed out before a higher mark is on disk. So after a crash, or when an older
copy of the database comes back, the numbers that somebody may have seen are known without the database. And it holds the newest
head of each log: no checkpoint is shown to anybody before its size and root are on disk here. Five lines of text::

    fairdeal/v1 anchor
    deals.example.com
    mark 1088
    commits <size> <root, in hex>
    outcomes <size> <root, in hex>

A file ``anchor.halted`` beside it says that a process found the database rolled back, and how it knows: while that is there, no
process hands out, signs or publishes anything.

Two lock files lie beside it. ``anchor.lock`` is held while the file is changed. ``anchor.serving`` is held, shared, by every
process that hands out numbers or is about to; who holds it alone knows that nobody does, and may retire numbers. Several
hosts share one anchor through a file system that shares flock(2) locks.
"""

import logging
import re
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple, Self

from fairdeal.engine.tlog.merkle import EMPTY_ROOT
from fairdeal.service.files import durable_file
from fairdeal.service.files.file_lock import FileLock, locked
from fairdeal.service.startup_refused import StartupRefused

STEP: Final = 64
"""By how much the mark is raised at a time, at most: what a crash can cost in retired numbers."""

LOGS: Final = ("commits", "outcomes")

_LOG: Final = logging.getLogger("fairdeal.anchor")
_NUMBER: Final = "(0|[1-9][0-9]{0,15})"
_FORM: Final = re.compile(
    rf"fairdeal/v1 anchor\n([a-z0-9.-]{{1,100}})\nmark {_NUMBER}\n"
    + "".join(rf"{log} {_NUMBER} ([0-9a-f]{{64}})\n" for log in LOGS),
    re.ASCII,
)


class AnchorError(StartupRefused):
    """The anchor is missing, malformed, another origin's, or went back."""


class Halted(AnchorError):
    """The service has halted, for the reason in the text."""


class Anchored(NamedTuple):
    """A head of a log that somebody may have seen."""

    size: int
    root: bytes
    """32 bytes."""


@dataclass(frozen=True, slots=True)
class _Content:
    """What the file says."""

    mark: int
    heads: Mapping[str, Anchored]


class Anchor:
    """The anchor of an origin, as one process holds it. Safe to use from several threads."""

    def __init__(self, path: Path, origin: str) -> None:
        self.path = path
        self.origin = origin
        # Guards raising the mark within the process. The cached mark only rises, so looking at it takes no lock.
        self._mutex = threading.Lock()
        self._known = 0
        self._serving: FileLock | None = None

    def __repr__(self) -> str:
        return f"<Anchor of {self.origin}, mark {self._known}>"

    @classmethod
    def create(cls, path: Path, origin: str) -> Self:
        """Make the anchor of a new store: nothing was handed out.

        Raises:
            FileExistsError: there is one already.
        """
        durable_file.create(path, _text(origin, _Content(0, dict.fromkeys(LOGS, Anchored(0, EMPTY_ROOT)))))
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
        return self._read().mark

    def heads(self) -> Mapping[str, Anchored]:
        """The newest head on disk of each log: no checkpoint beyond it was ever shown to anybody."""
        return self._read().heads

    def _read(self) -> _Content:
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
        numbers = form.groups()[2:]
        return _Content(
            int(form[2]),
            {log: Anchored(int(numbers[2 * at]), bytes.fromhex(numbers[2 * at + 1])) for at, log in enumerate(LOGS)},
        )

    def raise_mark(self, number: int, committed: int) -> None:
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
            with locked(self._beside("lock")):
                content = self._read()
                mark = content.mark
                if mark < self._known:
                    raise AnchorError(
                        f"The anchor {self.path} went back from {self._known} to {mark} while the service was running."
                    )
                if mark < number:
                    mark = max(number, min(number - 1 + STEP, committed))
                    durable_file.replace(self.path, _text(self.origin, replace(content, mark=mark)))
            self._known = mark

    def lower_mark(self, highest: int) -> None:
        """Lower the mark to the highest number that was handed out; only for who serves alone (:meth:`serve_alone`)."""
        with self._mutex, locked(self._beside("lock")):
            content = self._read()
            if highest < content.mark:
                durable_file.replace(self.path, _text(self.origin, replace(content, mark=highest)))
            self._known = 0

    def update_head(self, log: str, old: Anchored, new: Anchored) -> bool:
        """Put a head in the place of ``old``, of which it is an extension, on disk before this returns.

        ``False`` if another head than ``old`` is on disk: then look again whether that is one of this log's past.
        """
        with self._mutex, locked(self._beside("lock")):
            content = self._read()
            if content.heads[log] != old:
                return False
            heads = {**content.heads, log: new}
            durable_file.replace(self.path, _text(self.origin, replace(content, heads=heads)))
            return True

    # -- halting ------------------------------------------------------------------------------------------------

    @property
    def _halted(self) -> Path:
        return self._beside("halted")

    def halt(self, reason: str) -> None:
        """Let every process of the service stop to hand out, sign and publish, until a start finds all in order."""
        _LOG.critical("the service halts: %s", reason)
        durable_file.replace(self._halted, reason.encode() + b"\n")

    def require_running(self) -> None:
        """Refuse to go on once the service has halted.

        Raises:
            Halted: it has; the text is the reason.
        """
        # Asked at every change: to look costs a tenth of failing to open.
        if not self._halted.exists():
            return
        raise Halted(self._halted.read_text().strip())

    def resume(self) -> None:
        """Lift the halt: a start found all in order."""
        self._halted.unlink(missing_ok=True)

    # -- who serves ---------------------------------------------------------------------------------------------

    def hold_shared(self, *, wait: float) -> None:
        """Be one of those that may hand out numbers, until :meth:`close`.

        Raises:
            AnchorError: somebody is retiring numbers, and was not done after ``wait`` seconds.
        """
        try:
            self._serving_lock().acquire(shared=True, deadline=time.monotonic() + wait)
        except TimeoutError:
            raise AnchorError(f"Another start holds {self._beside('serving')}; try again when it is through.") from None

    def serve_alone(self) -> bool:
        """Be the only one that may, if nobody else is; until :meth:`hold_shared` or :meth:`close`."""
        return self._serving_lock().try_acquire()

    def _serving_lock(self) -> FileLock:
        if self._serving is None:
            self._serving = FileLock(self._beside("serving"))
        return self._serving

    def close(self) -> None:
        """Hand out no more numbers."""
        if self._serving is not None:
            self._serving.close()
            self._serving = None

    def _beside(self, name: str) -> Path:
        return self.path.with_name(f"{self.path.name}.{name}")


def _text(origin: str, content: _Content) -> bytes:
    heads = "".join(f"{log} {content.heads[log].size} {content.heads[log].root.hex()}\n" for log in LOGS)
    return f"fairdeal/v1 anchor\n{origin}\nmark {content.mark}\n{heads}".encode()
