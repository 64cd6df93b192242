import itertools
import random

import pytest

from fairdeal.engine.cards import card_of, cards_of
from fairdeal.engine.errors import EntryError
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.engine.games.hearts.score_row import row_of_counts, row_of_deal, row_of_points, row_of_taken
from tests.engine.sampling import ALL_PRESETS, random_complete_hand, random_hands, random_ruleset

STANDARD = preset("standard")
OMNIBUS = preset("omnibus")
CHOOSES = preset("standard", moon="shooter-chooses")
SUBTRACTS = preset("standard", moon="shooter-subtracts")
SPOT = preset("spot")


def refused(make, *arguments):
    """The error of an entry that must be refused."""
    with pytest.raises(EntryError) as caught:
        make(*arguments)
    assert caught.value.detail.endswith(".")
    return caught.value


def cards(*texts):
    """Lists of cards by seat."""
    return [[card_of(name) for name in text.split()] for text in texts]


def test_the_example_of_page_a_can_be_entered_in_every_form():
    """3, 15, 8, 0: as totals, as counts and as cards taken, the same points."""
    taken = cards("2H 3H 4H", "QS 5H 6H", "7H 8H 9H TH JH QH KH AH", "")
    for row in (
        row_of_points(STANDARD, [3, 15, 8, 0]),
        row_of_counts(STANDARD, [3, 2, 8, 0], 1, None),
        row_of_taken(STANDARD, taken),
    ):
        assert row.points(STANDARD) == (3, 15, 8, 0)
        assert row.moon is None


@pytest.mark.parametrize(
    ("ruleset", "points", "moon"),
    [
        (STANDARD, (0, 26, 26, 26), 0),
        (STANDARD, (26, 26, 0, 26), 2),
        (STANDARD, (25, 1, 0, 0), None),
        (STANDARD, (13, 13, 0, 0), None),
        (OMNIBUS, (-10, 26, 26, 26), 0),
        (OMNIBUS, (0, 16, 26, 26), 0),
        (OMNIBUS, (-10, 0, 13, 13), None),
        (OMNIBUS, (16, 0, 0, 0), None),
        (OMNIBUS, (25, 1, -10, 0), None),
        (SUBTRACTS, (0, 0, -26, 0), 2),
        (CHOOSES, (0, 0, -26, 0), 2),
        (CHOOSES, (26, 26, 0, 26), 2),
        (SPOT, (0, 129, 129, 129), 0),
        (SPOT, (25, 104, 0, 0), None),
        (SPOT, (2, 3, 4, 120), None),
        (preset("standard", moon="off"), (26, 0, 0, 0), None),
        (preset("three-to-six", 6), (26, 26, 26, 26, 26, 0), 5),
        (preset("black-maria", 3), (43, 0, 0), None),
        (preset("black-maria", 3), (17, 13, 13), None),
    ],
    ids=itertools.count(),
)
def test_totals_that_can_occur_are_taken(ruleset, points, moon):
    """Totals with the right sum and a way to come about are entered as they are; a moon is recognised."""
    row = row_of_points(ruleset, points)
    assert row.points(ruleset) == points
    assert row.moon == moon


@pytest.mark.parametrize(
    ("ruleset", "points", "reason"),
    [
        (STANDARD, (3, 15, 8, 1), "add up to 26 without a moon, 78 with a moon; these add up to 27"),
        (STANDARD, (26, 0, 0, 0), "which is a moon"),
        (STANDARD, (26, 26, 26, 0, 0), "4 points, one a seat"),
        (STANDARD, (39, 13, 13, 13), "no moon scores so"),
        (STANDARD, (-26, 0, 0, 0), "add up to 26"),
        (STANDARD, (-1, 27, 0, 0), "no way to share out"),
        (STANDARD, (26, 26, 26, 26), "add up to"),
        (SUBTRACTS, (0, 26, 26, 26), "add up to 26 without a moon, -26"),
        (SUBTRACTS, (-13, -13, 0, 0), "no moon scores so"),
        (OMNIBUS, (3, 15, 8, 0), "add up to 16"),
        (OMNIBUS, (-9, -1, 25, 1), "no way to share out"),
        (OMNIBUS, (26, -10, 0, 0), "which is a moon"),
        (SPOT, (1, 128, 0, 0), "no way to share out"),
        (SPOT, (2, 2, 125, 0), "no way to share out"),
        (SPOT, (3, 15, 8, 0), "add up to 129"),
        (preset("black-maria", 3), (0, 43, 43), "add up to 43 without a moon; these"),
        (preset("standard", moon="off"), (0, 26, 26, 26), "add up to 26 without a moon; these"),
    ],
    ids=itertools.count(),
)
def test_totals_that_cannot_occur_are_refused_with_the_reason(ruleset, points, reason):
    """A wrong sum, a moon scored by another rule, and points that no cards give are told apart."""
    error = refused(row_of_points, ruleset, points)
    assert error.pointer == "/points"
    assert reason in error.detail


def test_a_short_hand_gives_points_to_few():
    """In three tricks at most three seats take anything: totals, counts and cards that say otherwise are refused."""
    removed = [rank + "C" for rank in "23456789T"]
    removed += [rank + "D" for rank in "23456789TJQKA"] + [rank + "S" for rank in "23456789TJKA"]
    short = preset("three-to-six", 6, removed=removed, jokers=0, pass_count=1)
    assert short.hand_size == 3
    spread = (6, 6, 14, 0, 0, 0)
    assert row_of_points(short, spread).points(short) == spread
    refused(row_of_points, short, (7, 6, 13, 0, 0, 0))
    refused(row_of_points, short, (1, 6, 6, 13, 0, 0))
    refused(row_of_counts, short, (1, 6, 6, 0, 0, 0), 3, None)
    assert row_of_counts(short, (6, 6, 1, 0, 0, 0), 2, None).points(short) == spread
    refused(row_of_taken, short, cards("2H", "3H 4H 5H 6H 7H 8H", "9H TH JH QH KH AH", "QS", "", ""))


def test_a_short_hand_gives_few_cards_to_a_seat():
    """In three tricks of six cards three seats take at most six cards each: sums that need more of one are refused."""
    removed = [rank + "C" for rank in "6789TJQKA"]
    removed += [rank + "D" for rank in "23456789TJQKA"] + [rank + "S" for rank in "23456789TJKA"]
    options = {"players": 6, "pass_cycle": [0], "removed": removed, "pass_count": 1}
    ruleset = Ruleset.from_object(preset("spot").to_object() | options)
    assert (ruleset.hand_size, len(ruleset.deck)) == (3, 18)
    possible = (5, 39, 85, 0, 0, 0)
    assert row_of_points(ruleset, possible).points(ruleset) == possible
    for impossible in [(2, 42, 85, 0, 0, 0), (2, 48, 79, 0, 0, 0), (5, 39, 80, 5, 0, 0)]:
        assert "no way to share out" in refused(row_of_points, ruleset, impossible).detail


def test_every_hand_that_is_played_can_be_entered_in_every_form():
    """The points of hands played at random, in every ruleset, are accepted as totals, counts and cards taken."""
    rng = random.Random("entries")
    counted = 0
    for turn in range(400):
        ruleset = random_ruleset(rng) if turn % 2 else rng.choice(ALL_PRESETS)[2]
        hand = random_complete_hand(rng, ruleset)
        row = row_of_deal(ruleset, 7, hand)
        assert (row.points(ruleset), row.moon, row.deal) == (hand.points(), hand.moon, 7)
        taken = [cards_of(mask) for mask in hand.taken]
        assert row_of_taken(ruleset, taken).points(ruleset) == hand.points()
        valued = [[card for card in pile if ruleset.values[card]] for pile in taken]
        assert row_of_taken(ruleset, valued).points(ruleset) == hand.points()
        assert row_of_points(ruleset, hand.points()).points(ruleset) == hand.points()
        scored = {card for card, _ in ruleset.card_points}
        if ruleset.heart_points == "one" and scored <= {card_of("QS"), card_of("JD")}:
            counted += 1
            hearts = [sum(card in range(28, 41) for card in pile) for pile in taken]
            who = {card: next(seat for seat, pile in enumerate(taken) if card in pile) for card in scored}
            entered = row_of_counts(ruleset, hearts, who.get(card_of("QS")), who.get(card_of("JD")))
            assert entered.points(ruleset) == hand.points()
            assert entered.moon == hand.moon
    assert counted > 50


@pytest.mark.parametrize(
    ("arguments", "pointer"),
    [
        ((STANDARD, [3, 2, 8], 1, None), "/hearts"),
        ((STANDARD, [3, 2, 7, 0], 1, None), "/hearts"),
        ((STANDARD, [14, -1, 0, 0], 1, None), "/hearts/0"),
        ((STANDARD, [3, 2, 8, 0], None, None), "/queen"),
        ((STANDARD, [3, 2, 8, 0], 4, None), "/queen"),
        ((STANDARD, [3, 2, 8, 0], -1, None), "/queen"),
        ((STANDARD, [3, 2, 8, 0], 1, 2), "/jack"),
        ((OMNIBUS, [3, 2, 8, 0], 1, None), "/jack"),
        ((SPOT, [3, 2, 8, 0], 1, None), ""),
        ((preset("black-maria"), [3, 2, 8, 0], 1, None), ""),
    ],
    ids=str,
)
def test_counts_that_cannot_occur_are_refused(arguments, pointer):
    """Hearts add up to 13; Q♠ and J♦ are with a seat exactly where they count; other rulesets need the cards."""
    assert refused(row_of_counts, *arguments).pointer == pointer


def test_counts_know_the_moon():
    """Thirteen hearts and Q♠ are a moon; without Q♠ they are 13 points; J♦ stays where it was taken."""
    assert row_of_counts(STANDARD, [0, 13, 0, 0], 1, None).points(STANDARD) == (26, 0, 26, 26)
    assert row_of_counts(STANDARD, [0, 13, 0, 0], 2, None).points(STANDARD) == (0, 13, 13, 0)
    assert row_of_counts(OMNIBUS, [0, 13, 0, 0], 1, 3).points(OMNIBUS) == (26, 0, 26, 16)


@pytest.mark.parametrize(
    ("taken", "pointer"),
    [
        (("2H 3H", "QS"), "/taken"),
        (("2H 3H 4H 5H 6H 7H", "QS 8H", "9H TH JH QH KH", ""), "/taken"),
        (("2H 3H 4H 5H 6H 7H AH", "QS 8H 2H", "9H TH JH QH KH", ""), "/taken/1/2"),
        (("2H 3H 4H 5H 6H 7H AH XC", "QS 8H", "9H TH JH QH KH", ""), "/taken/0/7"),
    ],
    ids=str,
)
def test_cards_taken_that_cannot_be_are_refused(taken, pointer):
    """A seat too few, a card missing, twice or not in the deck are pointed at."""
    assert refused(row_of_taken, STANDARD, cards(*taken)).pointer == pointer


def test_a_deal_of_another_ruleset_or_without_an_end_is_refused():
    """A deal's row needs the game's own ruleset and a complete hand."""
    rng = random.Random(3)
    assert refused(row_of_deal, OMNIBUS, 7, random_complete_hand(rng, STANDARD)).pointer == "/deal"
    assert refused(row_of_deal, STANDARD, 7, Hand(STANDARD, 4, random_hands(rng, STANDARD))).pointer == "/deal"


def test_the_shooter_chooses_on_the_sheet():
    """Others-add until the shooter chooses; the minus then moves all points; J♦ stays."""
    row = row_of_points(CHOOSES, (0, 26, 26, 26))
    assert (row.moon, row.choice) == (0, None)
    chosen = row.choosing(CHOOSES, "shooter-subtracts")
    assert chosen.points(CHOOSES) == (-26, 0, 0, 0)
    assert chosen.choosing(CHOOSES, "others-add").points(CHOOSES) == (0, 26, 26, 26)
    told = row_of_points(CHOOSES, (-26, 0, 0, 0))
    assert (told.moon, told.choice) == (0, "shooter-subtracts")
    ruleset = preset("omnibus", moon="shooter-chooses")
    assert row_of_points(ruleset, (0, 16, 26, 26)).choosing(ruleset, "shooter-subtracts").points(ruleset) == (
        -26,
        -10,
        0,
        0,
    )


def test_nothing_to_choose_is_refused():
    """Without a moon, or by another moon rule, a choice is refused."""
    assert refused(row_of_points(CHOOSES, (3, 15, 8, 0)).choosing, CHOOSES, "others-add").pointer == "/choice"
    assert refused(row_of_points(STANDARD, (0, 26, 26, 26)).choosing, STANDARD, "others-add").pointer == "/choice"


def test_a_moon_that_two_can_have_shot_is_not_guessed():
    """A bonus as large as the moon makes two shooters possible: the cards are asked for."""
    ruleset = preset("standard", card_points={"QS": 13, "JD": -26})
    assert "More than one player" in refused(row_of_points, ruleset, (0, 0, 26, 26)).detail
