"""A seat of Hearts: it passes and plays legal cards chosen at random."""

from __future__ import annotations

import random
from collections.abc import Sequence

from fairdeal.engine.cards import DECK_RANK, NAMES, Card
from fairdeal.engine.games import Ruleset as AnyRuleset
from fairdeal.engine.games.hearts.record_lines import pass_move, play_move
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.service.client.errors import Caught
from fairdeal.service.client.games.hearts.hand_tracker import HandTracker
from fairdeal.service.client.games.seat import PlannedMove
from fairdeal.service.client.view import View


class HeartsSeat:
    """What one seat knows of a hand of Hearts, and the moves that it makes."""

    def __init__(self, ruleset: AnyRuleset, number: int, seat: int) -> None:
        """`number` is the hand's number on its score sheet; it sets the direction of the pass."""
        assert isinstance(ruleset, Ruleset), ruleset.game
        self._pass_count = ruleset.pass_count
        self.tracker = HandTracker(ruleset, number, seat)
        self._is_passing = False

    def see(self, view: View) -> None:
        """Check a view of the hand, and remember what it shows; raises `Caught`."""
        self.tracker.see(view)
        self._is_passing = view.text("state") == "passing"

    def choose(self, rng: random.Random) -> PlannedMove:
        """A pass or a play; raises `Caught` if this seat has passed already, or it is not its turn to play."""
        tracker = self.tracker
        if self._is_passing:
            if tracker.passed:
                raise Caught(f"The service waits for seat {tracker.seat}, which has passed.")
            return self._pass(rng)
        if not tracker.allowed:
            raise Caught(f"The service waits for seat {tracker.seat}, which is not to play.")
        return self._play(rng)

    def require_dealt(self, cards: tuple[Card, ...]) -> None:
        """Check the hand in the proof; raises `Caught`."""
        self.tracker.require_dealt(cards)

    def require_record(self, lines: Sequence[str]) -> None:
        """Check the record in the proof; raises `Caught`."""
        self.tracker.require_record(lines)

    def _pass(self, rng: random.Random) -> PlannedMove:
        tracker = self.tracker
        cards = tuple(sorted(rng.sample(tracker.dealt, self._pass_count), key=DECK_RANK.__getitem__))
        tracker.passed = cards
        names = [NAMES[card] for card in cards]
        return PlannedMove(
            address=f"passes/{tracker.seat}",
            body={"cards": names},
            stored={"seat": tracker.seat, "cards": names},
            line=pass_move(cards),
            known=None,
        )

    def _play(self, rng: random.Random) -> PlannedMove:
        tracker = self.tracker
        card, ply, known = rng.choice(tracker.allowed), len(tracker.tricks.plays), tracker.known_lines
        tracker.played.append(card)
        return PlannedMove(
            address=f"plays/{ply}",
            body={"card": NAMES[card]},
            stored={"ply": ply, "seat": tracker.seat, "card": NAMES[card]},
            line=play_move(ply, card),
            known=known,
        )
