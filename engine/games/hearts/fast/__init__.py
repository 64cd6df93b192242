"""What stands twice for speed: a complete record judged in one pass. `fairdeal.engine.games.hearts.hand.Hand` is the rules.

The one door is `extend`; nobody imports inside.
"""

from collections.abc import Sequence

from fairdeal.engine.cards import BIT, SUIT_OF, Card, mask_of
from fairdeal.engine.games.hearts.fast.lanes import LaneReader
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.legality import breakers
from fairdeal.engine.games.hearts.scoring import NOBODY

__all__ = ["extend"]

_ALL_CARDS = bytes(range(len(BIT)))


def extend(hand: Hand, plays: Sequence[Card], seats: Sequence[int | None] | None = None) -> None:
    """Play a sequence of cards, as `Hand.extend` does: quicker where it is a whole record that names no seats, and legal.

    Raises:
        IllegalMove: at the first card that is refused. Those before it have been played.
    """
    if (
        seats is not None
        or hand.plays
        or hand.after_pass is None
        or len(plays) != len(hand.ruleset.deck)
        or not _play_out(hand, bytes(plays))
    ):
        hand.extend(plays, seats)


def _play_out(hand: Hand, plays: bytes) -> bool:
    """Play a whole record in one go; False, with nothing played, unless all of it is legal."""
    ruleset = hand.ruleset
    reader = LaneReader(ruleset, hand.number, _hands_at_first_trick(hand))
    takers = reader.takers(plays)
    if takers is None:
        return False
    players = ruleset.players
    absent = _ALL_CARDS.translate(None, plays)
    owners = bytes.maketrans(plays + absent, takers + bytes([NOBODY]) * len(absent))[: len(BIT)]
    broken = ruleset.queen_breaks_hearts or ruleset.hearts_broken_by == "heart-played"
    if not broken:
        starts = range(0, len(plays), players)
        broken = any(breakers(ruleset, SUIT_OF[plays[at]]) & mask_of(plays[at : at + players]) for at in starts)
    hand.plays = list(plays)
    hand.hands = [0] * players
    hand.leaders = [reader.leader, *takers[:-players:players]]
    hand.owner_by_card = bytearray(owners)
    hand.hearts_broken = broken
    hand.turn = None
    return True


def _hands_at_first_trick(hand: Hand) -> list[bytes]:
    if None in hand.passes:
        return [bytes(dealt) for dealt in hand.dealt]
    passed = [bytes(cards or ()) for cards in hand.passes]
    first = -hand.offset % hand.ruleset.players
    received = passed[first:] + passed[:first]
    return [
        bytes(dealt).translate(None, gone) + came
        for dealt, gone, came in zip(hand.dealt, passed, received, strict=True)
    ]
