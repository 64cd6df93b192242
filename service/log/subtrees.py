"""The hashes of a log's complete subtrees, read from its tiles; hashed tiles are kept in memory.

Of a tile only the beginning is ever used that the tree at hand has, and that never changes: so a tile that was kept is good
for every tree of up to its width, however much has been appended since.
"""

import threading
from typing import Final

from cachetools import LRUCache
from sqlalchemy import Connection

from fairdeal.engine.tlog import tiles
from fairdeal.engine.tlog.merkle import HASH_SIZE, Node
from fairdeal.engine.tlog.tiles import Tile
from fairdeal.service.log.faults import DamagedLog
from fairdeal.service.storage import log as store

MOST_TILES: Final = 1024
"""How many tiles one process keeps of a log, 16 KiB each; the least recently used goes first."""


class Subtrees:
    """The subtrees of one log. Safe to use from several threads."""

    def __init__(self, log: str) -> None:
        self._log = log
        # Guards _kept.
        self._mutex = threading.Lock()
        self._kept: LRUCache[Tile, list[bytes]] = LRUCache(MOST_TILES)

    def of_size(self, conn: Connection, size: int) -> Node:
        """The subtrees of the tree of the first ``size`` entries, which are stored."""

        def rows(place: Tile) -> list[bytes]:
            width = place.width(size) * HASH_SIZE
            with self._mutex:
                kept = self._kept.get(place)
            if kept is None or len(kept[0]) < width:
                hashes = store.tile(conn, self._log, place)
                if hashes is None or len(hashes) < width:
                    raise DamagedLog(
                        f"The log {self._log} has {size} entries, but not the tile {place} that belongs to them."
                    )
                kept = tiles.rows_of(hashes)
                with self._mutex:
                    self._kept[place] = kept
            return kept

        return tiles.nodes_of(rows)

    def uncached(self, conn: Connection, size: int) -> Node:
        """The same as it is stored at this moment, for checking the store itself."""

        def read(place: Tile) -> bytes:
            hashes = store.tile(conn, self._log, place)
            if hashes is None or len(hashes) < place.width(size) * HASH_SIZE:
                raise DamagedLog(
                    f"The log {self._log} has {size} entries, but not the tile {place} that belongs to them."
                )
            return hashes

        return tiles.reader(read)
