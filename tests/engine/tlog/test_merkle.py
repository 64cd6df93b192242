"""Merkle trees: known answers, the RFC's own definitions for every size to 600, and proofs that prove something else."""

import json
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine.tlog.merkle import (
    EMPTY_ROOT,
    ProofError,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    node_hash,
    nodes_of,
    root,
    verify_consistency,
    verify_inclusion,
)
from tests.engine.known_deals import VECTORS
from tests.engine.naive_tree import ENTRIES, mth, path, subproof

KNOWN = json.loads((VECTORS / "rfc6962.json").read_text())
LEAVES = [leaf_hash(bytes.fromhex(leaf)) for leaf in KNOWN["leaves_hex"]]
ROOTS = [bytes.fromhex(each) for each in KNOWN["roots_by_size"]]
NODES = nodes_of([leaf_hash(entry) for entry in ENTRIES])
SIZES = range(len(ENTRIES) + 1)


def hashes(proof):
    return [bytes.fromhex(each) for each in proof]


def test_known_roots():
    """Every size of the tree that Certificate Transparency implementations test with has the known root."""
    assert [root(size, nodes_of(LEAVES)) for size in range(len(LEAVES) + 1)] == ROOTS
    assert ROOTS[0] == EMPTY_ROOT
    assert root(2, nodes_of(LEAVES)) == node_hash(LEAVES[0], LEAVES[1])


@pytest.mark.parametrize("case", KNOWN["inclusion"], ids=lambda case: f"{case['index']} of {case['size']}")
def test_known_inclusion_proofs(case):
    """Each known inclusion proof is made, hash by hash, and leads to the known root."""
    index, size = case["index"], case["size"]
    assert inclusion_proof(index, size, nodes_of(LEAVES)) == hashes(case["proof"])
    verify_inclusion(LEAVES[index], index, size, hashes(case["proof"]), ROOTS[size])


@pytest.mark.parametrize("case", KNOWN["consistency"], ids=lambda case: f"{case['old']} to {case['new']}")
def test_known_consistency_proofs(case):
    """Each known consistency proof is made, hash by hash, and shows what it should."""
    old, new = case["old"], case["new"]
    assert consistency_proof(old, new, nodes_of(LEAVES)) == hashes(case["proof"])
    verify_consistency(old, ROOTS[old], new, ROOTS[new], hashes(case["proof"]))


def test_every_root_to_600_is_that_of_the_definition():
    """From a store of complete subtrees the same root comes as by hashing all entries recursively."""
    assert [root(size, NODES) for size in SIZES] == [mth(0, size) for size in SIZES]


def test_every_inclusion_proof_to_600_is_that_of_the_definition():
    """For every leaf of every tree of up to 600: the RFC's proof, and it is accepted."""
    for size in SIZES:
        for index in range(size):
            proof = inclusion_proof(index, size, NODES)
            assert proof == path(index, 0, size), (index, size)
            verify_inclusion(NODES(0, index), index, size, proof, mth(0, size))


def test_every_consistency_proof_to_600_is_that_of_the_definition():
    """For every two trees of up to 600 leaves: the RFC's proof, and it is accepted; none from the empty tree."""
    for new in SIZES:
        for old in range(new + 1):
            proof = consistency_proof(old, new, NODES)
            assert proof == (subproof(old, 0, new, True) if old else []), (old, new)
            verify_consistency(old, mth(0, old), new, mth(0, new), proof)


@cache
def inclusion(index, size):
    return inclusion_proof(index, size, NODES)


SPOILT = st.sampled_from(["flip", "drop first", "drop last", "add first", "add last", "swap", "root", "leaf"])


def spoil(how, proof, place):
    """Another proof, or None where this one cannot be spoilt so."""
    other = list(proof)
    if how == "flip" and other:
        at = place % len(other)
        other[at] = bytes([other[at][0] ^ 1]) + other[at][1:]
    elif how == "drop first" and other:
        del other[0]
    elif how == "drop last" and other:
        del other[-1]
    elif how == "add first":
        other.insert(0, bytes(32))
    elif how == "add last":
        other.append(bytes(32))
    elif how == "swap" and len(other) > 1:
        other[0], other[-1] = other[-1], other[0]
    return other if other != proof else None


@given(st.integers(1, 600), st.integers(0, 599), SPOILT, st.integers(0, 20))
def test_a_spoilt_inclusion_proof_is_refused(size, index, how, place):
    """One hash flipped, dropped, added or moved, another leaf, another root: the proof shows nothing."""
    index %= size
    proof, leaf, found = inclusion(index, size), NODES(0, index), mth(0, size)
    spoilt = spoil(how, proof, place)
    if how == "root":
        spoilt, found = proof, bytes(32)
    if how == "leaf":
        spoilt, leaf = proof, leaf_hash(b"another")
    if spoilt is not None:
        with pytest.raises(ProofError):
            verify_inclusion(leaf, index, size, spoilt, found)


@given(st.integers(1, 600), st.integers(0, 599), st.integers(0, 599), st.integers(1, 600))
def test_a_proof_is_of_its_place_and_size(size, index, other_index, other_size):
    """What proves one leaf of one tree proves no other leaf, and no other size that hashes in another order."""
    index %= size
    proof = inclusion(index, size)
    if other_index != index:
        with pytest.raises(ProofError):
            verify_inclusion(NODES(0, index), other_index, size, proof, mth(0, size))
    if index >= other_size or inclusion(index, other_size) != proof:
        with pytest.raises(ProofError):
            verify_inclusion(NODES(0, index), index, other_size, proof, mth(0, other_size))


@given(st.integers(1, 600), st.integers(0, 600), SPOILT, st.integers(0, 20))
def test_a_spoilt_consistency_proof_is_refused(new, old, how, place):
    """One hash flipped, dropped, added or moved, another root on either side: the proof shows nothing."""
    old %= new + 1
    proof, before, after = consistency_proof(old, new, NODES), mth(0, old), mth(0, new)
    spoilt = spoil(how, proof, place)
    if how == "root":
        spoilt, before = proof, bytes(32)
    if how == "leaf" and old > 0:
        spoilt, after = proof, bytes(32)
    if spoilt is not None:
        with pytest.raises(ProofError):
            verify_consistency(old, before, new, after, spoilt)


def test_a_shrunken_or_rewritten_tree_is_refused():
    """A newer tree that is smaller, or of the same size with another root, or that empties the log, is no continuation."""
    for old, new, after in [(5, 4, mth(0, 4)), (5, 5, mth(0, 4)), (5, 0, EMPTY_ROOT)]:
        with pytest.raises(ProofError):
            verify_consistency(old, mth(0, old), new, after, [])
    with pytest.raises(ProofError):
        verify_consistency(0, bytes(32), 3, mth(0, 3), [])


@pytest.mark.parametrize(("index", "size"), [(0, 0), (5, 5), (-1, 5), (6, 5)])
def test_there_is_no_proof_of_a_leaf_that_is_not_there(index, size):
    """A leaf outside the tree has no proof, and none is accepted."""
    with pytest.raises(ValueError, match="has no leaf"):
        inclusion_proof(index, size, NODES)
    with pytest.raises(ProofError):
        verify_inclusion(bytes(32), index, size, [], bytes(32))


@pytest.mark.parametrize(("old", "new"), [(-1, 5), (6, 5)])
def test_there_is_no_proof_between_sizes_that_do_not_follow(old, new):
    """A tree does not begin with a larger one."""
    with pytest.raises(ValueError, match="does not begin"):
        consistency_proof(old, new, NODES)
    with pytest.raises(ProofError):
        verify_consistency(old, bytes(32), new, bytes(32), [])


def test_a_node_is_no_leaf():
    """The two hashes of a node, offered as an entry, do not hash to the node: a subtree cannot pass for a leaf."""
    assert leaf_hash(LEAVES[0] + LEAVES[1]) != node_hash(LEAVES[0], LEAVES[1])
