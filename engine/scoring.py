"""Points: what taken cards are worth, who shot the moon, and what a hand scores.

Taken cards are one mask a seat. The moon is all point cards (those of positive value) in one seat's tricks; a bonus
card such as J♦ is neither needed for it nor touched by it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ruleset import Ruleset


def worth(ruleset: Ruleset, cards: int) -> int:
    """What a mask of cards is worth to who takes it, bonuses included, before the moon rule."""
    points = 0
    for weight, mask in ruleset.weights:
        points += weight * (cards & mask).bit_count()
    return points


def shooter(ruleset: Ruleset, taken: Sequence[int]) -> int | None:
    """The seat that took every point card, None if no seat did or the ruleset knows no moon."""
    if ruleset.moon == "off":
        return None
    needed = ruleset.point_cards
    for seat, cards in enumerate(taken):
        if cards & needed:
            # Whoever holds one point card either holds them all or nobody does.
            return seat if cards & needed == needed else None
    return None


def hand_points(ruleset: Ruleset, taken: Sequence[int]) -> tuple[int, ...]:
    """What each seat scores for a complete hand, after the moon rule.

    Where the shooter chooses, a hand is scored as others-add: the choice belongs to the score sheet.
    """
    points = tuple(worth(ruleset, cards) for cards in taken)
    moon = shooter(ruleset, taken)
    return points if moon is None else moon_points(ruleset, points, moon, subtract=ruleset.moon == "shooter-subtracts")


def moon_points(ruleset: Ruleset, points: Sequence[int], moon: int, *, subtract: bool) -> tuple[int, ...]:
    """The points of a hand in which seat `moon` took every point card, from what the taken cards are worth.

    `subtract` takes the total of the point cards off the shooter; otherwise every other player is given it. Bonuses
    stay with who took them either way.
    """
    total = ruleset.moon_total
    scored = list(points)
    scored[moon] -= total
    for seat in range(len(scored)):
        if subtract and seat == moon:
            scored[seat] -= total
        elif not subtract and seat != moon:
            scored[seat] += total
    return tuple(scored)
