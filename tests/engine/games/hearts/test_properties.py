"""What holds in every ruleset, on hands drawn at random."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine.cards import BIT, SUIT_OF, cards_of, mask_of
from fairdeal.engine.errors import IllegalMove
from fairdeal.engine.games.hearts.hand import Hand
from tests.engine.sampling import pass_at_random, random_complete_hand, random_hands, random_ruleset, state

SEEDS = st.randoms(use_true_random=False, note_method_calls=False)


@given(SEEDS)
def test_cards_are_conserved_and_somebody_can_always_go_on(rng):
    """At every ply the cards held and played are the deck, each once, and whoever is to act has a legal card."""
    ruleset = random_ruleset(rng)
    hand = Hand(ruleset, rng.randint(1, 9), random_hands(rng, ruleset))
    assert sum(hand.hands) == ruleset.deck_mask
    pass_at_random(rng, hand)
    while hand.turn is not None:
        assert sum(hand.hands) + mask_of(hand.plays) == ruleset.deck_mask
        legal = hand.legal(hand.turn)
        assert legal
        assert legal & ~hand.hands[hand.turn] == 0
        assert all(hand.legal(seat) == 0 for seat in range(ruleset.players) if seat != hand.turn)
        hand.play(rng.choice(cards_of(legal)))
    assert hand.ply == len(ruleset.deck)
    assert not any(hand.hands)
    assert sum(hand.taken) == ruleset.deck_mask
    assert all(taken.bit_count() % ruleset.players == 0 for taken in hand.taken)


@given(SEEDS)
def test_points_add_up_to_what_the_ruleset_says(rng):
    """Without a moon to the deck's total, with one to that of the moon rule."""
    hand = random_complete_hand(rng, random_ruleset(rng))
    check_sum(hand)


def check_sum(hand):
    """Hold a complete hand's points against the check sums of the rules."""
    ruleset, bonus = hand.ruleset, sum(value for _, value in hand.ruleset.valued_cards if value < 0)
    moon = ruleset.moon_total
    expected = {
        None: moon + bonus,
        "others-add": moon * (ruleset.players - 1) + bonus,
        "shooter-chooses": moon * (ruleset.players - 1) + bonus,
        "shooter-subtracts": bonus - moon,
    }
    assert sum(hand.points()) == expected[None if hand.moon is None else ruleset.moon]


@given(SEEDS)
def test_a_moon_is_scored_in_every_ruleset(rng):
    """A seat that holds every trick shoots the moon, unless there is none: check sum and scores follow the rule."""
    ruleset = random_ruleset(rng, players=3, most_removed=37)
    shooter = rng.randrange(3)
    hand = one_seat_takes_all(rng, ruleset, shooter)
    if hand is None:
        return
    assert hand.moon == (None if ruleset.moon == "off" else shooter)
    check_sum(hand)


def one_seat_takes_all(rng, ruleset, shooter):
    """A hand in which the shooter's cards beat all others, played so that the shooter takes every trick it can."""
    ranked = sorted(ruleset.deck, key=lambda card: (BIT[card] & SUIT_OF[card]).bit_length(), reverse=True)
    tops = [max(card for card in ruleset.deck if SUIT_OF[card] == suit) for suit in {SUIT_OF[card] for card in ranked}]
    rest = [card for card in ruleset.deck if card not in tops]
    rest.sort(reverse=True)
    own = (tops + [card for card in rest if BIT[card] & SUIT_OF[tops[0]]] + rest)[: ruleset.hand_size]
    own = list(dict.fromkeys(own))
    others = [card for card in ruleset.deck if card not in own]
    own += others[: ruleset.hand_size - len(own)]
    others = [card for card in others if card not in own]
    rng.shuffle(others)
    hands = [others[: ruleset.hand_size], others[ruleset.hand_size :]]
    hands.insert(shooter, own)
    hand = Hand(ruleset, 1, hands, passed=True)
    while hand.turn is not None:
        legal = cards_of(hand.legal(hand.turn))
        hand.play(max(legal) if hand.turn == shooter else min(legal))
    return hand if {trick.winner for trick in hand.tricks} == {shooter} else None


@given(SEEDS)
def test_replaying_a_record_gives_the_same_hand(rng):
    """The passes and plays of a hand, read again, give every part of it again."""
    hand = random_complete_hand(rng, random_ruleset(rng))
    passes = hand.passes if hand.offset else None
    again = Hand.of_record(hand.ruleset, hand.number, hand.dealt, passes, hand.plays)
    assert state(again) == state(hand)
    assert (again.tricks, again.points(), again.moon) == (hand.tricks, hand.points(), hand.moon)


@given(SEEDS)
def test_an_illegal_play_changes_nothing(rng):
    """Whatever card any seat tries, it is refused without a trace or it is among the legal ones."""
    ruleset = random_ruleset(rng)
    hand = Hand(ruleset, rng.randint(1, 9), random_hands(rng, ruleset))
    pass_at_random(rng, hand)
    for _ in range(rng.randrange(len(ruleset.deck))):
        hand.play(rng.choice(cards_of(hand.legal(hand.turn))))
    seat, turn, before = rng.randrange(ruleset.players), hand.turn, state(hand)
    for card in range(54):
        legal = seat == turn and hand.legal(seat) & BIT[card]
        if not legal:
            with pytest.raises(IllegalMove):
                hand.play(card, seat)
            assert state(hand) == before


def test_moons_of_every_rule_are_met():
    """The test of moons above does meet them: one seat can take all in most of its deals."""
    rng = random.Random("moons")
    rules = set()
    for _ in range(200):
        ruleset = random_ruleset(rng, players=3, most_removed=37)
        if one_seat_takes_all(rng, ruleset, 0) is not None:
            rules.add(ruleset.moon)
    assert rules == {"others-add", "shooter-subtracts", "shooter-chooses", "off"}
