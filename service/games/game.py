"""What the service needs of a card game beyond its rules: how moves are stored, what of a hand is shown, what clients may ask for.

A game is a folder beside this file and one entry of `fairdeal.service.games.GAMES`. The rules themselves are those of
`fairdeal.engine.games`: a game's half of the service judges by its engine's hand and by nothing else. It works on values and
knows neither deals nor HTTP.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from fairdeal.engine.cards import Card
from fairdeal.engine.games import Hand, Ruleset, SeatMove
from fairdeal.service.games.score_sheet import SheetRules


class LiveHand(Protocol):
    """The hand of a deal as its stored moves left it, and the signatures that came with them."""

    @property
    def hand(self) -> Hand:
        """The hand."""

    @property
    def stored(self) -> bytes:
        """The moves as they are stored, in the game's own encoding; empty before the first."""

    @property
    def state(self) -> str:
        """The state of a deal whose hand is not complete: one of the game's `states`."""

    def signatures(self) -> list[bytes]:
        """The signatures (64 bytes each) of `hand.seat_moves` of the seats that have a key, in the same order."""


class Made(NamedTuple):
    """A move that the rules allow. The live hand that it was made in is one move further."""

    answer: dict[str, object]
    """What the caller is told."""
    stored: bytes
    """All moves of the hand, this one included, as they are to be stored."""
    signs: Callable[[], SeatMove]
    """The move as its seat signs it."""


class Move(Protocol):
    """One move that a caller asks for."""

    @property
    def game(self) -> str:
        """The name of the game that knows such moves."""

    @property
    def states(self) -> tuple[str, ...]:
        """The states of a deal in which it can be made."""

    @property
    def seat(self) -> int | None:
        """Who makes it; None for its opener."""

    @property
    def signature(self) -> bytes | None:
        """The signature that came with it (64 bytes)."""

    def repeated(self, live: LiveHand) -> dict[str, object] | None:
        """What was answered, if this very move was made before; else None.

        Raises:
            Problem: another move was made in its place, which is final in every later state.
        """

    def make(self, live: LiveHand) -> Made:
        """Make the move; its signature is judged elsewhere.

        Raises:
            Problem: it does not come next, or the rules refuse it. The hand is unchanged.
        """


class WholeRecord(Protocol):
    """All moves of a hand at once, from a sighted opener whose client played it by itself."""

    @property
    def game(self) -> str:
        """The name of the game that knows such moves."""

    @property
    def stored(self) -> bytes:
        """The moves as they are to be stored, once they have been played out."""

    def repeats(self, live: LiveHand) -> bool:
        """Whether these are the moves that are stored."""

    def play_out(self, live: LiveHand) -> None:
        """Make every move in a hand that has none.

        Raises:
            Problem: a move that the rules refuse, or the hand is not complete after the last. What came before it was made.
        """


class ServedGame(Protocol):
    """The service's half of a card game."""

    @property
    def name(self) -> str:
        """The value of the option `game` of its rulesets."""

    @property
    def states(self) -> tuple[str, ...]:
        """The states of a deal between its table and its outcome, in their order."""

    @property
    def public_members(self) -> tuple[str, ...]:
        """What it adds to the public view of its deals; null in those of other games."""

    @property
    def sheets(self) -> SheetRules | None:
        """How it keeps score; None where it keeps none."""

    def resume(self, ruleset: Ruleset, number: int, deck: Sequence[Card], stored: bytes) -> LiveHand:
        """Hand `number` as dealt from a shuffled deck, after the moves that are stored of it.

        Raises:
            ValueError: what is stored are no moves of this hand.
        """

    def public(self, ruleset: Ruleset, number: int, live: LiveHand | None) -> dict[str, object]:
        """What everybody may see of hand `number`, by `public_members`; `live` is None before the table has closed."""

    def private(self, live: LiveHand | None, seat: int) -> dict[str, object]:
        """What one seat may see besides; `live` is None before the table has closed."""

    def notate(self, hand: Hand, notation: str) -> str:
        """A hand as one line of another program's text, without its end.

        Raises:
            Problem: 404, the game or the notation has no such text.
        """
