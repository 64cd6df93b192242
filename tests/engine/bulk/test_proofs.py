"""Proofs held one after the other against each held by itself."""

import random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.bulk import proofs as bulk
from fairdeal.engine.bulk.form import escaped
from fairdeal.engine.tlog import merkle
from fairdeal.engine.tlog.checkpoint import Checkpoint
from fairdeal.engine.tlog.note import NoteSigner, Verifier
from fairdeal.engine.tlog.proof import TlogProof

SIGNER = NoteSigner("log.example.com", Ed25519PrivateKey.from_private_bytes(bytes(32)))
ENTRIES = [b"entry %d" % number for number in range(70)]
NODE = merkle.nodes_of([merkle.leaf_hash(entry) for entry in ENTRIES])


def proof(index: int, size: int) -> bytes:
    """The proof of an entry as it stands in a bundle."""
    note = SIGNER.sign(Checkpoint(SIGNER.name, size, merkle.root(size, NODE)).text())
    return escaped(TlogProof(index, tuple(merkle.inclusion_proof(index, size, NODE)), note).text().encode())


def log() -> bulk.LogProofs:
    """Holds proofs, and has seen none."""
    return bulk.LogProofs(Verifier.from_vkey(SIGNER.vkey), None)


SIZES = [1, 2, 3, 5, 8, 13, 64, 69, 70]


def shuffled_leaves(seed: str) -> list[tuple[int, int]]:
    """Every leaf of every tree, in random order."""
    leaves = [(index, size) for size in SIZES for index in range(size)]
    random.Random(seed).shuffle(leaves)
    return leaves


@pytest.mark.parametrize("most", [8, bulk._MOST_NODES])
def test_all_proofs_of_a_log_hold_in_any_order(monkeypatch, most):
    """Each entry is shown to be where it is and nowhere else, however many proofs came before and however few nodes are kept."""
    monkeypatch.setattr(bulk, "_MOST_NODES", most)
    held = log()
    for index, size in shuffled_leaves("order") + shuffled_leaves("again"):
        assert held.hold(proof(index, size), ENTRIES[index], index), (index, size)
        assert not held.hold(proof(index, size), ENTRIES[index - 1] + b"!", index)
        for elsewhere in {(index + 1) % size, index ^ 1, size, index + 64} - {index}:
            renamed = proof(index, size).replace(b"index %d" % index, b"index %d" % elsewhere)
            assert not held.hold(proof(index, size), ENTRIES[index], elsewhere)
            assert not held.hold(renamed, ENTRIES[index], elsewhere), (index, size, elsewhere)


def spoilt(chance: random.Random, whole: bytes) -> bytes:
    """The proof with a fault in its path."""
    head, _, note = whole.partition(b"\\n\\n")
    magic, index, *path = head.split(b"\\n")
    at = chance.randrange(len(path))
    way = chance.randrange(6)
    if way == 0:
        letter = chance.randrange(43)
        path[at] = path[at][:letter] + chance.choice([b"A", b"/", b"z", b"!", b" "]) + path[at][letter + 1 :]
    elif way == 1:
        # The last two bits before the padding stand for nothing.
        digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        path[at] = path[at][:42] + digits[digits.index(path[at][42]) ^ 1 :][:1] + b"="
    elif way == 2:
        del path[at]
    elif way == 3:
        path.insert(at, chance.choice(path))
    elif way == 4:
        other = chance.randrange(len(path))
        path[at], path[other] = path[other], path[at]
    else:
        path[at] = chance.choice([path[at][:-1], b"", path[at] + b"\n", b"\n" + path[at][1:]])
    return b"\\n".join([magic, index, *path]) + b"\\n\\n" + note


@pytest.mark.parametrize("is_known", [False, True], ids=["unknown nodes", "known nodes"])
def test_a_spoilt_path_does_not_hold(is_known):
    """Whether or not the nodes that it should tell of have been shown before, and nothing that it tells is believed later."""
    chance, held = random.Random(f"spoilt {is_known}"), log()
    if is_known:
        assert all(held.hold(proof(index, size), ENTRIES[index], index) for index, size in shuffled_leaves("known"))
    tried = 0
    for index, size in shuffled_leaves("spoilt") * 3:
        whole = proof(index, size)
        bad = spoilt(chance, whole) if size > 1 else whole
        if bad != whole:
            assert not (held if is_known else log()).hold(bad, ENTRIES[index], index), bad
            assert not held.hold(bad, ENTRIES[index], index), bad
            tried += 1
        assert held.hold(whole, ENTRIES[index], index)
    assert tried > 500


def test_a_node_of_one_tree_is_none_of_another():
    """Two checkpoints of one log that differ: what one of them shows is not taken for shown by the other."""
    held = log()
    other = SIGNER.sign(Checkpoint(SIGNER.name, 8, bytes(32)).text())
    for index in range(8):
        whole = proof(index, 8)
        forked = whole.partition(b"\\n\\n")[0] + b"\\n\\n" + escaped(other.encode())
        assert held.hold(whole, ENTRIES[index], index)
        assert not held.hold(forked, ENTRIES[index], index)
