"""Makes one step of a process fail, or kills the process there: each SQL statement, the end of each transaction, each fsync."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import event

from fairdeal.service.storage.database import Database

CHANGES = ("INSERT", "UPDATE", "DELETE")


class Injected(Exception):
    """The fault of a test."""


class Steps:
    """Counts the steps of what runs inside `armed`, and calls ``at_step`` at the one that was chosen."""

    def __init__(self, chosen: int, at_step: Callable[[], None]) -> None:
        self._left = chosen
        self._at_step = at_step

    @property
    def was_reached(self) -> bool:
        return self._left <= 0

    def step(self, *_: object) -> None:
        self._left -= 1
        if self._left == 0:
            self._at_step()

    def _statement(self, _conn, _cursor, statement: str, *_: object) -> None:
        if statement.startswith(CHANGES):
            self.step()

    @contextmanager
    def armed(self, database: Database, monkeypatch) -> Iterator[None]:
        write, fsync = type(database).write, os.fsync

        def stepping_write(self_, fn):
            def last(conn):
                result = fn(conn)
                self.step()
                return result

            result = write(self_, last)
            self.step()
            return result

        def stepping_fsync(descriptor):
            self.step()
            fsync(descriptor)
            self.step()

        event.listen(database._engine, "before_cursor_execute", self._statement)
        with monkeypatch.context() as patched:
            patched.setattr(type(database), "write", stepping_write)
            patched.setattr(os, "fsync", stepping_fsync)
            try:
                yield
            finally:
                event.remove(database._engine, "before_cursor_execute", self._statement)


def fail() -> None:
    raise Injected


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
