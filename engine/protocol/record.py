"""The record: what was done with the cards of a deal, in the lines of its game (protocol section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from fairdeal.engine.protocol.grammar import Reader, hash_of, write

By = Literal["seats", "opener"]


@dataclass(frozen=True, slots=True)
class Record:
    """What happened in a deal, as far as it went."""

    origin: str
    number: int
    by: By
    """``opener``: submitted whole, by a sighted opener."""
    lines: tuple[str, ...] = ()
    """What the game tells of its moves; read and judged by the game alone."""

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read the statement; raises `MalformedError` for anything but ASCII lines under the head of a record."""
        reader = Reader(text, "record")
        return cls(
            reader.origin(), reader.number(), cast("By", reader.choice("by", "seats", "opener")), reader.further_lines()
        )

    def text(self) -> str:
        """The statement, byte for byte."""
        return write("record", self.origin, str(self.number), f"by {self.by}", *self.lines)

    def hash(self) -> bytes:
        """What the outcome, and a signed move, names it by (32 bytes)."""
        return hash_of(self.text())
