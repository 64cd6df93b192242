"""PostgreSQL, for more than one machine: a connection a thread, READ COMMITTED, every wait bounded.

PostgreSQL groups commits by itself. What its transactions wait for each other is row locks: the counter of numbers, and the
row of a deal.
"""

import random
import time
from collections.abc import Callable
from typing import Final, TypeVar

import psycopg
from psycopg import errors
from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from fairdeal.service.storage.database import MOST_RUNS, Again, Busy, Database

T = TypeVar("T")

_OVERTAKEN: Final = (errors.SerializationFailure, errors.DeadlockDetected)
_TIMED_OUT: Final = (errors.LockNotAvailable, errors.QueryCanceled, errors.IdleInTransactionSessionTimeout)
_RECONNECTS: Final = 2
"""How often a call whose connection was lost tries a new one: a server that restarts drops all of them at once."""


class PostgresDatabase(Database):
    """A database on a server. A connection that is lost is replaced at its next use; none is probed before it."""

    def __init__(self, url: URL, wait: float) -> None:
        engine = create_engine(
            url,
            isolation_level="AUTOCOMMIT",
            # Parameters are secrets and cards: no error text may quote them.
            hide_parameters=True,
            poolclass=NullPool,
            # Names and types of the server's extensions, which are not used, would cost each connection a round trip.
            use_native_hstore=False,
            connect_args={"connect_timeout": max(2, int(wait)), "application_name": "fairdeal"},
        )
        super().__init__(engine, wait)

    def _set_up(self, connection: Connection) -> None:
        milliseconds = int(self._wait * 1000)
        _driver(connection).execute(
            f"SET lock_timeout = {milliseconds};"
            f"SET statement_timeout = {4 * milliseconds};"
            f"SET idle_in_transaction_session_timeout = {12 * milliseconds};"
            "SET default_transaction_isolation = 'read committed';"
            # An answer is given for what is on disk, whatever the server's default is. Stricter settings stay.
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )

    def read(self, fn: Callable[[Connection], T]) -> T:
        """What ``fn`` returns, given a connection to read with."""
        if self._is_writing:
            return fn(self._connection())
        for reconnects in range(_RECONNECTS + 1):
            try:
                return fn(self._connection())
            except (DBAPIError, psycopg.Error) as error:
                cause = _cause(error)
                if isinstance(cause, _TIMED_OUT):
                    raise Busy("The database did not answer in time.") from error
                if not self._is_lost(cause):
                    raise
                self._discard()
                if reconnects == _RECONNECTS:
                    raise _unreachable() from error
        raise AssertionError("the last round returns or raises")

    def write(self, fn: Callable[[Connection], T]) -> T:
        """What ``fn`` returns, once all that it wrote is on disk."""
        if self._is_writing:
            raise RuntimeError("a write inside a write would wait for itself")
        reconnects = 0
        for run in range(MOST_RUNS):
            try:
                return self._transact(fn)
            except (DBAPIError, psycopg.Error, Again) as error:
                cause = _cause(error)
                if isinstance(cause, _TIMED_OUT):
                    raise Busy("Too many writers are waiting for the database.") from error
                if self._is_lost(cause):
                    self._discard()
                    reconnects += 1
                    if reconnects > _RECONNECTS:
                        raise _unreachable() from error
                elif not isinstance(cause, (*_OVERTAKEN, Again)):
                    raise
            # Those that overtook each other would meet again if they started again together.
            time.sleep(random.uniform(0, 0.001 * run))  # noqa: S311 - spreads load, keeps no secret
        raise Busy("The same thing is being changed by too many calls at once.")

    def _transact(self, fn: Callable[[Connection], T]) -> T:
        connection = self._connection()
        driver = _driver(connection)
        driver.execute("BEGIN")
        self._local.writing = True
        try:
            result = fn(connection)
        except BaseException:
            self._roll_back(driver)
            raise
        finally:
            self._local.writing = False
        try:
            driver.execute("COMMIT")
        except psycopg.OperationalError as error:
            # Whether it was stored cannot be told from here. The caller's repeat finds out: every call can be repeated.
            self._discard()
            raise _unreachable() from error
        return result

    def _roll_back(self, driver: "psycopg.Connection[object]") -> None:
        try:
            driver.execute("ROLLBACK")
        except psycopg.Error:
            # A connection that cannot roll back ends, and its transaction with it.
            self._discard()

    @staticmethod
    def _is_lost(cause: BaseException) -> bool:
        """Whether the connection, not the statement, is at fault."""
        return isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError) and not isinstance(
            cause, (*_OVERTAKEN, *_TIMED_OUT)
        )


def _cause(error: BaseException) -> BaseException:
    """The driver's own error, inside SQLAlchemy's."""
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error


def _unreachable() -> Busy:
    return Busy("The database cannot be reached.", retry_after=5)


def _driver(connection: Connection) -> "psycopg.Connection[object]":
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    return driver
