"""What a game adds to one seat's client: what it makes of the views, which move comes next, and what the proof has to tell."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from fairdeal.engine.cards import Card
from fairdeal.service.client.view import View


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A move that a seat is about to make."""

    address: str
    """Behind the deal's address, such as `plays/3`."""
    body: Mapping[str, object]
    """Without the signature."""
    stored: Mapping[str, object]
    """What the answer has to say."""
    line: str
    """The line of the move statement."""
    known: tuple[str, ...] | None
    """The lines of the record as the seat knows them; None where the statement says `after -`."""


class GameSeat(Protocol):
    """What one seat knows of a hand, checked against the rules with every view, and what it does."""

    def see(self, view: View) -> None:
        """Check a seat's view of a hand that was dealt, and take it in.

        Raises:
            Caught: it contradicts the rules, what this seat did, or what it saw before.
        """

    def choose(self, draw: random.Random) -> PlannedMove:
        """The next move, drawn at random among those that the rules allow; it counts as made from here on.

        Raises:
            Caught: the service waits for this seat, which has nothing to do.
        """

    def require_dealt(self, cards: tuple[Card, ...]) -> None:
        """The hand of the proof has to be the one that this seat was shown; raises `Caught`."""

    def require_record(self, lines: Sequence[str]) -> None:
        """The lines of the record in the proof have to tell what this seat saw; raises `Caught`."""
