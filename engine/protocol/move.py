"""A move as a keyed seat signs it: so that nobody can say later that the seat moved otherwise (protocol section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from fairdeal.engine.cards import DECK_RANK, Card, card_of
from fairdeal.engine.errors import MalformedError
from fairdeal.engine.protocol.grammar import Reader, names, read_cards, read_integer, read_seat, write

MAX_PLY = 53


@dataclass(frozen=True, slots=True)
class Move:
    """A pass, or a play; signed with Ed25519 over the text."""

    origin: str
    number: int
    table: bytes
    """Hash of the table statement (32 bytes)."""
    seat: int
    ply: int | None
    """The play's ply, from 0; ``None`` for a pass."""
    cards: tuple[Card, ...]
    """The passed cards in deck order, or the one card that is played."""
    after: bytes | None
    """Hash of the record as the seat knew it before this play (32 bytes); ``None`` for a pass."""

    @classmethod
    def of_pass(cls, origin: str, number: int, table: bytes, seat: int, cards: tuple[Card, ...]) -> Move:
        """The statement of a pass; the cards come in any order."""
        return cls(origin, number, table, seat, None, tuple(sorted(cards, key=DECK_RANK.__getitem__)), None)

    @classmethod
    def of_play(cls, origin: str, number: int, table: bytes, seat: int, ply: int, card: Card, after: bytes) -> Move:
        """The statement of a play; ``after`` is the hash of the record as the seat knew it before."""
        return cls(origin, number, table, seat, ply, (card,), after)

    @classmethod
    def from_text(cls, text: str) -> Move:
        """Read the statement; raises `MalformedError` for anything but its one spelling."""
        reader = Reader(text, "move")
        origin, number, table = reader.origin(), reader.number(), reader.hash("table")
        seat = read_seat(reader.field("seat"))
        if reader.follows("pass"):
            cards, ply = read_cards(reader.fields("pass")), None
        else:
            ply_text, card = reader.fields("play", 2)
            cards, ply = (card_of(card),), read_integer(ply_text, 0, MAX_PLY)
        after = reader.hash_or_none("after")
        reader.end()
        ranks = [DECK_RANK[card] for card in cards]
        if any(low >= high for low, high in pairwise(ranks)):
            raise MalformedError(f"the cards of a pass stand in deck order, each once, not {names(cards)}")
        if (ply is None) != (after is None):
            raise MalformedError("a play names the record before it, a pass names none")
        return cls(origin, number, table, seat, ply, cards, after)

    def text(self) -> str:
        """The statement, byte for byte."""
        return write(
            "move",
            self.origin,
            str(self.number),
            f"table {self.table.hex()}",
            f"seat {self.seat}",
            f"pass {names(self.cards)}" if self.ply is None else f"play {self.ply} {names(self.cards)}",
            f"after {'-' if self.after is None else self.after.hex()}",
        )
