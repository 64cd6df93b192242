"""Hearts as the service sees it: `fairdeal.service.games.game.ServedGame`, told by the modules beside this one."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fairdeal.engine.cards import Card
from fairdeal.engine.games import Hand as AnyHand
from fairdeal.engine.games import Ruleset
from fairdeal.engine.games.hearts import HEARTS
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.service.games.game import LiveHand
from fairdeal.service.games.hearts import views
from fairdeal.service.games.hearts.live_hand import LiveHearts, hearts, hearts_rules
from fairdeal.service.games.hearts.notation import notate
from fairdeal.service.games.hearts.score_sheet import HeartsSheets


@dataclass(frozen=True, slots=True)
class Hearts:
    """The game of Hearts, for three to six players."""

    name: str = HEARTS.name
    states: tuple[str, ...] = ("passing", "playing")
    sheets: HeartsSheets = field(default_factory=HeartsSheets)
    public_members: tuple[str, ...] = views.PUBLIC_MEMBERS

    def resume(self, ruleset: Ruleset, number: int, deck: Sequence[Card], stored: bytes) -> LiveHearts:
        """The hand after its stored passes and plays; raises `ValueError` where they are none of it."""
        return LiveHearts.resume(hearts_rules(ruleset), number, deck, stored)

    def public(self, ruleset: Ruleset, number: int, live: LiveHand | None) -> dict[str, object]:
        """The pass, the tricks and the points."""
        return views.public(hearts_rules(ruleset), number, None if live is None else hearts(live).hand)

    def private(self, live: LiveHand | None, seat: int) -> dict[str, object]:
        """A seat's cards, and which of them may be played."""
        return views.private(None if live is None else hearts(live).hand, seat)

    def notate(self, hand: AnyHand, notation: str) -> str:
        """PBN, or OpenSpiel's actions."""
        assert isinstance(hand, Hand)
        return notate(hand, notation)
