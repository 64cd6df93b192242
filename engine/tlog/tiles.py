"""Tiles: how a log's hashes and entries are cut into files (C2SP tlog-tiles).

A tile holds up to 256 hashes of one level; each hash at level L stands for ``256**L`` leaves, so a hash above level 0 is the
root of a full tile below. Entries come in bundles of up to 256, each a uint16 length, big-endian, and the entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog.checkpoint import MAX_SIZE
from fairdeal.engine.tlog.merkle import HASH_SIZE, Node, node_hash

HEIGHT: Final = 8
WIDTH: Final = 1 << HEIGHT
"""Hashes in a full tile, entries in a full bundle."""
MAX_ENTRY: Final = 0xFFFF
"""Bytes that an entry may have."""

_PATH: Final = re.compile(
    r"(entries|0|[1-9]|[1-5][0-9]|6[0-3])/((?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile's place in the tree: level 0 holds leaf hashes."""

    level: int
    index: int

    def width(self, size: int) -> int:
        """How many hashes it has in a tree of ``size`` leaves, 0 to 256."""
        return max(0, min(WIDTH, (size >> HEIGHT * self.level) - self.index * WIDTH))


ReadTile = Callable[[Tile], bytes]
"""Gives a tile's hashes, 32 bytes each: at least as many as the tree at hand needs."""


@dataclass(frozen=True, slots=True)
class Resource:
    """What an address below ``tile/`` names."""

    level: int | None
    """``None`` for a bundle of entries."""
    index: int
    width: int
    """256 for a full tile or bundle; less for a partial one."""

    @classmethod
    def from_path(cls, path: str) -> Resource:
        """Read the part of an address behind ``tile/``; raises `MalformedError` for anything but the one spelling of it."""
        form = _PATH.fullmatch(path)
        if form is None or (form[3] is not None and int(form[3]) >= WIDTH):
            raise MalformedError(f"expected a tile's address, such as 0/x001/067.p/5 or entries/000, not {path[:60]!r}")
        level = None if form[1] == "entries" else int(form[1])
        found = cls(level, int(form[2].replace("x", "").replace("/", "")), WIDTH if form[3] is None else int(form[3]))
        if found.path() != path or found.index > MAX_SIZE:
            raise MalformedError(f"the address {path[:60]!r} is not the one spelling of a tile's address")
        return found

    def path(self) -> str:
        """Its address below ``tile/``."""
        level = "entries" if self.level is None else self.level
        digits = str(self.index)
        digits = digits.zfill(-(-len(digits) // 3) * 3)
        parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
        partial = "" if self.width == WIDTH else f".p/{self.width}"
        return f"{level}/{''.join(f'x{part}/' for part in parts[:-1])}{parts[-1]}{partial}"

    @property
    def tile(self) -> Tile:
        """The tile that has as many hashes; for a bundle, that of its leaves."""
        return Tile(self.level or 0, self.index)


def resources(size: int) -> Iterator[Resource]:
    """Every tile and bundle of a tree of ``size`` leaves, the rightmost ones partial."""
    for level in (None, *range((size.bit_length() + HEIGHT - 1) // HEIGHT)):
        full, rest = divmod(size >> HEIGHT * (level or 0), WIDTH)
        for index in range(full):
            yield Resource(level, index, WIDTH)
        if rest:
            yield Resource(level, full, rest)


def extend(read: ReadTile, size: int, leaves: list[bytes]) -> dict[Tile, bytes]:
    """The tiles that change when leaf hashes are appended to a tree of ``size`` leaves, as they are then."""
    changed: dict[Tile, bytes] = {}
    level, count, new = 0, size, leaves
    while new:
        index, width = divmod(count, WIDTH)
        content = (read(Tile(level, index))[: width * HASH_SIZE] if width else b"") + b"".join(new)
        new = []
        for start in range(0, len(content), WIDTH * HASH_SIZE):
            hashes = content[start : start + WIDTH * HASH_SIZE]
            changed[Tile(level, index + start // (WIDTH * HASH_SIZE))] = hashes
            if len(hashes) == WIDTH * HASH_SIZE:
                new.append(rows_of(hashes)[HEIGHT])
        level, count = level + 1, count >> HEIGHT
    return changed


def rows_of(hashes: bytes) -> list[bytes]:
    """The complete subtrees within a tile, by their height: row 0 is the tile itself, row 8 of a full tile its root."""
    rows = [hashes]
    while len(rows[-1]) > HASH_SIZE:
        row = rows[-1]
        pairs = range(0, len(row) - 2 * HASH_SIZE + 1, 2 * HASH_SIZE)
        rows.append(
            b"".join(node_hash(row[at : at + HASH_SIZE], row[at + HASH_SIZE : at + 2 * HASH_SIZE]) for at in pairs)
        )
    return rows


def nodes_of(rows: Callable[[Tile], list[bytes]]) -> Node:
    """The subtrees of a tree whose tiles are given as `rows_of` has them."""

    def node(level: int, index: int) -> bytes:
        level, height = divmod(level, HEIGHT)
        tile, place = divmod(index, WIDTH >> height)
        return rows(Tile(level, tile))[height][place * HASH_SIZE : (place + 1) * HASH_SIZE]

    return node


def reader(read: ReadTile) -> Node:
    """The same, of tiles that are read; each is read and hashed once."""
    known: dict[Tile, list[bytes]] = {}

    def rows(tile: Tile) -> list[bytes]:
        found = known.get(tile)
        if found is None:
            found = known[tile] = rows_of(read(tile))
        return found

    return nodes_of(rows)


def pack(entries: Iterable[bytes]) -> bytes:
    """Entries as they stand in a bundle.

    Raises:
        ValueError: an entry is longer than 65,535 bytes.
    """
    return b"".join(_with_length(entry) for entry in entries)


def unpack(bundle: bytes) -> list[bytes]:
    """The entries of a bundle; raises `MalformedError` if it is cut short or holds more than 256."""
    entries: list[bytes] = []
    at = 0
    while at < len(bundle):
        if len(entries) == WIDTH:
            raise MalformedError(f"an entry bundle holds at most {WIDTH} entries")
        end = at + 2 + int.from_bytes(bundle[at : at + 2])
        if end > len(bundle):
            raise MalformedError(f"an entry bundle of {len(bundle)} bytes ends inside its entry {len(entries)}")
        entries.append(bundle[at + 2 : end])
        at = end
    return entries


def first_of(bundle: bytes, count: int) -> bytes:
    """The first ``count`` entries of a bundle, as a bundle."""
    return pack(unpack(bundle)[:count])


def _with_length(entry: bytes) -> bytes:
    if len(entry) > MAX_ENTRY:
        raise ValueError(f"an entry has at most {MAX_ENTRY} bytes, not {len(entry)}")
    return len(entry).to_bytes(2) + entry
