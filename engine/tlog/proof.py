"""Proofs that a statement is in a log, for use offline (C2SP tlog-proof, without an ``extra`` line)."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.tlog.checkpoint import MAX_SIZE, Checkpoint, open_checkpoint
from fairdeal.engine.tlog.merkle import HASH_SIZE, leaf_hash, verify_inclusion
from fairdeal.engine.tlog.note import Note, Verifier, decode_base64, remember_by_note

MAGIC: Final = "c2sp.org/tlog-proof@v1"
_INDEX: Final = re.compile(r"index (0|[1-9][0-9]{0,15})", re.ASCII)
MAX_HASHES: Final = 63


@dataclass(frozen=True, slots=True)
class TlogProof:
    """The place of a statement in a log, its inclusion proof, and the checkpoint that this leads to."""

    index: int
    path: tuple[bytes, ...]
    """32 bytes each, the sibling of the leaf first."""
    note: str
    """The signed checkpoint, cosignatures included."""

    @classmethod
    def from_text(cls, text: str) -> TlogProof:
        """Read a proof; raises `MalformedError` for anything but its one spelling."""
        head, gap, note = text.partition("\n\n")
        lines = head.split("\n")
        if not gap or lines[0] != MAGIC or len(lines) < 2:
            raise MalformedError(f"expected a tlog-proof: {MAGIC}, an index, hashes, an empty line and a checkpoint")
        index = _INDEX.fullmatch(lines[1])
        if index is None or int(index[1]) >= MAX_SIZE:
            raise MalformedError(f"expected the line `index` of a tlog-proof, not {lines[1][:60]!r}")
        if len(lines) - 2 > MAX_HASHES:
            raise MalformedError(f"an inclusion proof is up to {MAX_HASHES} hashes, not {len(lines) - 2}")
        path = tuple(map(_hash, lines[2:]))
        _require_checkpoint(note)
        return cls(int(index[1]), path, note)

    def text(self) -> str:
        """The proof as a file has it."""
        hashes = "".join(f"{base64.b64encode(hashed).decode('ascii')}\n" for hashed in self.path)
        return f"{MAGIC}\nindex {self.index}\n{hashes}\n{self.note}"

    def verify(self, statement: bytes, verifier: Verifier) -> Checkpoint:
        """The checkpoint, once it is shown that the log's key signed it and that the statement is its leaf ``index``.

        Raises:
            FairdealError: saying which of that is not so.
        """
        checkpoint = open_checkpoint(self.note, verifier)
        verify_inclusion(leaf_hash(statement), self.index, checkpoint.size, self.path, checkpoint.root)
        return checkpoint


# Neighbours share all of their paths but a hash or two. What is refused is not remembered, so that only hashes are.
@lru_cache(maxsize=4096)
def _hash(text: str) -> bytes:
    """A hash of a path, from its base64; raises `MalformedError`."""
    value = decode_base64(text)
    if len(value) != HASH_SIZE:
        raise MalformedError(f"a hash of a path has {HASH_SIZE} bytes, not {len(value)}")
    return value


@remember_by_note
def _require_checkpoint(note: str) -> None:
    """The note has to hold a checkpoint, whoever signed it."""
    Checkpoint.from_text(Note.from_text(note).text)
