"""Hearts, as the client of one seat plays it."""

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
        """`number` is the hand's on its score sheet; it sets the pass."""
        assert isinstance(ruleset, Ruleset), ruleset.game
        self._ruleset = ruleset
        self.tracker = HandTracker(ruleset, number, seat)
        self._is_passing = False

    def see(self, view: View) -> None:
        """Check a view of the hand, and take it in; raises `Caught`."""
        self._is_passing = view.text("state") == "passing"
        self.tracker.see(view)

    def choose(self, draw: random.Random) -> PlannedMove:
        """A pass, or a play; raises `Caught` if it is not this seat's turn."""
        tracker = self.tracker
        if self._is_passing:
            if tracker.given:
                raise Caught(f"The service waits for seat {tracker.seat}, which has passed.")
            return self._pass(draw)
        if not tracker.allowed:
            raise Caught(f"The service waits for seat {tracker.seat}, which is not to play.")
        return self._play(draw)

    def require_dealt(self, cards: tuple[Card, ...]) -> None:
        """The hand of the proof has to be the one that this seat was shown; raises `Caught`."""
        self.tracker.require_dealt(cards)

    def require_record(self, lines: Sequence[str]) -> None:
        """The record of the proof has to tell what this seat saw; raises `Caught`."""
        self.tracker.require_record(lines)

    def _pass(self, draw: random.Random) -> PlannedMove:
        tracker = self.tracker
        tracker.given = tuple(sorted(draw.sample(tracker.dealt, self._ruleset.pass_count), key=DECK_RANK.__getitem__))
        names = [NAMES[card] for card in tracker.given]
        return PlannedMove(
            address=f"passes/{tracker.seat}",
            body={"cards": names},
            stored={"seat": tracker.seat, "cards": names},
            line=pass_move(tracker.given),
            known=None,
        )

    def _play(self, draw: random.Random) -> PlannedMove:
        tracker = self.tracker
        card, ply = draw.choice(tracker.allowed), len(tracker.tricks.plays)
        known = tracker.known_lines
        tracker.sent.append(card)
        return PlannedMove(
            address=f"plays/{ply}",
            body={"card": NAMES[card]},
            stored={"ply": ply, "seat": tracker.seat, "card": NAMES[card]},
            line=play_move(ply, card),
            known=known,
        )
