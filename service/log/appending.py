"""Appending to a log: entries, tiles and the signed head change together, in the caller's transaction, or not at all."""

from collections.abc import Sequence

from sqlalchemy import Connection

from fairdeal.engine.tlog import tiles
from fairdeal.engine.tlog.merkle import leaf_hash, root
from fairdeal.engine.tlog.tiles import WIDTH, Tile
from fairdeal.service.log import rollback
from fairdeal.service.log.faults import DamagedLog
from fairdeal.service.log.log import Log
from fairdeal.service.storage import log as store
from fairdeal.service.storage.database import Again


def lock(conn: Connection, log: Log) -> store.Head:
    """The log's head, held until the transaction ends and found to extend what the anchor knows.

    Raises:
        AnchorError: it does not, or the service has halted.
    """
    log.anchor.require_running()
    head = store.lock(conn, log.name)
    # While the head is held no larger one is stored, so none that is larger can have got to the anchor.
    rollback.check(conn, log, log.anchor.heads()[log.name], head)
    return head


def append(conn: Connection, log: Log, head: store.Head, entries: Sequence[bytes]) -> None:
    """Append entries behind a head that was locked in the same transaction.

    What is signed here leaves the process only once it was published, which is after the transaction and the anchor.

    Raises:
        Again: the head was changed meanwhile.
    """
    changed = tiles.extend(lambda place: _tile(conn, log, place), head.size, [leaf_hash(entry) for entry in entries])
    size = head.size + len(entries)

    def read(place: Tile) -> bytes:
        return changed[place] if place in changed else _tile(conn, log, place)

    new_root = root(size, tiles.reader(read))
    store.put_bundles(conn, log.name, _bundles(conn, log, head.size, entries))
    store.put_tiles(conn, log.name, changed)
    if not store.advance(conn, head, size, new_root, log.sign(size, new_root)):
        raise Again


def _bundles(conn: Connection, log: Log, size: int, entries: Sequence[bytes]) -> dict[int, bytes]:
    """The bundles that change."""
    first, filled = divmod(size, WIDTH)
    bundles = {}
    begun = b""
    if filled:
        stored = store.bundle(conn, log.name, first)
        if stored is None or len(tiles.unpack(stored)) != filled:
            raise DamagedLog(f"the last bundle of {log.name} does not hold the {filled} entries that belong in it.")
        begun = stored
    start = 0
    while start < len(entries):
        end = min(start + WIDTH - filled, len(entries))
        bundles[first] = begun + tiles.pack(entries[start:end])
        first, filled, begun, start = first + 1, 0, b"", end
    return bundles


def _tile(conn: Connection, log: Log, place: Tile) -> bytes:
    hashes = store.tile(conn, log.name, place)
    if hashes is None:
        raise DamagedLog(f"the tile {place} of {log.name} is missing.")
    return hashes
