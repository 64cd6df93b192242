"""The seals statement: every contributor's seal, signed before any contribution is shown (protocol section 3)."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.engine.protocol.grammar import Reader, ascending, hash_of, read_hex, read_seat, write


@dataclass(frozen=True, slots=True)
class Seals:
    """One seal per contributor, ascending by seat."""

    origin: str
    number: int
    open: bytes
    """Hash of the open statement (32 bytes)."""
    seals: tuple[tuple[int, bytes], ...]
    """Seat and seal (32 bytes)."""

    @classmethod
    def from_text(cls, text: str) -> Seals:
        """Read the statement; raises `MalformedError` for anything but its one spelling."""
        reader = Reader(text, "seals")
        origin, number, opened = reader.origin(), reader.number(), reader.hash("open")
        seals = read_seats(reader, "seat")
        reader.end()
        return cls(origin, number, opened, seals)

    def text(self) -> str:
        """The statement, byte for byte."""
        return write(
            "seals", self.origin, str(self.number), f"open {self.open.hex()}", *write_seats("seat", self.seals)
        )

    def hash(self) -> bytes:
        """What the later statements name it by (32 bytes)."""
        return hash_of(self.text())


def read_seats(reader: Reader, keyword: str, *, least: int = 1) -> tuple[tuple[int, bytes], ...]:
    """Lines ``<keyword> <seat> <32 bytes>``, ascending by seat."""
    lines: list[tuple[int, bytes]] = []
    while len(lines) < least or reader.follows(keyword):
        seat, value = reader.fields(keyword, 2)
        lines.append((read_seat(seat), read_hex(value, 32)))
    if len(lines) > 1:
        ascending([seat for seat, _ in lines], keyword)
    return tuple(lines)


def write_seats(keyword: str, lines: tuple[tuple[int, bytes], ...]) -> list[str]:
    """The lines that `read_seats` reads."""
    return [f"{keyword} {seat} {value.hex()}" for seat, value in lines]
