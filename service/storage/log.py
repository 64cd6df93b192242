"""The SQL on the logs. Every function takes the connection that a ``read`` or a ``write`` gave, and the name of a log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy import BigInteger, Connection, bindparam, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from fairdeal.engine.tlog.tiles import Tile
from fairdeal.service.storage.schema import LOG_CHECKPOINTS, LOG_ENTRIES, LOG_HEADS, LOG_TILES

COMMITS: Final = "commits"
OUTCOMES: Final = "outcomes"


@dataclass(frozen=True, slots=True)
class Head:
    """Where a log stands."""

    log: str
    size: int
    root: bytes
    """32 bytes."""
    note: str
    """The signed checkpoint of ``size``."""
    published_size: int
    published_note: str | None
    """The newest checkpoint that the world has been shown, cosignatures included; ``None`` before the first."""

    @property
    def is_published(self) -> bool:
        """Whether the world has been shown all of it."""
        return self.published_note is not None and self.published_size == self.size


class Published(NamedTuple):
    """A published checkpoint."""

    size: int
    note: str


def start(conn: Connection, log: str, root: bytes, note: str) -> None:
    """Make the head of an empty log."""
    conn.execute(insert(LOG_HEADS).values(log=log, size=0, root=root, note=note, published_size=0, published_note=None))


def fetch(conn: Connection, log: str) -> Head:
    """The head of a log of a store that was started."""
    return Head(*conn.execute(_HEAD, {"called": log}).one())


def lock(conn: Connection, log: str) -> Head:
    """The head, which nobody else changes until the transaction ends."""
    return Head(*conn.execute(_LOCK, {"called": log}).one())


def advance(conn: Connection, old: Head, size: int, root: bytes, note: str) -> bool:
    """Put a new head in the place of ``old``; ``False`` if somebody else did so meanwhile."""
    values = {"called": old.log, "old_size": old.size, "new_size": size, "new_root": root, "new_note": note}
    return conn.execute(_ADVANCE, values).rowcount == 1


def publish(conn: Connection, log: str, size: int, note: str) -> bool:
    """Show the world the checkpoint of ``size``; ``False`` if it has been shown that, or a larger one, already."""
    if conn.execute(_PUBLISH, {"called": log, "new_size": size, "new_note": note}).rowcount != 1:
        return False
    conn.execute(_KEEP, {"log": log, "size": size, "note": note})
    return True


def published_beyond(conn: Connection, log: str, index: int) -> Published | None:
    """The first published checkpoint that covers the entry ``index``; ``None`` if none does yet."""
    row = conn.execute(_BEYOND, {"called": log, "at": index}).first()
    return None if row is None else Published(*row)


def tile(conn: Connection, log: str, place: Tile) -> bytes | None:
    """A tile as it is now, 32 bytes a hash; ``None`` if there is none."""
    hashes: bytes | None = conn.execute(_TILE, {"called": log, "at_level": place.level, "at": place.index}).scalar()
    return hashes


def put_tiles(conn: Connection, log: str, tiles: Mapping[Tile, bytes]) -> None:
    """Store tiles, in the place of shorter ones."""
    rows = [
        {"log": log, "level": place.level, "index": place.index, "hashes": hashes} for place, hashes in tiles.items()
    ]
    conn.execute(_PUT_TILE[conn.dialect.name], rows)


def bundle(conn: Connection, log: str, index: int) -> bytes | None:
    """A bundle of entries as it is now; ``None`` if there is none."""
    found: bytes | None = conn.execute(_BUNDLE, {"called": log, "at": index}).scalar()
    return found


def put_bundles(conn: Connection, log: str, bundles: Mapping[int, bytes]) -> None:
    """Store bundles by their index, in the place of shorter ones."""
    rows = [{"log": log, "index": index, "bundle": content} for index, content in bundles.items()]
    conn.execute(_PUT_BUNDLE[conn.dialect.name], rows)


_HEAD: Final = select(*(LOG_HEADS.c[name] for name in Head.__dataclass_fields__)).where(
    LOG_HEADS.c.log == bindparam("called")
)
_LOCK: Final = _HEAD.with_for_update()
_ADVANCE: Final = (
    update(LOG_HEADS)
    .where(LOG_HEADS.c.log == bindparam("called"), LOG_HEADS.c.size == bindparam("old_size"))
    .values(size=bindparam("new_size", type_=BigInteger), root=bindparam("new_root"), note=bindparam("new_note"))
)
_PUBLISH: Final = (
    update(LOG_HEADS)
    .where(
        LOG_HEADS.c.log == bindparam("called"),
        LOG_HEADS.c.size >= bindparam("new_size", type_=BigInteger),
        or_(LOG_HEADS.c.published_size < bindparam("new_size", type_=BigInteger), LOG_HEADS.c.published_note.is_(None)),
    )
    .values(published_size=bindparam("new_size", type_=BigInteger), published_note=bindparam("new_note"))
)
_KEEP: Final = insert(LOG_CHECKPOINTS)
_BEYOND: Final = (
    select(LOG_CHECKPOINTS.c.size, LOG_CHECKPOINTS.c.note)
    .where(LOG_CHECKPOINTS.c.log == bindparam("called"), LOG_CHECKPOINTS.c.size > bindparam("at"))
    .order_by(LOG_CHECKPOINTS.c.size)
    .limit(1)
)
_TILE: Final = select(LOG_TILES.c.hashes).where(
    LOG_TILES.c.log == bindparam("called"),
    LOG_TILES.c.level == bindparam("at_level"),
    LOG_TILES.c.index == bindparam("at"),
)
_BUNDLE: Final = select(LOG_ENTRIES.c.bundle).where(
    LOG_ENTRIES.c.log == bindparam("called"), LOG_ENTRIES.c.index == bindparam("at")
)


def _put_tile(upsert: sqlite.Insert | postgresql.Insert) -> sqlite.Insert | postgresql.Insert:
    return upsert.on_conflict_do_update(
        index_elements=[LOG_TILES.c.log, LOG_TILES.c.level, LOG_TILES.c.index],
        set_={"hashes": upsert.excluded.hashes},
    )


def _put_bundle(upsert: sqlite.Insert | postgresql.Insert) -> sqlite.Insert | postgresql.Insert:
    return upsert.on_conflict_do_update(
        index_elements=[LOG_ENTRIES.c.log, LOG_ENTRIES.c.index], set_={"bundle": upsert.excluded.bundle}
    )


_PUT_TILE: Final = {
    "sqlite": _put_tile(sqlite.insert(LOG_TILES)),
    "postgresql": _put_tile(postgresql.insert(LOG_TILES)),
}
_PUT_BUNDLE: Final = {
    "sqlite": _put_bundle(sqlite.insert(LOG_ENTRIES)),
    "postgresql": _put_bundle(postgresql.insert(LOG_ENTRIES)),
}
