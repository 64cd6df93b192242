"""The reveal statement: a hand that was played out (protocol section 6)."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.engine.protocol.grammar import Reader, write


@dataclass(frozen=True, slots=True)
class Reveal:
    """Publishes the server seed of a deal that was played out; all three are 32 bytes."""

    origin: str
    number: int
    seed: bytes
    table: bytes
    """Hash of the table statement."""
    record: bytes
    """Hash of the record."""

    @classmethod
    def from_text(cls, text: str) -> Reveal:
        """Read the statement; raises `MalformedError` for anything but its one spelling."""
        reader = Reader(text, "reveal")
        statement = cls(
            reader.origin(), reader.number(), reader.hash("seed"), reader.hash("table"), reader.hash("record")
        )
        reader.end()
        return statement

    def text(self) -> str:
        """The statement, byte for byte."""
        return write(
            "reveal",
            self.origin,
            str(self.number),
            f"seed {self.seed.hex()}",
            f"table {self.table.hex()}",
            f"record {self.record.hex()}",
        )
