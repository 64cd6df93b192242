import random

import pytest

from fairdeal.engine.cards import BIT, card_of
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.games.hearts.scoring import NOBODY, hand_points, points_taken, shooter
from tests.engine.sampling import ALL_PRESETS, random_ruleset

STANDARD = preset("standard")


def takers_of(ruleset, *taken, rest=NOBODY):
    """Who took which card: a text of cards by seat, all others by `rest`."""
    owner_by_card = bytearray([NOBODY]) * len(BIT)
    for card in ruleset.deck:
        owner_by_card[card] = rest
    for seat, names in enumerate(taken):
        for name in names.split():
            owner_by_card[card_of(name)] = seat
    return owner_by_card


def test_the_example_of_page_a_scores_3_15_8_0():
    """You take 3 hearts, West the queen and 2 hearts, North 8 hearts, East none: 3, 15, 8 and 0."""
    owner_by_card = takers_of(STANDARD, "2H 3H 4H", "QS 5H 6H", "7H 8H 9H TH JH QH KH AH", "", rest=3)
    assert hand_points(STANDARD, owner_by_card) == (3, 15, 8, 0)


def test_the_tables_of_the_pages():
    """Each heart 1, Q♠ 13, every other card 0: 26 in a hand, 16 once J♦ is taken, 129 at Spot Hearts."""
    for name, total in [("standard", 26), ("omnibus", 16), ("spot", 129), ("black-maria", 43)]:
        ruleset = preset(name)
        assert sum(points_taken(ruleset, takers_of(ruleset, rest=1))) == total


def test_all_but_one_heart_is_25_points():
    """Missing even one heart, the would-be shooter is stuck with 25."""
    owner_by_card = takers_of(STANDARD, "", "2H", rest=0)
    assert hand_points(STANDARD, owner_by_card) == (25, 1, 0, 0)
    assert shooter(STANDARD, owner_by_card) is None


@pytest.mark.parametrize(
    ("options", "taken", "points"),
    [
        ({}, "", (0, 26, 26, 26)),
        ({"moon": "shooter-subtracts"}, "", (-26, 0, 0, 0)),
        ({"moon": "shooter-chooses"}, "", (0, 26, 26, 26)),
        ({"moon": "off"}, "", (26, 0, 0, 0)),
        ({"card_points": {"QS": 13, "JD": -10}}, "", (-10, 26, 26, 26)),
        ({"card_points": {"QS": 13, "JD": -10}}, "JD", (0, 16, 26, 26)),
        ({"card_points": {"QS": 13, "JD": -10}, "moon": "shooter-subtracts"}, "JD", (-26, -10, 0, 0)),
        ({"card_points": {"QS": 13, "TD": -10}}, "TD", (0, 16, 26, 26)),
        ({"card_points": {"QS": -13}}, "QS", (0, 0, 13, 13)),
        ({"card_points": {"QS": 13, "KS": 10, "AS": 7}}, "", (0, 43, 43, 43)),
        ({"heart_points": "rank", "card_points": {"QS": 25}}, "", (0, 129, 129, 129)),
        ({"card_points": {}}, "QS", (0, 13, 13, 13)),
    ],
    ids=str,
)
def test_a_moon_is_scored_by_its_rule(options, taken, points):
    """Seat 0 takes every point card, seat 1 the cards named: the moon rule's points, bonuses to who took them."""
    ruleset = preset("standard", **options)
    assert hand_points(ruleset, takers_of(ruleset, "", taken, rest=0)) == points


@pytest.mark.parametrize(("name", "players", "ruleset"), ALL_PRESETS, ids=lambda value: str(value)[:20])
def test_the_others_pay_26_each_at_any_number_of_players(name, players, ruleset):
    """Every other player is charged the whole total: as many times as there are others."""
    moon = shooter(ruleset, takers_of(ruleset, rest=players - 1))
    assert moon == (None if name == "black-maria" else players - 1)
    if moon is not None:
        total = 129 if name == "spot" else 26
        points = hand_points(ruleset, takers_of(ruleset, rest=moon))
        assert points[:-1] == (total,) * (players - 1)
        assert points[-1] == (-10 if name == "omnibus" else 0)


def test_missing_any_point_card_is_no_moon():
    """In every ruleset, a moon needs each card of positive value and no card of another."""
    rng = random.Random("moons")
    for _ in range(200):
        ruleset = random_ruleset(rng)
        seat = rng.randrange(ruleset.players)
        owner_by_card = takers_of(ruleset, rest=seat)
        expected = None if ruleset.moon == "off" else seat
        assert shooter(ruleset, owner_by_card) == expected
        for card in ruleset.deck:
            changed = bytearray(owner_by_card)
            changed[card] = (seat + 1) % ruleset.players
            assert shooter(ruleset, changed) == (expected if ruleset.values[card] <= 0 else None)
