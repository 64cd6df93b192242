"""The database as the rest of the service sees it: functions that read, and functions that write as a whole.

``database.read(fn)`` calls ``fn(connection)`` and returns what it returns. No transaction spans its statements: each sees
all that was committed before it began.

``database.write(fn)`` calls ``fn(connection)`` inside one transaction, makes it durable, and only then returns what ``fn``
returned. If ``fn`` raises, nothing of it is stored and the error goes to the caller. Two things follow from how that is done:

- ``fn`` may be run again after it was rolled back (a deadlock, a lost connection, a raised :class:`Again`), and may run in
  another thread, in one transaction with the functions of others. So it works on its arguments, its connection and the
  clock alone, and has no other effect. It may call ``read``; a ``write`` inside a ``write`` is an error.
- ``fn`` may hold what others wait for. It does not wait for anything but the database.

Both raise :class:`Busy` when the database could not be had in time.

Connections are opened on first use, one a thread, so a process makes its ``Database`` after it was forked.
"""

import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, Self, TypeVar

import psycopg
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

T = TypeVar("T")


DRIVER_ERRORS: Final = (SQLAlchemyError, sqlite3.Error, psycopg.Error)
"""What goes wrong with a database itself, however a statement is run."""


class Busy(Exception):
    """The database could not be had in time; the same call may well succeed ``retry_after`` seconds later."""

    def __init__(self, detail: str, *, retry_after: int = 1) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class Again(Exception):
    """Raised by a write function that was overtaken: it is rolled back and run again on what is there now."""


MOST_RUNS: Final = 20
"""How often a write function is run before its caller is told to come back later."""


class Database(ABC):
    """A database of one process. Each kind of database is one subclass, in a file of its own."""

    def __init__(self, engine: Engine, wait: float) -> None:
        self._engine = engine
        self._wait = wait
        self._local = threading.local()
        # Guards _connections: who has which connection, so that all can be closed, also those of threads that are gone.
        self._mutex = threading.Lock()
        self._connections: dict[threading.Thread, Connection] = {}

    @property
    def kind(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self._engine.dialect.name

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @abstractmethod
    def read(self, fn: Callable[[Connection], T]) -> T:
        """What ``fn`` returns, given a connection to read with."""

    @abstractmethod
    def write(self, fn: Callable[[Connection], T]) -> T:
        """What ``fn`` returns, once all that it wrote is on disk."""

    def close(self) -> None:
        """Close every connection of the process. Nothing may be running."""
        with self._mutex:
            connections = list(self._connections.values())
            self._connections.clear()
        self._local = threading.local()
        for connection in connections:
            connection.close()
        self._engine.dispose()

    # -- for the subclasses -------------------------------------------------------------------------------------

    @abstractmethod
    def _set_up(self, connection: Connection) -> None:
        """Bring a new connection into the state that all calls rely on."""

    @property
    def _is_writing(self) -> bool:
        """Whether this thread is inside a write function."""
        return getattr(self._local, "writing", False)

    def _connection(self) -> Connection:
        """This thread's connection. It commits by itself; transactions are begun and ended on the driver's connection."""
        connection: Connection | None = getattr(self._local, "connection", None)
        return connection if connection is not None else self._connect()

    def _connect(self) -> Connection:
        connection = self._engine.connect()
        try:
            self._set_up(connection)
        except BaseException:
            connection.invalidate()
            connection.close()
            raise
        self._local.connection = connection
        with self._mutex:
            gone = [thread for thread in self._connections if not thread.is_alive()]
            orphans = [self._connections.pop(thread) for thread in gone]
            self._connections[threading.current_thread()] = connection
        for orphan in orphans:
            orphan.close()
        return connection

    def _discard(self) -> None:
        """Drop this thread's connection, whatever state it is in; the next call opens a new one."""
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is not None:
            self._local.connection = None
            with self._mutex:
                self._connections.pop(threading.current_thread(), None)
            connection.invalidate()
            connection.close()
