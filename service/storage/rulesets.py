"""Rulesets by their hash: stored once each, kept in memory as the objects that the engine plays by."""

import threading
from typing import Final

from cachetools import LRUCache
from sqlalchemy import Connection, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from fairdeal.engine.games import Ruleset, ruleset_of
from fairdeal.service.storage import columns
from fairdeal.service.storage.database import Database
from fairdeal.service.storage.schema import RULESETS

MOST_KEPT: Final = 1024
"""How many rulesets a process keeps in memory; the least recently used goes first."""


class Rulesets:
    """The rulesets of the store. Anybody may ask for any ruleset, so what is kept in memory is bounded."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Guards _kept, by hash. Only what is surely stored gets in.
        self._mutex = threading.Lock()
        self._kept: LRUCache[bytes, Ruleset] = LRUCache(MOST_KEPT)

    def ensure(self, ruleset: Ruleset) -> bytes:
        """Store a ruleset unless it is there; its hash (32 bytes). A write of its own: not for use inside one."""
        digest = ruleset.hash()
        if self._recall(digest) is None:
            self._database.write(lambda conn: _store(conn, digest, ruleset.canonical_json()))
            self._keep(digest, ruleset)
        return digest

    def by_hash(self, digest: bytes) -> Ruleset:
        """The stored ruleset of that hash.

        Raises:
            LookupError: none is stored.
        """
        ruleset = self._recall(digest)
        if ruleset is None:
            canonical = self._database.read(lambda conn: _fetch(conn, digest))
            if canonical is None:
                raise LookupError(f"no ruleset with the hash {digest.hex()} is stored")
            ruleset = ruleset_of(columns.from_json(canonical))
            self._keep(digest, ruleset)
        return ruleset

    def _recall(self, digest: bytes) -> Ruleset | None:
        with self._mutex:
            return self._kept.get(digest)

    def _keep(self, digest: bytes, ruleset: Ruleset) -> None:
        with self._mutex:
            self._kept[digest] = ruleset


def _store(conn: Connection, digest: bytes, canonical: bytes) -> None:
    conn.execute(_STORE[conn.dialect.name], {"hash": digest, "canonical": canonical})


def _fetch(conn: Connection, digest: bytes) -> bytes | None:
    canonical: bytes | None = conn.execute(_FETCH, {"hash": digest}).scalar()
    return canonical


_STORE: Final = {
    "sqlite": sqlite.insert(RULESETS).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(RULESETS).on_conflict_do_nothing(),
}
_FETCH: Final = select(RULESETS.c.canonical).where(RULESETS.c.hash == bindparam("hash"))
