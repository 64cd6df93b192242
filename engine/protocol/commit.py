"""The commit statement: fixes a number's server seed before anyone can hold the number (protocol section 1)."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.engine.protocol.grammar import Reader, write


@dataclass(frozen=True, slots=True)
class Commit:
    """Leaf ``number`` of the log ``<origin>/commits``."""

    origin: str
    number: int
    commitment: bytes
    """32 bytes."""

    @classmethod
    def from_text(cls, text: str) -> Commit:
        """Read the statement; raises `MalformedError` for anything but its one spelling."""
        reader = Reader(text, "commit")
        statement = cls(reader.origin(), reader.number(), reader.bare_hash())
        reader.end()
        return statement

    def text(self) -> str:
        """The statement, byte for byte."""
        return write("commit", self.origin, str(self.number), self.commitment.hex())
