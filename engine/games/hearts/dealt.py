"""Whether hands can have been dealt: every card of the ruleset's deck in one hand, and the hands equally large."""

from collections.abc import Sequence
from typing import Final

from fairdeal.engine.cards import BIT, Card, names_of, spoken
from fairdeal.engine.errors import DealError
from fairdeal.engine.games.hearts.ruleset import Ruleset

_BIT: Final = BIT.__getitem__


def hand_masks(ruleset: Ruleset, hands: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """The hands as masks, by seat.

    Raises:
        DealError: a card stands twice, is missing or is not in the deck, or the hands are not one a seat and equal.
    """
    masks = tuple([sum(map(_BIT, hand)) for hand in hands])
    # A sum with as many bits as terms is a set of them: a card that stands twice would carry into another bit. And as many
    # single bits as the deck has cards add up to the deck in one way only: each of its bits once.
    sizes = [ruleset.hand_size] * ruleset.players
    if list(map(len, hands)) == sizes == list(map(int.bit_count, masks)) and sum(masks) == ruleset.deck_mask:
        return masks
    raise _fault(ruleset, hands)


def _fault(ruleset: Ruleset, hands: Sequence[Sequence[Card]]) -> DealError:
    if len(hands) != ruleset.players:
        return DealError(f"expected {ruleset.players} hands, one a seat, got {len(hands)}")
    holder: dict[Card, int] = {}
    for seat, hand in enumerate(hands):
        for index, card in enumerate(hand):
            if not ruleset.has_card(card):
                return DealError(f"{spoken(card)} is not in this deck", seat=seat, index=index)
            if card in holder:
                where = "twice in one hand" if holder[card] == seat else "in two hands"
                return DealError(f"{spoken(card)} stands {where}", seat=seat, index=index)
            holder[card] = seat
    for seat, hand in enumerate(hands):
        if len(hand) != ruleset.hand_size:
            return DealError(f"seat {seat} holds {len(hand)} cards, expected {ruleset.hand_size}", seat=seat)
    missing = names_of(card for card in ruleset.deck if card not in holder)
    return DealError(f"no hand holds {', '.join(missing)}")
