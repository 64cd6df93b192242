"""Checkpoints: a log's name, its size and its root, signed (C2SP tlog-checkpoint). Ours have no extension lines."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Final

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.strict_json import LARGEST_INTEGER
from fairdeal.engine.tlog.merkle import HASH_SIZE
from fairdeal.engine.tlog.note import Verifier, decode_base64, is_name, remember_by_note

_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)
MAX_SIZE: Final = LARGEST_INTEGER
"""No log of the protocol is larger."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a log."""

    name: str
    """The log's name, ``<origin>/commits`` or ``<origin>/outcomes`` here."""
    size: int
    root: bytes
    """32 bytes."""

    @classmethod
    def from_text(cls, text: str) -> Checkpoint:
        """Read the text of a checkpoint's note; raises `MalformedError` for anything but three lines in their one spelling."""
        lines = text.split("\n")
        if len(lines) != 4 or lines[3]:
            raise MalformedError(f"a checkpoint is three lines: a name, a size and a root; this has {len(lines) - 1}")
        name, size, encoded = lines[:3]
        if not is_name(name):
            raise MalformedError(f"expected the name of a log, not {name[:80]!r}")
        if not _SIZE.fullmatch(size) or int(size) > MAX_SIZE:
            raise MalformedError(f"expected the size of a log, not {size[:40]!r}")
        root = decode_base64(encoded)
        if len(root) != HASH_SIZE:
            raise MalformedError(f"a root has {HASH_SIZE} bytes, not {len(root)}")
        return cls(name, int(size), root)

    def text(self) -> str:
        """What is signed."""
        return f"{self.name}\n{self.size}\n{base64.b64encode(self.root).decode('ascii')}\n"


@remember_by_note
def open_checkpoint(note: str, verifier: Verifier) -> Checkpoint:
    """The checkpoint in a note that the log's own key signed. Many proofs share one: it is verified once.

    Raises:
        MalformedError: it is no checkpoint, or another log's.
        SignatureError: the key did not sign it.
    """
    checkpoint = Checkpoint.from_text(verifier.verify(note))
    if checkpoint.name != verifier.name:
        raise MalformedError(f"expected a checkpoint of {verifier.name}, not of {checkpoint.name}")
    return checkpoint
