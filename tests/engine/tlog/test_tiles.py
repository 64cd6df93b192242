"""Tiles: addresses in their one spelling, trees that grow tile by tile, bundles of entries (C2SP tlog-tiles)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog.merkle import HASH_SIZE, consistency_proof, inclusion_proof, leaf_hash, nodes_of, root
from fairdeal.engine.tlog.tiles import (
    WIDTH,
    Resource,
    Tile,
    extend,
    first_of,
    pack,
    reader,
    resources,
    rows_of,
    unpack,
)
from tests.engine.naive_tree import ENTRIES, mth

MANY = 70_000
LEAVES = [leaf_hash(b"%d" % at) for at in range(MANY)]


def grown(leaves, *sizes):
    """The tiles of a tree that grew to each of these sizes in turn."""
    tiles: dict[Tile, bytes] = {}
    size = 0
    for larger in sizes:
        changed = extend(tiles.__getitem__, size, leaves[size:larger])
        for tile, content in changed.items():
            assert len(content) == tile.width(larger) * HASH_SIZE
            assert content.startswith(tiles.get(tile, b""))
        tiles |= changed
        size = larger
    return tiles


@pytest.mark.parametrize(
    ("resource", "path"),
    [
        (Resource(0, 0, 256), "0/000"),
        (Resource(0, 1234067, 256), "0/x001/x234/067"),
        (Resource(1, 999, 17), "1/999.p/17"),
        (Resource(2, 1000, 1), "2/x001/000.p/1"),
        (Resource(63, 5, 255), "63/005.p/255"),
        (Resource(None, 273, 112), "entries/273.p/112"),
        (Resource(None, 1234067, 256), "entries/x001/x234/067"),
    ],
)
def test_addresses(resource, path):
    """An address says level, index and width as the specification writes them, and is read back."""
    assert resource.path() == path
    assert Resource.from_path(path) == resource


@pytest.mark.parametrize(
    "path",
    [
        *("", "0", "0/", "0/0", "0/00", "0/0000", "00/000", "01/000", "64/000", "-1/000", "x/000", "0/000/", "/0/000"),
        *(
            "0/x000/001",
            "0/x01/001",
            "0/001/001",
            "0/X001/001",
            "0/x001/x001",
            "0/000.p/0",
            "0/000.p/256",
            "0/000.p/01",
        ),
        *(
            "0/000.p/",
            "0/000.p",
            "0/000.P/1",
            "entries",
            "entries/0",
            "data/000",
            "8/0/000",
            "0/١٢٣",
            "0/000 ",
            "0/000\n",
        ),
        "0/" + "x001/" * 9 + "001",
    ],
)
def test_an_address_has_one_spelling(path):
    """Any other text is no address: nothing is trimmed, padded or folded."""
    with pytest.raises(MalformedError):
        Resource.from_path(path)


@given(st.none() | st.integers(0, 63), st.integers(0, 2**53 - 1), st.integers(1, 256))
def test_every_address_is_read_back(level, index, width):
    """Whatever level, index and width: the address is read as the same."""
    resource = Resource(level, index, width)
    assert Resource.from_path(resource.path()) == resource


def test_the_tiles_of_a_tree_are_those_of_the_specification():
    """The example of the specification, 70,000 entries; and 256, which is a full tile and one hash above it."""

    def widths(size, level):
        return [resource.width for resource in resources(size) if resource.level == level]

    assert widths(MANY, 0) == widths(MANY, None) == [256] * 273 + [112]
    assert widths(MANY, 1) == [256, 17]
    assert widths(MANY, 2) == [1]
    assert widths(MANY, 3) == []
    assert [resource.path() for resource in resources(256)] == ["entries/000", "0/000", "1/000.p/1"]
    assert list(resources(0)) == []
    assert [Resource(None, 4, 3).tile, Resource(1, 4, 3).tile] == [Tile(0, 4), Tile(1, 4)]


def test_a_tree_that_grew_has_the_same_tiles_as_one_made_at_once():
    """However a tree of 70,000 leaves came to its size, its tiles are the same, and all that `resources` lists."""
    rng = random.Random("growth")
    at_once = grown(LEAVES, MANY)
    assert set(at_once) == {resource.tile for resource in resources(MANY) if resource.level is not None}
    for steps in (3, 40):
        assert grown(LEAVES, *sorted(rng.sample(range(1, MANY), steps)), MANY) == at_once
    assert grown(LEAVES, 255, 255, 256, 257, 65_535, 65_536, 65_537) == grown(LEAVES, 65_537)


def test_a_step_writes_only_what_changed():
    """A tree that grows by one leaf changes the tile of that leaf, and those above only where a tile became full."""
    tiles = grown(LEAVES, 65_536)
    assert set(extend(tiles.__getitem__, 65_536, LEAVES[65_536:65_537])) == {Tile(0, 256)}
    before = grown(LEAVES, 65_535)
    assert set(extend(before.__getitem__, 65_535, LEAVES[65_535:65_536])) == {Tile(0, 255), Tile(1, 0), Tile(2, 0)}
    assert extend(before.__getitem__, 65_535, []) == {}


@given(st.integers(0, 600), st.data())
def test_proofs_from_tiles_are_those_of_the_tree(size, data):
    """Root, inclusion and consistency proofs read from tiles are those from a list of leaves."""
    leaves = [leaf_hash(entry) for entry in ENTRIES[:size]]
    node = reader(grown(leaves, size).__getitem__)
    assert root(size, node) == mth(0, size)
    if size:
        index = data.draw(st.integers(0, size - 1))
        assert inclusion_proof(index, size, node) == inclusion_proof(index, size, nodes_of(leaves))
        old = data.draw(st.integers(0, size))
        assert consistency_proof(old, size, node) == consistency_proof(old, size, nodes_of(leaves))


def test_proofs_over_three_levels_of_tiles():
    """In a tree of 70,000 leaves too, whose tiles have three levels; and from tiles of a larger tree than asked for."""
    node, expected = reader(grown(LEAVES, MANY).__getitem__), nodes_of(LEAVES)
    for size in (MANY, 65_537, 65_536, 65_535, 300):
        assert root(size, node) == root(size, expected)
        for index in (0, 255, 256, size // 2, size - 1):
            assert inclusion_proof(index, size, node) == inclusion_proof(index, size, expected)
        for old in (1, 255, 257, size - 1):
            assert consistency_proof(old, size, node) == consistency_proof(old, size, expected)


def test_a_tile_is_read_once_for_a_proof():
    """A proof in a tree of 70,000 leaves reads no tile twice, and few: its latency does not grow with the tree."""
    tiles = grown(LEAVES, MANY)
    read = []

    def read_tile(tile):
        read.append(tile)
        return tiles[tile]

    inclusion_proof(12_345, MANY, reader(read_tile))
    assert len(read) == len(set(read)) <= 5


def test_the_rows_of_a_tile():
    """Row k holds the complete subtrees of 2^k hashes, and no incomplete one."""
    rows = rows_of(b"".join(LEAVES[:5]))
    assert [len(row) // HASH_SIZE for row in rows] == [5, 2, 1]
    assert rows[2] == nodes_of(LEAVES[:4])(2, 0)
    assert rows_of(b"".join(LEAVES[:WIDTH]))[8] == root(WIDTH, nodes_of(LEAVES[:WIDTH]))


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_bundles_are_read_back(entries):
    """Entries of any bytes, empty ones too, come out of a bundle as they went in; so do the first of them."""
    bundle = pack(entries)
    assert unpack(bundle) == entries
    for count in range(len(entries) + 1):
        assert unpack(first_of(bundle, count)) == entries[:count]


def test_what_is_no_bundle_is_refused():
    """A bundle that ends inside an entry, or holds more than 256, is malformed; so is an entry that no length can tell."""
    for bundle in (b"\x00", b"\x00\x01", b"\x00\x02a", pack([b"a"])[:-1], pack([b""] * 257)):
        with pytest.raises(MalformedError):
            unpack(bundle)
    assert len(unpack(pack([b"x" * 65_535] * 256))) == 256
    with pytest.raises(ValueError, match="at most 65535"):
        pack([b"x" * 65_536])


def test_an_index_of_a_tile_is_bounded():
    """No index is above 2^53 − 1, as no log is that large."""
    assert Resource.from_path("0/x009/x007/x199/x254/x740/991").index == 2**53 - 1
    with pytest.raises(MalformedError):
        Resource.from_path("0/x009/x007/x199/x254/x740/992")
