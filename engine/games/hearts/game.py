"""Hearts as the house sees it: `fairdeal.engine.games.game.Game`, told by the modules beside this one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairdeal.engine.cards import Card
from fairdeal.engine.errors import MalformedError
from fairdeal.engine.games.game import Hands
from fairdeal.engine.games.game import Ruleset as AnyRuleset
from fairdeal.engine.games.hearts import presets
from fairdeal.engine.games.hearts.fast import extend
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.options import GAME
from fairdeal.engine.games.hearts.record_lines import Moves
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.protocol.shuffle import deal_out


@dataclass(frozen=True, slots=True)
class Hearts:
    """The game of Hearts, for three to six players."""

    name: str = GAME
    title: str = "Hearts"

    @property
    def presets(self) -> Mapping[str, presets.Preset]:
        """The rulesets that have a name."""
        return presets.PRESETS

    def ruleset(self, value: Mapping[str, object]) -> Ruleset:
        """The ruleset of an object; raises `RulesetError`, or `UnknownOption` where nothing else is wrong."""
        return Ruleset.from_object(value)

    def normalise(self, value: Mapping[str, object]) -> dict[str, object]:
        """The same object with its cards in canonical spelling."""
        return presets.normalise(value)

    def differences(self, ruleset: AnyRuleset) -> list[str]:
        """How a ruleset differs from the standard game, a sentence each."""
        return presets.differences(_hearts(ruleset))

    def dealt(self, ruleset: AnyRuleset, deck: Sequence[Card]) -> Hands:
        """The whole deck, one card at a time."""
        return deal_out(tuple(deck), ruleset.players)

    def hand(self, ruleset: AnyRuleset, number: int, deck: Sequence[Card]) -> Hand:
        """Hand `number` as dealt."""
        return Hand(_hearts(ruleset), number, self.dealt(ruleset, deck))

    def replay(self, ruleset: AnyRuleset, number: int, deck: Sequence[Card], lines: Sequence[str]) -> Hand:
        """The hand after the passes and plays of a record; raises `MalformedError` or `IllegalMove`."""
        moves = Moves.from_lines(lines)
        hand = self.hand(ruleset, number, deck)
        if moves.passes and len(moves.passes) != ruleset.players:
            raise MalformedError(f"the record has {len(moves.passes)} passes; {ruleset.players} seats pass, or none")
        for giver, _, cards in moves.passes:
            hand.give(giver, cards)
        extend(hand, moves.plays)
        return hand


def _hearts(ruleset: AnyRuleset) -> Ruleset:
    """The registry asks a game about its own rulesets only."""
    assert isinstance(ruleset, Ruleset), ruleset.game
    return ruleset
