"""The tricks as clients see them: each view must continue the last one, and keep the rules."""

from __future__ import annotations

from typing import Final

from fairdeal.engine.cards import BIT, NAMES, SUIT_OF, Card, mask_of, names_of
from fairdeal.engine.games.hearts.legality import breakers, opening_leader
from fairdeal.engine.games.hearts.record_lines import TrickLine
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.games.hearts.trick import winning_place
from fairdeal.service.client.errors import Caught
from fairdeal.service.client.view import View

PLAYING: Final = frozenset({"playing", "revealed"})
"""The states in which there can be tricks."""


class Tricks:
    """What everybody knows of the play of one hand."""

    def __init__(self, ruleset: Ruleset, number: int) -> None:
        """`number` is the hand's number on its score sheet."""
        self._ruleset = ruleset
        self._number = number
        self.plays: tuple[Card, ...] = ()
        self.leaders: tuple[int, ...] = ()
        self.turn: int | None = None
        """Whose turn it is; None when every card has been played. Who holds the opening card is the service's word."""

    @property
    def lines(self) -> tuple[TrickLine, ...]:
        """Leader and cards of each trick begun."""
        size = self._ruleset.players
        return tuple(
            (leader, self.plays[trick * size : (trick + 1) * size]) for trick, leader in enumerate(self.leaders)
        )

    @property
    def led(self) -> int:
        """The mask of the suit led in the trick that is being played; 0 before a lead."""
        within = len(self.plays) % self._ruleset.players
        return SUIT_OF[self.plays[-within]] if within else 0

    @property
    def is_broken(self) -> bool:
        """Whether hearts have been broken."""
        return any(BIT[card] & breakers(self._ruleset, SUIT_OF[cards[0]]) for _, cards in self.lines for card in cards)

    def by_seat(self) -> list[tuple[int, Card]]:
        """Every play with the seat that made it, in order."""
        size = self._ruleset.players
        return [((leader + place) % size, card) for leader, cards in self.lines for place, card in enumerate(cards)]

    def see(self, view: View) -> None:
        """Check the tricks of a view, and remember them; for views in `PLAYING` states.

        Raises:
            Caught: they contradict the rules, or an earlier view.
        """
        tricks = view.views("tricks")
        lines = [(trick.integer("leader"), trick.cards("cards")) for trick in tricks]
        winners = [trick.integer("winner") if trick.has("winner") else None for trick in tricks]
        plays = tuple(card for _, cards in lines for card in cards)
        if plays[: len(self.plays)] != self.plays:
            raise Caught(f"The plays were {in_words(self.plays)}; now the service shows {in_words(plays)}.")
        require_in_deck(self._ruleset, plays, "played")
        size = self._ruleset.players
        if any(len(cards) != size for _, cards in lines[:-1]) or any(not 0 < len(cards) <= size for _, cards in lines):
            raise Caught("The service shows a trick that does not have a card of each seat.")
        turn = self._first(view, plays)
        for (leader, cards), winner in zip(lines, winners, strict=True):
            if leader != turn:
                raise Caught(f"It is seat {turn} that leads to {in_words(cards)}; the service says seat {leader}.")
            turn = (leader + (winning_place(cards) if len(cards) == size else len(cards))) % size
            if winner != (turn if len(cards) == size else None):
                raise Caught(f"Seat {turn} is next after {in_words(cards)}; the service says that seat {winner} won.")
        self.plays, self.leaders = plays, tuple(leader for leader, _ in lines)
        self.turn = None if len(plays) == len(self._ruleset.deck) else turn
        if view.integer("ply") != len(plays) or view.integers("to_act") != (() if self.turn is None else (turn,)):
            raise Caught(f"After {len(plays)} plays it is the turn of seat {self.turn}; the service says otherwise.")
        if view.flag("hearts_broken") != self.is_broken:
            raise Caught(f"After {in_words(plays)} the service is wrong about whether hearts are broken.")

    def _first(self, view: View, plays: tuple[Card, ...]) -> int:
        """Who leads the first trick."""
        opening = self._ruleset.opening_card
        if opening is None:
            return opening_leader(self._ruleset, self._number, ())
        if plays and plays[0] != opening:
            raise Caught(f"The first trick was opened with {NAMES[plays[0]]}, not with {NAMES[opening]}.")
        leader = view.views("tricks")[0].integer("leader") if plays else (*view.integers("to_act"), -1)[0]
        is_changed = self.turn is not None and not self.plays and leader != self.turn
        if not 0 <= leader < self._ruleset.players or is_changed:
            raise Caught(f"The service says that seat {leader} leads the first trick.")
        return leader


def require_in_deck(ruleset: Ruleset, cards: tuple[Card, ...], what: str) -> None:
    """Check that cards are distinct and in the deck; `what` says in the error what happened to them."""
    mask = mask_of(cards)
    if mask.bit_count() != len(cards) or mask & ~ruleset.deck_mask:
        raise Caught(f"These cannot be the cards {what}: {in_words(cards)}.")


def in_words(cards: tuple[Card, ...] | list[Card]) -> str:
    """Cards in a sentence."""
    return " ".join(names_of(cards)) or "no card"
