"""Re-verifies both logs whole after every step of a test: each transaction that appended to a log, or published of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import Connection

from fairdeal.service.keys.anchor import Anchor
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.log.logs import Logs
from fairdeal.service.storage import log as store
from fairdeal.service.storage.database import Database
from fairdeal.service.storage.postgresql import PostgresDatabase
from fairdeal.service.storage.sqlite import SqliteDatabase
from tests.service.log.reader import check_log, rows_of, sha256, snapshot, stored_entries


@dataclass(frozen=True)
class Watched:
    """What one process holds of a store."""

    database: Database
    keys: KeyFile
    anchor: Anchor


@dataclass
class Watch:
    """Knows every process's logs, and what each store's were at the step before."""

    faults: list[BaseException] = field(default_factory=list)
    """What was found; somebody may have swallowed it where it was raised."""
    steps: int = 0
    """How many were verified."""
    _watched: dict[int, Watched] = field(default_factory=dict)
    _changed: set[int] = field(default_factory=set)
    _before: dict[tuple[str, str], tuple[list[bytes], set[tuple[int, str]]]] = field(default_factory=dict)
    """Leaves and published checkpoints, by the store's address and the log."""
    _paused: bool = False

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Look away while a test does to the files what the service never does."""
        self._paused = True
        try:
            yield
        finally:
            self._paused = False

    def arm(self, patch: pytest.MonkeyPatch) -> None:
        """Look at every step from now on, for as long as the patch lasts."""
        started = Logs.__init__

        def starting(logs: Logs, database: Database, keys: KeyFile, anchor: Anchor) -> None:
            started(logs, database, keys, anchor)
            self._watched[id(database._engine)] = Watched(database, keys, anchor)

        patch.setattr(Logs, "__init__", starting)
        for name in ("start", "advance", "publish"):
            patch.setattr(store, name, self._noting(getattr(store, name)))
        for kind in (SqliteDatabase, PostgresDatabase):
            patch.setattr(kind, "write", self._checking(kind.write))

    def _noting(self, change: Callable[..., Any]) -> Callable[..., Any]:
        def noted(conn: Connection, *arguments: Any) -> Any:
            self._changed.add(id(conn.engine))
            return change(conn, *arguments)

        return noted

    def _checking(self, write: Callable[..., Any]) -> Callable[..., Any]:
        def checked(database: Database, fn: Callable[[Connection], Any]) -> Any:
            result = write(database, fn)
            key = id(database._engine)
            if key in self._changed and key in self._watched and not self._paused:
                self._changed.discard(key)
                try:
                    self._check(self._watched[key])
                except BaseException as fault:
                    self.faults.append(fault)
                    raise
            return result

        return checked

    def _check(self, watched: Watched) -> None:
        check_log(watched)
        with snapshot(watched.database) as conn:
            found = {log: self._look(conn, log) for log in ("commits", "outcomes")}
        for log, (leaves, shown) in found.items():
            place = (str(watched.database._engine.url), log)
            old_leaves, old_shown = self._before.get(place, ([], set()))
            # Of two threads the one that looked first may come second.
            if len(leaves) >= len(old_leaves) and len(shown) >= len(old_shown):
                assert leaves[: len(old_leaves)] == old_leaves, f"{log} was rewritten"
                assert old_shown <= shown, f"a checkpoint of {log} was taken back or changed"
                self._before[place] = (leaves, shown)
        self.steps += 1

    @staticmethod
    def _look(conn: Connection, log: str) -> tuple[list[bytes], set[tuple[int, str]]]:
        shown = rows_of(conn, f"SELECT size, note FROM log_checkpoints WHERE log = '{log}'")
        return [sha256(b"\x00" + entry) for entry in stored_entries(conn, log)], {tuple(row) for row in shown}
