"""The genesis statement: leaf 0 of the commits log, which names the keys of the origin (protocol section 1)."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.engine.errors import MalformedError
from fairdeal.engine.protocol.grammar import MAX_NUMBER, Reader, read_hex, read_integer, read_origin, write


@dataclass(frozen=True, slots=True)
class Previous:
    """The origin that this one succeeds: the last head of its commits log."""

    origin: str
    size: int
    root: bytes
    """32 bytes."""


@dataclass(frozen=True, slots=True)
class Genesis:
    """What holds for the whole life of an origin."""

    origin: str
    outcomes_vkey: str
    statements_vkey: str
    """The key of ``<origin>`` itself, which signs open, seals and table."""
    deadline: int
    """The longest time from opening to expiry, in seconds."""
    previous: Previous | None = None

    @classmethod
    def from_text(cls, text: str) -> Genesis:
        """Read the statement; raises `MalformedError` for anything but its one spelling."""
        reader = Reader(text, "genesis")
        origin = reader.origin()
        outcomes_vkey, statements_vkey = reader.word(), reader.word()
        deadline = read_integer(reader.field("deadline"), 1, MAX_NUMBER)
        fields = reader.fields("previous")
        reader.end()
        return cls(origin, outcomes_vkey, statements_vkey, deadline, _previous(fields))

    def text(self) -> str:
        """The statement, byte for byte."""
        before = self.previous
        named = "-" if before is None else f"{before.origin} {before.size} {before.root.hex()}"
        return write(
            "genesis",
            self.origin,
            self.outcomes_vkey,
            self.statements_vkey,
            f"deadline {self.deadline}",
            f"previous {named}",
        )


def _previous(fields: list[str]) -> Previous | None:
    if fields == ["-"]:
        return None
    if len(fields) != 3:
        raise MalformedError(f"expected `previous -` or an origin, a size and a root, not {fields}")
    return Previous(read_origin(fields[0]), read_integer(fields[1], 0, MAX_NUMBER), read_hex(fields[2], 32))
