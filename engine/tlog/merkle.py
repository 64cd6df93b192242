"""Merkle trees over an append-only list of entries, as RFC 6962 section 2.1 hashes them.

A tree is known by its complete subtrees: ``node(level, index)`` gives the hash of the ``2**level`` leaves that begin at leaf
``index * 2**level``. Whatever keeps those (a list, tiles in a database, tiles of a server) can make every proof.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Final

from fairdeal.engine.errors import FairdealError

HASH_SIZE: Final = 32
EMPTY_ROOT: Final = sha256(b"").digest()
"""The root of the tree without leaves."""

Node = Callable[[int, int], bytes]
"""Gives the hash (32 bytes) of the complete subtree at a level (0: leaves) and an index within that level."""


class ProofError(FairdealError):
    """A proof that does not lead to the root; the sentence says what was expected."""


def leaf_hash(entry: bytes) -> bytes:
    """The hash of an entry as a leaf (32 bytes)."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees (32 bytes each) as one (32 bytes)."""
    return sha256(b"\x01" + left + right).digest()


def root(size: int, node: Node) -> bytes:
    """The root of the tree of the first ``size`` leaves."""
    return EMPTY_ROOT if size == 0 else _range_hash(0, size, node)


def inclusion_proof(index: int, size: int, node: Node) -> list[bytes]:
    """The hashes that lead from leaf ``index`` to the root of the tree of ``size`` leaves, sibling of the leaf first.

    Raises:
        ValueError: there is no such leaf in that tree.
    """
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    proof: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            proof.append(_range_hash(middle, end, node))
            end = middle
        else:
            proof.append(_range_hash(start, middle, node))
            start = middle
    return proof[::-1]


def consistency_proof(old: int, new: int, node: Node) -> list[bytes]:
    """The hashes that show that the tree of ``old`` leaves is the beginning of that of ``new``; none if one is the other.

    None either from an empty tree, which is the beginning of every tree.

    Raises:
        ValueError: ``old`` is not a size from 0 to ``new``.
    """
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {new} leaves does not begin with {old}")
    if old in (0, new):
        return []
    proof: list[bytes] = []
    start, end, is_whole = 0, new, True
    while old != end:
        middle = start + _split(end - start)
        if old <= middle:
            proof.append(_range_hash(middle, end, node))
            end = middle
        else:
            proof.append(_range_hash(start, middle, node))
            start, is_whole = middle, False
    if not is_whole:
        proof.append(_range_hash(start, end, node))
    return proof[::-1]


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], tree_root: bytes) -> None:
    """Hold a proof that a leaf hash stands at ``index`` in the tree of that size and root (RFC 9162 section 2.1.3.2).

    Raises:
        ProofError: it does not show that.
    """
    if not 0 <= index < size:
        raise ProofError(f"leaf {index} is not in a tree of {size} leaves")
    found, at, last = leaf, index, size - 1
    for hashed in proof:
        if last == 0:
            raise ProofError(f"an inclusion proof for leaf {index} of {size} has fewer than {len(proof)} hashes")
        if at & 1 or at == last:
            found = node_hash(hashed, found)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            found = node_hash(found, hashed)
        at, last = at >> 1, last >> 1
    if last:
        raise ProofError(f"an inclusion proof for leaf {index} of {size} has more than {len(proof)} hashes")
    if found != tree_root:
        raise ProofError(
            f"the inclusion proof of leaf {index} leads to the root {found.hex()}, not to {tree_root.hex()}"
        )


def verify_consistency(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Hold a proof that the tree of ``new`` leaves begins with that of ``old`` (RFC 9162 section 2.1.4.2).

    Raises:
        ProofError: it does not show that.
    """
    if not 0 <= old <= new:
        raise ProofError(f"a tree of {new} leaves cannot begin with one of {old}")
    if old in (0, new):
        expected = EMPTY_ROOT if old == 0 else new_root
        if proof or old_root != expected:
            raise ProofError(
                f"the tree of {old} leaves has the root {old_root.hex()}, expected {expected.hex()} and no proof"
            )
        return
    path = list(proof)
    if old & (old - 1) == 0:
        path.insert(0, old_root)
    if not path:
        raise ProofError(f"a consistency proof from {old} to {new} leaves has one hash or more")
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = after = path[0]
    for hashed in path[1:]:
        if last == 0:
            raise ProofError(f"a consistency proof from {old} to {new} leaves has fewer than {len(proof)} hashes")
        if at & 1 or at == last:
            before, after = node_hash(hashed, before), node_hash(hashed, after)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            after = node_hash(after, hashed)
        at, last = at >> 1, last >> 1
    if last:
        raise ProofError(f"a consistency proof from {old} to {new} leaves has more than {len(proof)} hashes")
    for size, found, expected in ((old, before, old_root), (new, after, new_root)):
        if found != expected:
            raise ProofError(f"the consistency proof gives {size} leaves the root {found.hex()}, not {expected.hex()}")


def nodes_of(leaves: Sequence[bytes]) -> Node:
    """The subtrees over a list of leaf hashes (32 bytes each), all hashed at once."""
    rows = [list(leaves)]
    while len(rows[-1]) > 1:
        row = rows[-1]
        rows.append([node_hash(row[at], row[at + 1]) for at in range(0, len(row) - 1, 2)])
    return lambda level, index: rows[level][index]


def _split(count: int) -> int:
    """The largest power of two below ``count``: how many leaves the left of two subtrees has."""
    return 1 << (count - 1).bit_length() - 1


def _range_hash(start: int, end: int, node: Node) -> bytes:
    hashes = [node(level, index) for level, index in _complete(start, end)]
    found = hashes.pop()
    while hashes:
        found = node_hash(hashes.pop(), found)
    return found


def _complete(start: int, end: int) -> Iterator[tuple[int, int]]:
    """The complete subtrees side by side in a range that begins where a subtree of its size can begin."""
    while start < end:
        level = (end - start).bit_length() - 1
        yield level, start >> level
        start += 1 << level
