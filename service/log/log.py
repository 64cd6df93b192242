"""A log as one process holds it: its name, its key, where it is stored, and its hashes in memory."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from sqlalchemy import Connection

from fairdeal.engine.tlog.checkpoint import Checkpoint
from fairdeal.engine.tlog.merkle import EMPTY_ROOT
from fairdeal.engine.tlog.note import NoteSigner
from fairdeal.service.keys.anchor import Anchor, AnchorError, Halted
from fairdeal.service.log.subtrees import Subtrees
from fairdeal.service.storage import log as store
from fairdeal.service.storage.database import Database

T = TypeVar("T")


class Log:
    """One of the logs. Safe to use from several threads."""

    def __init__(self, name: str, signer: NoteSigner, database: Database, anchor: Anchor) -> None:
        self.name: Final = name
        """``commits`` or ``outcomes``: what the tables and the anchor know it by."""
        self.signer: Final = signer
        self.database: Final = database
        self.anchor: Final = anchor
        self.subtrees: Final = Subtrees(name)

    def __repr__(self) -> str:
        return f"<Log {self.full_name}>"

    @property
    def full_name(self) -> str:
        """The name in its checkpoints, ``<origin>/commits`` or ``<origin>/outcomes``."""
        return self.signer.name

    def head(self) -> store.Head:
        """Where the log stands."""
        return self.database.read(lambda conn: store.fetch(conn, self.name))

    def write(self, fn: Callable[[Connection], T]) -> T:
        """The database's ``write``, for functions that hold the log against the anchor: what they find halts the service."""
        with self.halting():
            return self.database.write(fn)

    @contextmanager
    def halting(self) -> Iterator[None]:
        """Halt the service when what runs inside finds that log and anchor do not fit together."""
        try:
            yield
        except Halted:
            raise
        except AnchorError as fault:
            self.anchor.halt(str(fault))
            raise

    def sign(self, size: int, root: bytes) -> str:
        """The signed checkpoint of a size and a root (32 bytes)."""
        return self.signer.sign(Checkpoint(self.full_name, size, root).text())

    def start(self, conn: Connection) -> None:
        """Begin the log, empty, in a new store."""
        store.start(conn, self.name, EMPTY_ROOT, self.sign(0, EMPTY_ROOT))
