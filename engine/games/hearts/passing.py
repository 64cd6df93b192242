"""Whether a pass is in order, and if not, the first rule that it breaks in the order of docs/rules.md."""

from collections.abc import Sequence
from typing import NamedTuple

from fairdeal.engine.cards import BIT, Card, mask_of, sentence_start, spoken
from fairdeal.engine.games.hearts.legality import CARD_NOT_IN_HAND, DUPLICATE_CARD, UNKNOWN_CARD, WRONG_PASS_COUNT
from fairdeal.engine.games.hearts.ruleset import Ruleset


class PassFault(NamedTuple):
    """The code of the rule that a pass breaks, a sentence for the player, and the card at fault, if one is."""

    rule: str
    detail: str
    card: Card | None


def fault_of_pass(ruleset: Ruleset, seat: int, held: int, cards: Sequence[Card]) -> PassFault | None:
    """What is wrong with passing `cards` from a seat that holds the mask `held`; None if nothing is."""
    mask = mask_of(cards)
    if not mask & ~held and mask.bit_count() == len(cards) == ruleset.pass_count:
        return None
    for card in cards:
        if not ruleset.has_card(card):
            return PassFault(UNKNOWN_CARD, f"{sentence_start(card)} is not in this deck.", card)
    if len(cards) != ruleset.pass_count:
        count = f"{ruleset.pass_count} card{'' if ruleset.pass_count == 1 else 's'}"
        return PassFault(WRONG_PASS_COUNT, f"Each seat passes {count}, not {len(cards)}.", None)
    for index, card in enumerate(cards):
        if card in cards[:index]:
            return PassFault(DUPLICATE_CARD, f"{sentence_start(card)} is passed twice.", card)
    card = next(card for card in cards if not held & BIT[card])
    return PassFault(CARD_NOT_IN_HAND, f"Seat {seat} does not hold {spoken(card)}.", card)
