"""Golden counts of legal play sequences, as chess engines count move trees."""

import json
from pathlib import Path

import pytest

from fairdeal.engine.cards import card_of, cards_of
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.ruleset import Ruleset

CASES = json.loads((Path(__file__).parents[3] / "vectors" / "perft.json").read_text())["cases"]


def sequences(hand, depth):
    """How many sequences of so many legal plays go on from here; none goes on past the end of the hand."""
    if depth == 0 or hand.turn is None:
        return 1
    total = 0
    for card in cards_of(hand.legal(hand.turn)):
        after = hand.copy()
        after.play(card)
        total += sequences(after, depth - 1)
    return total


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_legal_sequences_are_as_many_as_counted_once_and_for_all(case):
    """Of a fixed deal, the number of legal sequences of each length is the one on record."""
    hands = [[card_of(name) for name in hand.split()] for hand in case["hands"]]
    hand = Hand(Ruleset.from_object(case["ruleset"]), 1, hands, passed=True)
    assert [sequences(hand, depth) for depth in range(1, len(case["counts"]) + 1)] == case["counts"]
