"""Points: what taken cards are worth, who shot the moon, and what a hand scores.

Who took which card is told by `owner_by_card`: a byte (or an item) a card, by card number, that names the taker's seat, or
`NOBODY`. The moon is all point cards (those of positive value) in one seat's tricks; a bonus card such as J♦ is neither
needed for it nor touched by it.
"""

from collections.abc import Sequence
from typing import Final

from fairdeal.engine.cards import card_of
from fairdeal.engine.games.hearts.ruleset import Ruleset

_ACE_OF_HEARTS: Final = card_of("AH")  # A point card in every ruleset: hearts stay in the deck.

NOBODY: Final = 6
"""Stands where a seat would, for a card that nobody has taken; one beyond the last seat there can be."""


def points_taken(ruleset: Ruleset, owner_by_card: Sequence[int]) -> list[int]:
    """What the cards that each seat took are worth, bonuses included, before the moon rule."""
    points = [0] * (NOBODY + 1)
    for card, value in ruleset.valued_cards:
        points[owner_by_card[card]] += value
    return points[: ruleset.players]


def shooter(ruleset: Ruleset, owner_by_card: Sequence[int]) -> int | None:
    """The seat that took every point card, None if no seat did or the ruleset knows no moon."""
    if ruleset.moon == "off":
        return None
    seat = owner_by_card[_ACE_OF_HEARTS]
    for card, value in ruleset.valued_cards:
        if value > 0 and owner_by_card[card] != seat:
            return None
    return None if seat == NOBODY else seat


def hand_points(ruleset: Ruleset, owner_by_card: Sequence[int]) -> tuple[int, ...]:
    """What each seat scores for a complete hand, after the moon rule.

    Where the shooter chooses, a hand is scored as others-add: the choice belongs to the score sheet.
    """
    points = points_taken(ruleset, owner_by_card)
    moon = shooter(ruleset, owner_by_card)
    if moon is not None:
        return moon_points(ruleset, points, moon, subtract=ruleset.moon == "shooter-subtracts")
    return tuple(points)


def moon_points(ruleset: Ruleset, points: Sequence[int], moon: int, *, subtract: bool) -> tuple[int, ...]:
    """The points of a hand in which seat `moon` took every point card, from what the taken cards are worth.

    `subtract` takes the total of the point cards off the shooter's score; otherwise every other player is given it.
    Bonuses stay with who took them either way.
    """
    total = ruleset.moon_total
    scored = [value if seat == moon or subtract else value + total for seat, value in enumerate(points)]
    scored[moon] -= 2 * total if subtract else total
    return tuple(scored)
