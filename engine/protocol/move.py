"""A move as a keyed seat signs it: so that nobody can say later that the seat moved otherwise (protocol section 6)."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.engine.protocol.grammar import Reader, read_seat, write
from fairdeal.engine.protocol.record import Record


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a seat; signed with Ed25519 over the text."""

    origin: str
    number: int
    table: bytes
    """Hash of the table statement (32 bytes)."""
    seat: int
    line: str
    """What was done, in the words of the game, such as ``play 3 QS``."""
    after: bytes | None
    """Hash of the record as the seat knew it before this move (32 bytes); ``None`` where the game says so."""

    @classmethod
    def after_lines(
        cls, origin: str, number: int, table: bytes, seat: int, line: str, known: tuple[str, ...] | None
    ) -> Move:
        """The statement of a move by a seat that knew these lines of the record; ``None`` for ``after -``."""
        after = None if known is None else Record(origin, number, "seats", known).hash()
        return cls(origin, number, table, seat, line, after)

    @classmethod
    def from_text(cls, text: str) -> Move:
        """Read the statement; raises `MalformedError` for anything but its one spelling. The move itself is the game's to read."""
        reader = Reader(text, "move")
        origin, number, table = reader.origin(), reader.number(), reader.hash("table")
        seat, line, after = read_seat(reader.field("seat")), reader.line(), reader.hash_or_none("after")
        reader.end()
        return cls(origin, number, table, seat, line, after)

    def text(self) -> str:
        """The statement, byte for byte."""
        return write(
            "move",
            self.origin,
            str(self.number),
            f"table {self.table.hex()}",
            f"seat {self.seat}",
            self.line,
            f"after {'-' if self.after is None else self.after.hex()}",
        )
