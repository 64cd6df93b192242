"""The record: the passes and plays of a hand (protocol section 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, cast

from fairdeal.engine.cards import DECK_RANK, Card
from fairdeal.engine.errors import MalformedError
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.protocol.grammar import Reader, hash_of, names, read_cards, read_integer, read_seat, write

By = Literal["seats", "opener"]

MAX_POINTS = 10**6


@dataclass(frozen=True, slots=True)
class Record:
    """What happened in a hand, as far as it went."""

    origin: str
    number: int
    by: By
    """``opener``: submitted whole, by a sighted opener."""
    passes: tuple[tuple[int, int, tuple[Card, ...]], ...] = ()
    """From seat, to seat, the cards in deck order; one for every seat, ascending, or none."""
    tricks: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    """Leader, and the cards in the order played."""
    points: tuple[int, ...] | None = None
    """By seat, after the moon rule; present exactly when every card has been played."""

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read the statement; raises `MalformedError` for anything but its one spelling.

        Whether it follows the rules is not judged here.
        """
        reader = Reader(text, "record")
        origin, number, by = reader.origin(), reader.number(), cast("By", reader.choice("by", "seats", "opener"))
        passes: list[tuple[int, int, tuple[Card, ...]]] = []
        tricks: list[tuple[int, tuple[Card, ...]]] = []
        points = None
        while reader.follows("pass"):
            passes.append(_pass(reader.fields("pass"), len(passes)))
        while reader.follows("trick"):
            leader, *cards = reader.fields("trick")
            if not cards:
                raise MalformedError("a trick line names its leader and one card or more")
            tricks.append((read_seat(leader), read_cards(cards)))
        if reader.follows("points"):
            points = tuple(read_integer(field, -MAX_POINTS, MAX_POINTS) for field in reader.fields("points"))
        reader.end()
        return cls(origin, number, by, tuple(passes), tuple(tricks), points)

    @classmethod
    def of_hand(cls, origin: str, number: int, by: By, hand: Hand) -> Record:
        """The record of a hand as it stands; passes are told once all have passed."""
        size = hand.ruleset.players
        passes = [
            (seat, (seat + hand.offset) % size, cards) for seat, cards in enumerate(hand.passes) if cards is not None
        ]
        tricks = tuple(
            (leader, tuple(hand.plays[at * size : at * size + size])) for at, leader in enumerate(hand.leaders)
        )
        return cls(
            origin,
            number,
            by,
            tuple(passes) if hand.phase != "passing" else (),
            tricks,
            hand.points() if hand.phase == "complete" else None,
        )

    def text(self) -> str:
        """The statement, byte for byte."""
        return write(
            "record",
            self.origin,
            str(self.number),
            f"by {self.by}",
            *(f"pass {giver} {taker} {names(cards)}" for giver, taker, cards in self.passes),
            *(f"trick {leader} {names(cards)}" for leader, cards in self.tricks),
            *([] if self.points is None else [f"points {' '.join(map(str, self.points))}"]),
        )

    def hash(self) -> bytes:
        """What the outcome, and a signed move, names it by (32 bytes)."""
        return hash_of(self.text())

    @property
    def plays(self) -> tuple[Card, ...]:
        """All cards in the order played."""
        return tuple(card for _, cards in self.tricks for card in cards)

    def before(self, ply: int) -> Record:
        """The record as it was when ``ply`` cards had been played."""
        tricks, left = [], ply
        for leader, cards in self.tricks:
            if left <= 0:
                break
            tricks.append((leader, cards[:left]))
            left -= len(cards)
        return replace(self, tricks=tuple(tricks), points=None)

    def known_to(self, seat: int) -> Record:
        """The record as that seat knows it: of the passes only those from and to it (more would leak, by guessing)."""
        return replace(self, passes=tuple(line for line in self.passes if seat in line[:2]))


def _pass(fields: list[str], expected: int) -> tuple[int, int, tuple[Card, ...]]:
    if len(fields) < 3:
        raise MalformedError("a pass line names two seats and one card or more")
    giver, taker, cards = read_seat(fields[0]), read_seat(fields[1]), read_cards(fields[2:])
    if giver != expected:
        raise MalformedError(
            f"expected the pass of seat {expected}, not of seat {giver}: passes are ascending, one a seat"
        )
    ranks = [DECK_RANK[card] for card in cards]
    if any(low >= high for low, high in pairwise(ranks)):
        raise MalformedError(f"the cards of a pass stand in deck order, each once, not {names(cards)}")
    return giver, taker, cards
