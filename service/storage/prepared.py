"""Statements on the hottest paths: written and compiled by SQLAlchemy, once for each kind of database, run by the driver itself.

What SQLAlchemy does around each execution costs several times what the database does for a row. Only for statements whose values
every driver takes and gives as they are: numbers, texts, bytes and ``None`` (a truth value comes back from SQLite as a number).
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, Select, Update


class Prepared:
    """One statement; its parameters are named as in its ``bindparam``s."""

    def __init__(self, statement: Select[Any] | Update) -> None:
        self._statement: Final = statement
        self._compiled: dict[str, tuple[str, list[str] | None, dict[str, Any]]] = {}

    def first(self, conn: Connection, values: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """The first row that it gives."""
        # All are fetched: a statement with rows left is not over, and its transaction cannot be.
        rows: list[tuple[Any, ...]] = self._run(conn, values).fetchall()
        return rows[0] if rows else None

    def count(self, conn: Connection, values: Mapping[str, Any]) -> int:
        """How many rows it changes."""
        changed: int = self._run(conn, values).rowcount
        return changed

    def _run(self, conn: Connection, values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a cursor of either driver
        name = conn.dialect.name
        if name not in self._compiled:
            compiled = self._statement.compile(dialect=conn.dialect)
            self._compiled[name] = (str(compiled), compiled.positiontup, dict(compiled.params))
        text, order, defaults = self._compiled[name]
        values = {**defaults, **values}
        driver: Any = conn.connection.driver_connection
        return driver.execute(text, values if order is None else [values[each] for each in order])
