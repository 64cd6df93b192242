"""Faults that real Hearts programs have had, each as a scenario: four players and the standard rules unless it says so."""

import random

import pytest

from fairdeal.engine.cards import card_of, cards_of, mask_of, names_of
from fairdeal.engine.errors import DealError, IllegalMove
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.legality import playable
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.games.hearts.ruleset import pass_name
from fairdeal.engine.games.hearts.score_row import row_of_points, row_of_taken
from fairdeal.engine.games.hearts.sheet import Sheet
from tests.engine.sampling import random_complete_hand

STANDARD = preset("standard")
HOLD = 4


def cards(text):
    """The cards of a text such as `2C 3C`."""
    return [card_of(name) for name in text.split()]


def names_in(text):
    """The names of a text such as `2C 3C`."""
    return text.split()


def hand_of(*hands, number=HOLD, ruleset=STANDARD, passed=False, plays=""):
    """A hand of these cards by seat, with some cards played."""
    hand = Hand(ruleset, number, [cards(held) for held in hands], passed=passed)
    hand.extend(cards(plays))
    return hand


def allowed(hand):
    """What whoever is to play may play."""
    return names_of(cards_of(hand.legal(hand.turn)))


# Seat 0 opens; seat 1 has no club but diamonds; seat 2 holds the spades; seat 3 the high hearts.
MIXED = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2D 3D 4D 5D 6D QS 2H 3H 4H 5H 6H 7H 8H",
    "7D 8D 9D TD JD QD KD AD 2S 3S 4S 5S 6S",
    "7S 8S 9S TS JS KS AS 9H TH JH QH KH AH",
)
# Seat 1 holds nothing but hearts and the queen.
POINTS_ONLY = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS AH",
)


@pytest.mark.parametrize("card", ["2H", "QS"])
def test_01_no_point_card_on_the_first_trick_from_a_hand_with_another(card):
    """Void in clubs but holding diamonds, a heart or Q♠ may not be thrown on the first trick."""
    hand = hand_of(*MIXED, plays="2C")
    with pytest.raises(IllegalMove) as caught:
        hand.play(card_of(card))
    assert caught.value.rule == "no-points-on-first-trick"
    assert names_of(caught.value.allowed) == names_in("2D 3D 4D 5D 6D")


def test_02_a_hand_of_point_cards_only_has_a_legal_card():
    """The same with point cards only: then any of them."""
    assert len(allowed(hand_of(*POINTS_ONLY, plays="2C"))) == 13


def test_03_the_pass_goes_left_right_across_hold():
    """The cycle is left, right, across, hold, and round again."""
    names = [pass_name(STANDARD.pass_offset(number), 4) for number in range(1, 9)]
    assert names == ["left", "right", "across", "hold"] * 2


def test_04_the_first_trick_ban_covers_the_queen():
    """Q♠ is a point card: barred on the first trick like a heart."""
    rules = {item.card: item.rule for item in hand_of(*MIXED, plays="2C").explain(1)}
    assert rules[card_of("QS")] == "no-points-on-first-trick"


def test_05_the_queen_can_be_the_only_legal_card():
    """A hand that must follow spades with Q♠ alone is offered Q♠, and nothing else."""
    hand = hand_of(
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2S",
        "3D 2D 4D 5D 6D 7D 8D QS 2H 3H 4H 5H 6H",
        "AC 9D TD JD QD KD AD 3S 4S 5S 6S 7S 8S",
        "9S TS JS KS AS 7H 8H 9H TH JH QH KH AH",
        plays="2C 2D AC 9S 3S TS 2S",
    )
    assert hand.turn == 1
    assert allowed(hand) == ["QS"]
    assert [names_of([item.card]) for item in hand.explain(1) if item.ok] == [["QS"]]


@pytest.mark.parametrize("points", [(9, 16, 1, 0), (0, 9, 16, 1)], ids=str)
def test_06_sixteen_points_are_no_moon(points):
    """Nine hearts, three hearts with Q♠, one heart: nobody shot the moon, and the points stand as taken."""
    row = row_of_points(STANDARD, points)
    assert row.moon is None
    assert row.points(STANDARD) == points


def test_07_in_a_hold_hand_the_dealt_opener_leads():
    """Without a pass the holder of 2♣ as dealt opens, and its lead is accepted."""
    for seat in range(4):
        hands = MIXED[-seat:] + MIXED[:-seat] if seat else MIXED
        hand = hand_of(*hands)
        assert hand.to_act == (seat,)
        hand.play(card_of("2C"))


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ("2D 2D 3D", "duplicate-card"),
        ("2D 3D", "wrong-pass-count"),
        ("2D 3D 4D 5D", "wrong-pass-count"),
        ("2D 3D 2C", "card-not-in-hand"),
        ("2D 3D XD", "unknown-card"),
    ],
)
def test_08_a_pass_is_three_different_cards_of_the_hand(given, rule):
    """The same card twice, two cards, four cards and a card not in hand are refused, and the seat may still pass."""
    hand = hand_of(*MIXED, number=1)
    with pytest.raises(IllegalMove) as caught:
        hand.give(1, cards(given))
    assert caught.value.rule == rule
    hand.give(1, cards("2D 3D 4D"))


def test_09_who_is_passed_the_two_of_clubs_opens():
    """With 2♣ passed to the left, its receiver leads it."""
    hand = hand_of(*MIXED, number=1)
    for seat, given in enumerate(["2C 3C 4C", "2D 3D 4D", "7D 8D 9D", "7S 8S 9S"]):
        hand.give(seat, cards(given))
    assert hand.to_act == (1,)
    assert allowed(hand) == ["2C"]


@pytest.mark.parametrize(
    "hands",
    [
        (MIXED[0].replace("AC", "AH"), *MIXED[1:]),
        (MIXED[0].replace("AC", "KC"), *MIXED[1:]),
        (MIXED[0].replace(" AC", ""), *MIXED[1:]),
        (MIXED[0].replace(" AC", ""), MIXED[1] + " AC", *MIXED[2:]),
        (MIXED[0].replace("AC", "XC"), *MIXED[1:]),
    ],
    ids=["in two hands", "twice in one", "missing", "unequal hands", "foreign"],
)
def test_10_an_impossible_deal_is_refused(hands):
    """A card in two hands, a card missing and unequal hands are refused with what is wrong."""
    with pytest.raises(DealError):
        hand_of(*hands)


def test_11_a_heart_may_be_discarded_while_unbroken():
    """Void in the suit led, after the first trick, a heart is a legal discard, and breaks hearts."""
    hand = hand_of(*MIXED, plays="2C 2D 2S 7S 3C")
    assert not hand.hearts_broken
    assert "2H" in allowed(hand)
    hand.play(card_of("2H"))
    assert hand.hearts_broken


MOON = (
    "2C AC KC QC AS KS QS AH KH QH JH TH AD",
    "3C 4C 5C 2S 3S 4S 2H 3H 4H 2D 3D 4D 5D",
    "6C 7C 8C 5S 6S 7S 5H 6H 7H 6D 7D 8D 9D",
    "9C TC JC 8S 9S TS JS 8H 9H TD JD QD KD",
)


def shoot(hand):
    """Seat 0 plays its highest cards, the others their lowest, to the end."""
    order = {card: at for at, card in enumerate(cards("AC KC QC AS KS AH KH QH JH TH AD QS"))}
    while hand.turn is not None:
        legal = cards_of(hand.legal(hand.turn))
        hand.play(min(legal, key=lambda card: order.get(card, 99)) if hand.turn == 0 else min(legal))


def test_12_the_shooter_gets_nothing():
    """Who takes all 26 points scores 0, the other three 26 each."""
    hand = Hand(STANDARD, HOLD, [cards(held) for held in MOON])
    shoot(hand)
    assert hand.moon == 0
    assert hand.points() == (0, 26, 26, 26)


@pytest.mark.parametrize("number", range(1, 9))
def test_13_the_opening_is_forced_in_every_hand(number):
    """Whatever the hand's number, 2♣ must be led first."""
    hand = hand_of(*MIXED, number=number, passed=True)
    assert allowed(hand) == ["2C"]
    with pytest.raises(IllegalMove) as caught:
        hand.play(card_of("3C"))
    assert caught.value.rule == "must-lead-opening-card"


def test_14_once_broken_hearts_may_be_led():
    """Before a heart has been discarded the leader may not lead one, afterwards it may."""
    hand = hand_of(
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 9H",
        *(MIXED[1], MIXED[2], MIXED[3].replace("9H", "AC")),
        plays="2C 2D 2S AC",
    )
    hearts = set(names_in("TH JH QH KH AH"))
    assert not hearts & set(allowed(hand))
    hand.extend(cards("7S 3C QS 3S 3D 7D 8S 9H"))
    assert hand.hearts_broken
    hand.extend(cards("4S 9S 4C 2H"))
    assert hand.turn == 3
    assert hearts <= set(allowed(hand))


def test_15_an_unbroken_heart_is_not_led_by_a_hand_with_another_card():
    """With hearts unbroken, a hand of 10♥ 5♣ may lead 5♣ only; a hand of 10♥ alone may lead it."""
    ten, five = card_of("TH"), card_of("5C")
    expected = (mask_of([five]), "hearts-not-broken")
    assert playable(STANDARD, mask_of([ten, five]), 0, ply=44, broken=False) == expected
    assert playable(STANDARD, mask_of([ten]), 0, ply=48, broken=False) == (mask_of([ten]), None)
    hand = hand_of(MIXED[0].replace("AC", "TH"), *MIXED[1:3], MIXED[3].replace("TH", "AC"), plays="2C 2D 2S AC")
    with pytest.raises(IllegalMove) as caught:
        hand.play(card_of("9H"))
    assert caught.value.rule == "hearts-not-broken"


def test_16_a_moon_is_of_one_hand():
    """The next hand of a game starts without a trace of the last hand's moon."""
    hand = Hand(STANDARD, HOLD, [cards(held) for held in MOON])
    shoot(hand)
    sheet = Sheet(STANDARD, ("N", "E", "S", "W")).add(row_of_taken(STANDARD, [cards_of(mask) for mask in hand.taken]))
    following = Hand(STANDARD, HOLD + 4, [cards(held) for held in MIXED])
    assert following.moon is None
    assert following.points() == (0, 0, 0, 0)
    sheet = sheet.add(row_of_points(STANDARD, (3, 15, 8, 0)))
    assert [row.moon for row in sheet.rows] == [0, None]
    assert sheet.totals == (3, 41, 34, 26)


def test_17_a_tie_for_the_lowest_plays_on():
    """With two players at 104 and two lowest, the game is not over and has no winner; the next hand decides."""
    sheet = Sheet(STANDARD, ("N", "E", "S", "W"))
    for _ in range(8):
        sheet = sheet.add(row_of_points(STANDARD, (0, 0, 13, 13)))
    assert sheet.totals == (0, 0, 104, 104)
    assert (sheet.is_over, sheet.winner, sheet.next_hand) == (False, None, 9)
    sheet = sheet.add(row_of_points(STANDARD, (3, 2, 8, 13)))
    assert (sheet.is_over, sheet.winner, sheet.next_hand) == (True, 1, None)


def test_18_left_is_the_next_seat_clockwise():
    """What seat 0 passes left reaches seat 1, what it passes right seat 3; the turn goes from seat 0 to seat 1."""
    for number, receiver in [(1, 1), (2, 3), (3, 2)]:
        hand = hand_of(*MIXED, number=number)
        for seat, given in enumerate(["2C 3C 4C", "2D 3D 4D", "7D 8D 9D", "7S 8S 9S"]):
            hand.give(seat, cards(given))
        assert hand.received(receiver) == tuple(cards("2C 3C 4C"))
    assert hand_of(*MIXED, plays="2C").to_act == (1,)


def test_19_a_missing_pass_is_waited_for():
    """With three of four passes in, nothing is played and nobody passes for the fourth."""
    hand = hand_of(*MIXED, number=1)
    for seat, given in [(0, "2C 3C 4C"), (1, "2D 3D 4D"), (3, "7S 8S 9S")]:
        hand.give(seat, cards(given))
    assert (hand.phase, hand.to_act, hand.passes[2]) == ("passing", (2,), None)
    with pytest.raises(IllegalMove) as caught:
        hand.play(card_of("2C"))
    assert caught.value.rule == "not-playing"
    assert [len(cards_of(mask)) for mask in hand.hands] == [13] * 4


def test_20_the_last_tricks_are_played_though_all_points_are_out():
    """When all 26 points have been taken the hand goes on to its last card, and the points stay."""
    rng = random.Random("all points out")
    early = 0
    for _ in range(100):
        hand = random_complete_hand(rng, STANDARD)
        running = Hand.of_record(STANDARD, hand.number, hand.dealt, hand.passes if hand.offset else None, [])
        while sum(running.points()) < 26:
            running.play(hand.plays[running.ply])
        if running.ply > 48 or hand.moon is not None:
            continue
        early += 1
        points = running.points()
        assert running.phase == "playing"
        while running.turn is not None:
            running.play(hand.plays[running.ply])
            assert running.points() == points
        assert running.ply == 52
    assert early


@pytest.mark.parametrize(
    ("first_trick_points", "expected"),
    [
        ("unless-only-points", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS"),
        ("hearts-only", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"),
        ("allowed", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS"),
    ],
)
def test_21_the_ruleset_says_what_a_hand_of_points_may_play_first(first_trick_points, expected):
    """From hearts and Q♠ only: any card, or a heart, as the ruleset has it."""
    ruleset = preset("standard", first_trick_points=first_trick_points)
    hand = hand_of(*POINTS_ONLY, ruleset=ruleset, plays="2C")
    assert allowed(hand) == expected.split()
