"""Many proofs of one log: each checkpoint is verified once, and what the paths to it share is climbed once.

A path is climbed as RFC 9162 section 2.1.3.2 says, up to the first node that an earlier path under this checkpoint has shown
beside it. That node's hash and the rest of the path have to be the same then, byte for byte.
"""

from __future__ import annotations

from binascii import Error, a2b_base64, b2a_base64
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from fairdeal.engine.bulk.form import unescaped
from fairdeal.engine.errors import FairdealError
from fairdeal.engine.tlog.checkpoint import open_checkpoint
from fairdeal.engine.tlog.note import Verifier
from fairdeal.engine.tlog.policy import Policy
from fairdeal.engine.tlog.proof import MAGIC

_LINE: Final = 2 + 44
"""Bytes of a path's line in JSON: an escaped newline, and the base64 of 32 bytes."""
_HASH: Final = 32
_MOST: Final = 4096
"""Checkpoints that are kept."""
_MOST_NODES: Final = 16_384
"""Nodes that are kept, of all checkpoints together: some 20 MB in a log of a million entries."""
_BLANK: Final = b"\\n\\n"
_HEAD: Final = f"{MAGIC}\\nindex %d".encode("ascii")

Place = tuple[int, int]
"""Where a node is: its index, and that of the last node at its height. At the right edge, at the greatest height that it has."""
Node = tuple[bytes, bytes]
"""A node's hash, and the path (escaped lines) that leads from it to the root."""


@dataclass(slots=True)
class _Verified:
    """A checkpoint that the log's key signed, and nodes that are under its root."""

    last: int
    """The index of its last leaf."""
    root: bytes
    nodes: dict[Place, Node]


class LogProofs:
    """Holds the tlog-proofs of one log, as a JSON writer gives them."""

    def __init__(self, verifier: Verifier, policy: Policy | None) -> None:
        self._verifier = verifier
        self._policy = policy
        self._known: dict[bytes, _Verified] = {}
        self._nodes = 0
        self._latest: tuple[bytes, _Verified | None] = b"", None
        """What the last proof ended in, and the checkpoint that this is."""

    def hold(self, proof: bytes, entry: bytes, index: int) -> bool:
        """Whether this proof (escaped, as it stands in a bundle) shows that the entry is leaf ``index``."""
        note, checkpoint = self._latest
        if checkpoint is None or not proof.endswith(note):
            _, _, note = proof.partition(_BLANK)
            checkpoint = self._known.get(note) or self._verify(note)
            note = _BLANK + note
            self._latest = note, checkpoint
        head = _HEAD % index
        if checkpoint is None or index > checkpoint.last or not proof.startswith(head):
            return False
        path, leaf = proof[len(head) : len(proof) - len(note)], sha256(b"\x00" + entry).digest()
        node = checkpoint.nodes.get((index, checkpoint.last))
        if node is not None:
            return node == (leaf, path)
        try:
            added = _climb(checkpoint, path, leaf, index)
        except Error:
            return False
        if added is None:
            return False
        if self._nodes > _MOST_NODES:
            self._forget_nodes()
        checkpoint.nodes.update(added)
        self._nodes += len(added)
        return True

    def _forget_nodes(self) -> None:
        for one in self._known.values():
            one.nodes = {(0, 0): (one.root, b"")}
        self._nodes = 0

    def _verify(self, note: bytes) -> _Verified | None:
        if b"\n" in note or b'"' in note:
            return None
        try:
            text = unescaped(note).decode("utf-8")
            if "\\" in text:
                return None
            checkpoint = open_checkpoint(text, self._verifier)
            if self._policy is not None:
                if not self._policy.accepts(self._verifier):
                    return None
                self._policy.check(text)
        except (FairdealError, UnicodeDecodeError):
            return None
        if len(self._known) >= _MOST:
            self._known.clear()
            self._nodes = 0
        nodes: dict[Place, Node] = {(0, 0): (checkpoint.root, b"")}
        verified = self._known[note] = _Verified(checkpoint.size - 1, checkpoint.root, nodes)
        return verified


def _climb(checkpoint: _Verified, path: bytes, leaf: bytes, index: int) -> dict[Place, Node] | None:
    """The nodes beside the way of a leaf up to a known node; None if the path does not lead to the root.

    Other leaves that come to the way come to one of these before.
    """
    nodes = checkpoint.nodes
    added: dict[Place, Node] = {}
    found, at, last, rest = leaf, index, checkpoint.last, path
    while True:
        # A node without another beside it is its own parent.
        while at == last and at and not at & 1:
            at, last = at >> 1, last >> 1
        node = nodes.get((at, last))
        if node is not None:
            return added if node == (found, rest) else None
        line, rest = rest[:_LINE], rest[_LINE:]
        hashed = a2b_base64(line[2:])
        # A reader of base64 may skip what is none, and take bits that stand for nothing.
        if len(hashed) != _HASH or line + b"\n" != b"\\n" + b2a_base64(hashed):
            return None
        added[at ^ 1, last] = hashed, b"\\n" + b2a_base64(found)[:-1] + rest
        found = sha256(b"\x01" + hashed + found if at & 1 else b"\x01" + found + hashed).digest()
        at, last = at >> 1, last >> 1
