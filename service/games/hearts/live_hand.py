"""A hand of Hearts as its stored passes and plays left it."""

from collections.abc import Mapping, Sequence
from typing import Self

from fairdeal.engine.cards import Card
from fairdeal.engine.games import Ruleset
from fairdeal.engine.games.hearts import HEARTS
from fairdeal.engine.games.hearts.fast import extend
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.ruleset import Ruleset as HeartsRuleset
from fairdeal.service.games.game import LiveHand
from fairdeal.service.games.hearts import stored_moves
from fairdeal.service.games.hearts.stored_moves import Pass


class LiveHearts:
    """The engine's hand, and how its moves were signed. Cards stay out of its `repr`."""

    __slots__ = ("hand", "passes", "play_signatures", "stored")

    def __init__(
        self, hand: Hand, stored: bytes, passes: Mapping[int, Pass], play_signatures: Mapping[int, bytes]
    ) -> None:
        self.hand = hand
        self.stored = stored
        self.passes = passes
        """The passes that were stored, by seat."""
        self.play_signatures = play_signatures
        """By ply, of the plays that were signed."""

    def __repr__(self) -> str:
        return f"<LiveHearts {self.hand.phase}>"

    @classmethod
    def resume(cls, ruleset: HeartsRuleset, number: int, deck: Sequence[Card], stored: bytes) -> Self:
        """The hand as dealt from a shuffled deck, after the moves that are stored of it.

        Raises:
            ValueError: the bytes are no moves, or the rules refuse one of them.
        """
        moves = stored_moves.read(stored)
        hand = HEARTS.hand(ruleset, number, deck)
        for seat, given in moves.passes.items():
            if seat >= ruleset.players:
                raise ValueError("a stored pass is of a seat that is not there")
            hand.give(seat, given.cards)
        if moves.plays:
            extend(hand, moves.plays)
        return cls(hand, stored, moves.passes, moves.signatures)

    @property
    def state(self) -> str:
        """`passing` until all have passed, then `playing`."""
        return "passing" if self.hand.after_pass is None else "playing"

    def signatures(self) -> list[bytes]:
        """Those of the passes by seat, once all have passed, then those of the plays."""
        passes = () if self.hand.after_pass is None else (given for _, given in sorted(self.passes.items()))
        return [
            *(given.signature for given in passes if given.signature is not None),
            *(signature for _, signature in sorted(self.play_signatures.items())),
        ]


def hearts(live: LiveHand) -> LiveHearts:
    """The registry asks a game about its own hands only."""
    assert isinstance(live, LiveHearts)
    return live


def hearts_rules(ruleset: Ruleset) -> HeartsRuleset:
    """The registry asks a game about its own rulesets only."""
    assert isinstance(ruleset, HeartsRuleset), ruleset.game
    return ruleset
