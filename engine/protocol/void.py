"""The void statement: a number whose hand was not played out, and why (protocol section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.protocol.grammar import Reader, ascending, read_seat, write

Reason = Literal["unclaimed", "abandoned", "expired", "withheld", "failed"]
REASONS: Final[tuple[Reason, ...]] = get_args(Reason)

TIMED_OUT: Final = frozenset({"expired", "withheld"})
"""Reasons that name the seats waited for."""
_NEVER_OPENED: Final = frozenset({"unclaimed", "failed"})
"""Reasons of numbers that need not have been handed out."""


@dataclass(frozen=True, slots=True)
class Void:
    """Publishes the server seed of a number that ended otherwise than by play. Hashes and seed are 32 bytes."""

    origin: str
    number: int
    reason: Reason
    """``unclaimed``: retired, never handed out; ``abandoned``: given up by its opener; ``expired``: time ran out; ``withheld``: time
    ran out with all seals in and a contribution missing; ``failed``: the service itself gave it up."""
    seats: tuple[int, ...]
    """Those that the service was waiting for, ascending; none but for ``expired`` and ``withheld``."""
    seed: bytes
    open: bytes | None = None
    seals: bytes | None = None
    table: bytes | None = None
    record: bytes | None = None
    """Absent exactly when the table is."""

    @classmethod
    def from_text(cls, text: str) -> Void:
        """Read the statement; raises `MalformedError` for anything but its one spelling."""
        reader = Reader(text, "void")
        origin, number = reader.origin(), reader.number()
        reason = cast("Reason", reader.choice("reason", *REASONS))
        fields = reader.fields("seats")
        seats = [] if fields == ["-"] else [read_seat(field) for field in fields]
        ascending(seats, "seats")
        statement = cls(
            origin,
            number,
            reason,
            tuple(seats),
            reader.hash("seed"),
            *(reader.hash_or_none(keyword) for keyword in ("open", "seals", "table", "record")),
        )
        reader.end()
        statement._check()
        return statement

    def text(self) -> str:
        """The statement, byte for byte."""
        return write(
            "void",
            self.origin,
            str(self.number),
            f"reason {self.reason}",
            f"seats {' '.join(map(str, self.seats)) or '-'}",
            f"seed {self.seed.hex()}",
            *(
                f"{keyword} {'-' if value is None else value.hex()}"
                for keyword, value in (
                    ("open", self.open),
                    ("seals", self.seals),
                    ("table", self.table),
                    ("record", self.record),
                )
            ),
        )

    def _check(self) -> None:
        """What the protocol says of every void, whatever happened in its deal."""
        if bool(self.seats) != (self.reason in TIMED_OUT):
            raise MalformedError(
                f"a void that is {self.reason} names {'no seats' if self.seats else 'the seats waited for'}"
            )
        if (self.table is None) != (self.record is None):
            raise MalformedError("a void has a record exactly when it has a table")
        if self.reason == "unclaimed" and self.open is not None:
            raise MalformedError("a number that was never handed out has no open statement")
        if self.open is None and (self.reason not in _NEVER_OPENED or self.seals is not None or self.table is not None):
            raise MalformedError("only a number that was never handed out has no open statement, and then nothing else")
        if self.reason == "withheld" and (self.seals is None or self.table is not None):
            raise MalformedError("a withheld contribution means that the seals were published and no table was closed")
