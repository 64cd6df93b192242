"""What a game adds to the client of one seat: it checks the views, chooses the moves, and knows what the proof has to say."""

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
    """Below the deal's address, such as `plays/3`."""
    body: Mapping[str, object]
    """The body of the PUT, without the signature."""
    stored: Mapping[str, object]
    """The members that the answer must have: what was sent is what was stored."""
    line: str
    """The line of the move statement that a key signs (protocol section 6)."""
    known: tuple[str, ...] | None
    """The lines of the record as the seat knew them before the move; None where the statement says `after -`."""


class GameSeat(Protocol):
    """What one seat knows of a hand. It checks every view against the rules and against what it has seen and done."""

    def see(self, view: View) -> None:
        """Check a seat's view of a hand that was dealt, and remember what it shows.

        Raises:
            Caught: the view contradicts the rules, this seat's own moves, or an earlier view.
        """

    def choose(self, rng: random.Random) -> PlannedMove:
        """The next move, chosen at random among the legal ones. The seat counts it as made.

        Raises:
            Caught: the service waits for this seat, which has nothing to do.
        """

    def require_dealt(self, cards: tuple[Card, ...]) -> None:
        """Check that the hand in the proof is the one that this seat was dealt; raises `Caught`."""

    def require_record(self, lines: Sequence[str]) -> None:
        """Check that the record in the proof says what this seat saw; raises `Caught`.

        Lines that are no record of this game are left to the verification, which names the check that fails.
        """
