"""The open statement: the terms of a deal, signed before anyone seals or contributes (protocol section 2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, cast

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.protocol.grammar import (
    MAX_NUMBER,
    MAX_TIME,
    Reader,
    ascending,
    hash_of,
    read_integer,
    read_seat,
    write,
)

Opener = Literal["blind", "sighted"]

_SHEET_ID: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Open:
    """Hands out a number and fixes the terms."""

    origin: str
    number: int
    rules: bytes
    """SHA-256 of the ruleset's canonical JSON (32 bytes)."""
    hand: int
    """The hand's number on its score sheet, from 1."""
    contributors: tuple[int, ...]
    """Seats that add randomness, ascending, at least one."""
    sealed: bool
    opener: Opener
    opened: int
    """Unix seconds, as is ``expires``."""
    expires: int
    sheet: tuple[str, int] | None = None
    """The score sheet that it counts for (32 hex digits), and the attempt at this hand, from 1."""

    @classmethod
    def from_text(cls, text: str) -> Open:
        """Read the statement; raises `MalformedError` for anything but its one spelling."""
        reader = Reader(text, "open")
        origin, number, rules = reader.origin(), reader.number(), reader.hash("rules")
        hand = read_integer(reader.field("hand"), 1, MAX_NUMBER)
        contributors = [read_seat(seat) for seat in reader.fields("contributors")]
        ascending(contributors, "contributors")
        sealed = reader.choice("sealed", "yes", "no") == "yes"
        opener = cast("Opener", reader.choice("opener", "blind", "sighted"))
        reader.choice("beacon", "-")
        opened, expires = (read_integer(time, 0, MAX_TIME) for time in reader.fields("times", 2))
        sheet = _sheet(reader.fields("sheet"))
        reader.end()
        return cls(origin, number, rules, hand, tuple(contributors), sealed, opener, opened, expires, sheet)

    def text(self) -> str:
        """The statement, byte for byte."""
        return write(
            "open",
            self.origin,
            str(self.number),
            f"rules {self.rules.hex()}",
            f"hand {self.hand}",
            f"contributors {' '.join(map(str, self.contributors))}",
            f"sealed {'yes' if self.sealed else 'no'}",
            f"opener {self.opener}",
            "beacon -",
            f"times {self.opened} {self.expires}",
            "sheet -" if self.sheet is None else f"sheet {self.sheet[0]} {self.sheet[1]}",
        )

    def hash(self) -> bytes:
        """What the later statements name it by (32 bytes)."""
        return hash_of(self.text())


def _sheet(fields: list[str]) -> tuple[str, int] | None:
    if fields == ["-"]:
        return None
    if len(fields) != 2 or not _SHEET_ID.fullmatch(fields[0]):
        raise MalformedError(f"expected `sheet -` or 32 hex digits and an attempt, not {fields}")
    return fields[0], read_integer(fields[1], 1, MAX_NUMBER)
