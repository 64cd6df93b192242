"""SQLite, the embedded database: one file, written by one process at a time, each commit flushed to disk.

WAL with ``synchronous=FULL``: a commit returns when it is on disk, and readers never wait. Writers wait for a lock between
processes (see ``write_lock``), and those that wait in one process share a commit (see ``group_commit``).
"""

import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar, cast

from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from fairdeal.service.storage.database import MOST_RUNS, Again, Busy, Database
from fairdeal.service.storage.group_commit import GroupCommit, Job
from fairdeal.service.storage.write_lock import WriteLock

T = TypeVar("T")

WAL_LIMIT: Final = 64 * 1024 * 1024
"""Bytes to which the write-ahead log is cut back after a burst."""


class SqliteDatabase(Database):
    """A database in a file, and its two lock files beside it."""

    def __init__(self, url: URL, wait: float) -> None:
        engine = create_engine(
            url,
            isolation_level="AUTOCOMMIT",
            # Parameters are secrets and cards: no error text may quote them.
            hide_parameters=True,
            poolclass=NullPool,
            # Each connection serves one thread, but is closed by whichever thread closes the database.
            connect_args={"check_same_thread": False, "timeout": wait},
        )
        super().__init__(engine, wait)
        assert url.database is not None
        # Made here, since SQLite would let others read it; its log and index get the same mode.
        os.close(os.open(url.database, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        self._lock = WriteLock(Path(url.database + "-write"))
        self._commits = GroupCommit(self._commit, wait)

    def close(self) -> None:
        """Close every connection of the process, and the lock files."""
        super().close()
        self._lock.close()

    def _set_up(self, connection: Connection) -> None:
        driver = _driver(connection)
        driver.execute("PRAGMA journal_mode=WAL")
        driver.execute("PRAGMA synchronous=FULL")
        driver.execute(f"PRAGMA journal_size_limit={WAL_LIMIT}")

    def read(self, fn: Callable[[Connection], T]) -> T:
        """What ``fn`` returns, given a connection to read with."""
        try:
            return fn(self._connection())
        except (OperationalError, sqlite3.OperationalError) as error:
            cause = error.orig if isinstance(error, OperationalError) else error
            if not self._is_writing and _is_busy(cause):
                raise Busy("The database is locked by another program.") from error
            raise

    def write(self, fn: Callable[[Connection], T]) -> T:
        """What ``fn`` returns, once all that it wrote is on disk."""
        if self._is_writing:
            raise RuntimeError("a write inside a write would wait for itself")
        for _ in range(MOST_RUNS):
            try:
                return self._commits.run(fn)
            except Again:
                continue
        raise Busy("The same thing is being changed by too many calls at once.")

    def _commit(self, jobs: Callable[[], Sequence[Job[object]]], deadline: float) -> None:
        """Run jobs in one transaction; those that wait when the lock is had come along."""
        self._lock.acquire(deadline)
        try:
            self._local.writing = True
            self._transact(jobs())
        finally:
            self._local.writing = False
            self._lock.release()

    def _transact(self, jobs: Sequence[Job[object]]) -> None:
        connection = self._connection()
        driver = _driver(connection)
        try:
            driver.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if _is_busy(error):
                raise Busy("The database is locked by another program.") from error
            raise
        try:
            if len(jobs) == 1:
                jobs[0].call(connection)
                driver.execute("ROLLBACK" if jobs[0].has_failed else "COMMIT")
                return
            for job in jobs:
                driver.execute("SAVEPOINT job")
                job.call(connection)
                if job.has_failed:
                    # SQLite itself rolls all back when its disk is full or broken; then this raises, and no job is done.
                    driver.execute("ROLLBACK TO job")
                driver.execute("RELEASE job")
            driver.execute("COMMIT")
        except BaseException:
            if driver.in_transaction:
                driver.execute("ROLLBACK")
            raise


def _driver(connection: Connection) -> sqlite3.Connection:
    return cast("sqlite3.Connection", connection.connection.dbapi_connection)


def _is_busy(error: BaseException | None) -> bool:
    return isinstance(error, sqlite3.OperationalError) and (error.sqlite_errorcode & 0xFF) in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    )
