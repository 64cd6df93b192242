"""Proofs that an entry is in a log, against the first published checkpoint that covers it: so a proof, once given, never changes."""

import threading
from typing import Final

from cachetools import LRUCache
from sqlalchemy import Connection

from fairdeal.engine.tlog.merkle import inclusion_proof
from fairdeal.engine.tlog.proof import TlogProof
from fairdeal.service.log.log import Log
from fairdeal.service.storage import log as store
from fairdeal.service.storage.log import Published

MOST_PROOFS: Final = 4096
"""How many proofs one process keeps of a log, about a kilobyte each; the least recently used goes first."""


class Proofs:
    """The proofs of one log. Safe to use from several threads."""

    def __init__(self, log: Log) -> None:
        self._log = log
        # Guards _kept, in which proofs are kept by the index of their entry.
        self._mutex = threading.Lock()
        self._kept: LRUCache[int, str] = LRUCache(MOST_PROOFS)
        # A checkpoint, and the lowest index that it is known to be the first to cover: entries are asked for in order.
        self._last: tuple[int, Published] | None = None

    def proof(self, index: int) -> str | None:
        """The tlog-proof of entry ``index``; ``None`` while no published checkpoint covers it."""
        with self._mutex:
            kept = self._kept.get(index)
        if kept is not None:
            return kept
        found = self._log.database.read(lambda conn: self._make(conn, index))
        if found is not None:
            with self._mutex:
                self._kept[index] = found
        return found

    def _make(self, conn: Connection, index: int) -> str | None:
        covering = self._covering(conn, index)
        if covering is None:
            return None
        path = inclusion_proof(index, covering.size, self._log.subtrees.of_size(conn, covering.size))
        return TlogProof(index, tuple(path), covering.note).text()

    def _covering(self, conn: Connection, index: int) -> Published | None:
        last = self._last
        if last is not None and last[0] <= index < last[1].size:
            return last[1]
        found = store.published_beyond(conn, self._log.name, index)
        if found is not None:
            # Nothing smaller is ever published, so what covers this index first covers all from here to its size first.
            self._last = (index, found)
        return found
