"""Many proofs of one log: each checkpoint is verified once, and of neighbouring entries' paths what they share is held once.

A path is climbed as RFC 9162 section 2.1.3.2 says. Where it comes to the same node, with the same hash and the same rest of the path, as
the last one under this checkpoint, all that is left has been computed before.
"""

from __future__ import annotations

from binascii import Error, a2b_base64, b2a_base64
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from engine.bulk.form import unescaped
from engine.checkpoint import open_checkpoint
from engine.errors import FairdealError
from engine.note import Verifier
from engine.policy import Policy
from engine.tlog_proof import MAGIC, MAX_HASHES

_LINE: Final = 2 + 44
"""Bytes of a path's line in JSON: an escaped newline, and the base64 of 32 bytes."""
_MOST: Final = 4096
"""Checkpoints that are kept."""
_HEAD: Final = f"{MAGIC}\\nindex %d".encode("ascii")

Step = tuple[int, int, bytes]
"""On the way up: the node's index, the last node's index at that height, and the node's hash."""


@dataclass(slots=True)
class _Verified:
    """A checkpoint that the log's key signed, and the last path that led to its root."""

    last: int
    """The index of its last leaf."""
    root: bytes
    path: bytes = b""
    steps: list[Step] = field(default_factory=list)


class LogProofs:
    """Holds the tlog-proofs of one log, as a JSON writer gives them."""

    def __init__(self, verifier: Verifier, policy: Policy | None) -> None:
        self._verifier = verifier
        self._policy = policy
        self._known: dict[bytes, _Verified] = {}

    def hold(self, proof: bytes, entry: bytes, index: int) -> bool:
        """Whether this proof (escaped, as it stands in a bundle) shows that the entry is leaf ``index``."""
        lines, _, note = proof.partition(b"\\n\\n")
        head = _HEAD % index
        checkpoint = self._known.get(note) or self._verify(note)
        if checkpoint is None or not lines.startswith(head):
            return False
        path = lines[len(head) :]
        if len(path) % _LINE or len(path) > MAX_HASHES * _LINE or index > checkpoint.last:
            return False
        try:
            return _leads_to_root(checkpoint, path, sha256(b"\x00" + entry).digest(), index)
        except Error:
            return False

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
        verified = self._known[note] = _Verified(checkpoint.size - 1, checkpoint.root)
        return verified


def _leads_to_root(checkpoint: _Verified, path: bytes, leaf: bytes, index: int) -> bool:
    found, at, last = leaf, index, checkpoint.last
    known, known_path = checkpoint.steps, checkpoint.path
    is_like = len(path) == len(known_path)
    steps: list[Step] = []
    for number, start in enumerate(range(0, len(path), _LINE)):
        step = at, last, found
        if is_like and at == known[number][0] and step == known[number] and path[start:] == known_path[start:]:
            steps += known[number:]
            break
        steps.append(step)
        line = path[start + 2 : start + _LINE]
        hashed = a2b_base64(line)
        # A reader of base64 may skip what is none, and take bits that stand for nothing.
        if not last or len(hashed) != 32 or path[start : start + 2] + b2a_base64(hashed) != b"\\n" + line + b"\n":
            return False
        if at & 1 or at == last:
            found = sha256(b"\x01" + hashed + found).digest()
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            found = sha256(b"\x01" + found + hashed).digest()
        at, last = at >> 1, last >> 1
    else:
        if last or found != checkpoint.root:
            return False
    checkpoint.path, checkpoint.steps = path, steps
    return True
