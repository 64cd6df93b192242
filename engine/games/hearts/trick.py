"""A trick, and which of its cards wins it."""

from collections.abc import Sequence
from typing import NamedTuple

from fairdeal.engine.cards import BIT, SUIT_OF, Card


class Trick(NamedTuple):
    """A trick: its leader, its cards in the order played, and its winner once it is complete."""

    leader: int
    cards: tuple[Card, ...]
    winner: int | None


def winning_place(cards: Sequence[Card]) -> int:
    """Which card of a complete trick, counted from its leader, wins it: the highest of the suit led."""
    led = SUIT_OF[cards[0]]
    return cards.index(max(card for card in cards if BIT[card] & led))
