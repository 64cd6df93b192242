"""Proofs in logs that nobody keeps: the trees beside a path are made up, so that a log of any size costs nothing."""

import base64

from fairdeal.engine.tlog.checkpoint import Checkpoint
from fairdeal.engine.tlog.cosignature import cosign
from fairdeal.engine.tlog.merkle import leaf_hash, node_hash
from fairdeal.engine.tlog.note import NoteSigner
from fairdeal.engine.tlog.proof import TlogProof

TIME = 1_796_000_100


def tree_around(leaf, index, size):
    """The root of a tree of ``size`` leaves with this one at ``index``, and the leaf's path."""
    if size == 1:
        return leaf, []
    split = 1 << (size - 1).bit_length() - 1
    beside = leaf_hash(b"beside %d %d" % (index, size))
    if index < split:
        node, path = tree_around(leaf, index, split)
        return node_hash(node, beside), [*path, beside]
    node, path = tree_around(leaf, index - split, size - split)
    return node_hash(beside, node), [*path, beside]


def proof_in_log(log: NoteSigner, statement, index, size, witnesses=()):
    """The tlog-proof of a statement at ``index``, its checkpoint cosigned by these witnesses (name and key)."""
    root, path = tree_around(leaf_hash(statement.encode()), index, size)
    text = Checkpoint(log.name, size, root).text()
    note = log.sign(text)
    for name, key in witnesses:
        line = cosign(name, key, text, TIME)
        note += f"— {line.name} {base64.b64encode(line.key_id + line.value).decode()}\n"
    return TlogProof(index, tuple(path), note).text()
