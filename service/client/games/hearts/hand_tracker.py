"""The hand as one seat sees it: its own cards, the pass, and the tricks.

Views are not signed, so a contradiction found here convicts nobody; but a client that plays on after a card has changed would
help to hide it. What is legal is judged by `fairdeal.engine.games.hearts`.
"""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.engine.cards import BIT, NAMES, Card, cards_of, mask_of
from fairdeal.engine.errors import MalformedError
from fairdeal.engine.games.hearts.legality import NOT_YOUR_TURN, playable
from fairdeal.engine.games.hearts.record_lines import Moves, PassLine
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.service.client.errors import Caught
from fairdeal.service.client.games.hearts.tricks import PLAYING, Tricks, in_words, require_in_deck
from fairdeal.service.client.view import View


class HandTracker:
    """What one seat knows of a hand, checked against the rules with every view."""

    def __init__(self, ruleset: Ruleset, number: int, seat: int) -> None:
        """`number` is the hand's number on its score sheet; it sets the direction of the pass."""
        self._ruleset = ruleset
        self._offset = ruleset.pass_offset(number)
        self.seat = seat
        self.tricks = Tricks(ruleset, number)
        self.dealt: tuple[Card, ...] = ()
        """In the order dealt; empty before the first view."""
        self.passed: tuple[Card, ...] = ()
        """The cards that this seat passed, in deck order."""
        self.received: tuple[Card, ...] = ()
        """The cards that were passed to it, in deck order."""
        self.played: list[Card] = []
        """The cards that it played, in order."""
        self.allowed: tuple[Card, ...] = ()
        """The cards that it may play now; empty when it is not its turn."""

    def see(self, view: View) -> None:
        """Check a seat's view of a hand that was dealt, and remember what it shows.

        Raises:
            Caught: the view contradicts the rules, this seat's own moves, or an earlier view.
        """
        if view.integer("seat") != self.seat:
            raise Caught(
                f"Seat {self.seat} asked for its cards, the service shows those of seat {view.integer('seat')}."
            )
        self._see_deal(view.cards("dealt"))
        self._see_pass(view)
        if view.text("state") in PLAYING:
            self.tricks.see(view)
            self._require_plays()
            self._see_hand(view)

    @property
    def passes(self) -> tuple[PassLine, ...]:
        """The pass lines that this seat knows: its own, and the one that reached it."""
        if not self.received:
            return ()
        size = self._ruleset.players
        own = (self.seat, (self.seat + self._offset) % size, self.passed)
        return tuple(sorted((own, ((self.seat - self._offset) % size, self.seat, self.received))))

    @property
    def known_lines(self) -> tuple[str, ...]:
        """The lines of the record as this seat knows them."""
        return Moves(self.passes, self.tricks.lines).lines()

    def require_dealt(self, cards: tuple[Card, ...]) -> None:
        """Check that the hand in the proof is the one that this seat was dealt.

        Raises:
            Caught: it is another.
        """
        if cards != self.dealt:
            raise Caught(f"Seat {self.seat} was dealt {in_words(self.dealt)}; the proof says {in_words(cards)}.")

    def require_record(self, lines: Sequence[str]) -> None:
        """Check that the record in the proof says what this seat saw.

        Raises:
            Caught: it says something else.
        """
        try:
            record = Moves.from_lines(lines).known_to(self.seat)
        except MalformedError:
            # The verification names the check that this fails.
            return
        if record.passes != self.passes:
            raise Caught(f"The record in the proof has another pass than seat {self.seat} saw.", "\n".join(lines))
        if record.tricks != self.tricks.lines:
            raise Caught(f"The record in the proof has other tricks than seat {self.seat} saw.", "\n".join(lines))

    def _see_deal(self, dealt: tuple[Card, ...]) -> None:
        if not self.dealt:
            require_in_deck(self._ruleset, dealt, "dealt")
            if len(dealt) != self._ruleset.hand_size:
                raise Caught(f"Seat {self.seat} was dealt {len(dealt)} cards, not {self._ruleset.hand_size}.")
            self.dealt = dealt
        if dealt != self.dealt:
            raise Caught(f"Seat {self.seat} was dealt {in_words(self.dealt)}; now the service shows {in_words(dealt)}.")

    def _see_pass(self, view: View) -> None:
        passed = view.cards("passed_cards") if view.has("passed_cards") else ()
        if passed != self.passed:
            raise Caught(f"Seat {self.seat} passed {in_words(self.passed)}; the service shows {in_words(passed)}.")
        received = view.cards("received") if view.has("received") else ()
        if self.received and received != self.received:
            raise Caught(
                f"Seat {self.seat} received {in_words(self.received)}; now the service shows {in_words(received)}."
            )
        expected = self._ruleset.pass_count if self._offset and view.text("state") in PLAYING else 0
        require_in_deck(self._ruleset, received, "passed on")
        if len(received) != expected or mask_of(received) & mask_of(self.dealt):
            raise Caught(f"Seat {self.seat} cannot have received {in_words(received)} in this pass.")
        self.received = received

    def _require_plays(self) -> None:
        """This seat played what it sent; nobody else played a card that it holds, or that it passed to a third seat."""
        plays = self.tricks.by_seat()
        own = [card for seat, card in plays if seat == self.seat]
        if own != self.played:
            raise Caught(f"Seat {self.seat} played {in_words(self.played)}; the service shows {in_words(own)}.")
        target = (self.seat + self._offset) % self._ruleset.players
        held, passed = self._held_at_first_trick(), mask_of(self.passed)
        for seat, card in plays:
            if seat != self.seat and (BIT[card] & held or (BIT[card] & passed and seat != target)):
                raise Caught(f"Seat {seat} cannot have played {NAMES[card]}: seat {self.seat} knows where it was.")

    def _see_hand(self, view: View) -> None:
        """The cards held, who opens, which cards may be played, and why the others may not."""
        tricks, opening = self.tricks, self._ruleset.opening_card
        held = self._held_at_first_trick() & ~mask_of(self.played)
        shown = view.cards("cards")
        if shown != tuple(cards_of(held)):
            raise Caught(f"Seat {self.seat} holds {in_words(cards_of(held))}; the service shows {in_words(shown)}.")
        if opening is not None and not tricks.plays and (tricks.turn == self.seat) != bool(held & BIT[opening]):
            raise Caught(f"The holder of {NAMES[opening]} leads the first trick; the service says seat {tricks.turn}.")
        allowed, rule = 0, None if tricks.turn is None else NOT_YOUR_TURN
        if tricks.turn == self.seat:
            allowed, rule = playable(self._ruleset, held, tricks.led, ply=len(tricks.plays), broken=tricks.is_broken)
        self.allowed = tuple(cards_of(allowed))
        ours = [(card, bool(allowed & BIT[card]), None if allowed & BIT[card] else rule) for card in cards_of(held)]
        theirs = [
            (card.card("card"), card.flag("ok"), card.text("rule") if card.has("rule") else None)
            for card in view.views("playable")
        ]
        if ours != theirs:
            raise Caught(
                f"By the rules seat {self.seat} may play {in_words(self.allowed)}; the service says "
                f"{in_words([card for card, ok, _ in theirs if ok])}, or gives other reasons."
            )

    def _held_at_first_trick(self) -> int:
        return mask_of(self.dealt) & ~mask_of(self.passed) | mask_of(self.received)
