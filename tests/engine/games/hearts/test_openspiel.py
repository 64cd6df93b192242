"""The four-player game against OpenSpiel's Hearts, which others wrote: legal cards at every decision, and the points.

Both have six switches, and all their combinations are played. What the two have not in common by intention:

- OpenSpiel can let any club open (`can_lead_any_club`) and reward who takes no trick (`avoid_all_tricks_bonus`); no page
  that this service follows has either, so both stay off.
- OpenSpiel passes by a direction that chance draws; here the hand's number sets it.
- OpenSpiel's returns are 26 less the points.
"""

import itertools
import random

import pyspiel
import pytest

from fairdeal.engine.cards import BIT, RANKS, SUITS, card_of
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.notation import to_openspiel
from fairdeal.engine.games.hearts.presets import preset
from tests.engine.sampling import pass_at_random, random_hands

CARDS = [card_of(RANKS[action // 4] + SUITS[action % 4]) for action in range(52)]
BITS = [BIT[card] for card in CARDS]
ACTIONS = {card: action for action, card in enumerate(CARDS)}

SWITCHES = {
    "pass_cards": ("pass_cycle", {True: [1, -1, 2, 0], False: [0]}),
    "no_pts_on_first_trick": ("first_trick_points", {True: "unless-only-points", False: "allowed"}),
    "must_break_hearts": ("hearts_must_be_broken", {True: True, False: False}),
    "qs_breaks_hearts": ("queen_breaks_hearts", {True: True, False: False}),
    "can_lead_hearts_instead_of_qs": ("hearts_led_from_points_only", {True: True, False: False}),
    "jd_bonus": ("card_points", {True: {"QS": 13, "JD": -10}, False: {"QS": 13}}),
}
COMBINATIONS = list(itertools.product([False, True], repeat=len(SWITCHES)))


@pytest.mark.differential
@pytest.mark.parametrize("values", COMBINATIONS, ids=lambda values: "".join("01"[value] for value in values))
def test_openspiel_allows_the_same_cards_and_gives_the_same_points(values, differential_games):
    """With the same switches, both allow the same cards at every decision and score every hand alike."""
    switches = dict(zip(SWITCHES, values, strict=True))
    game = pyspiel.load_game("hearts", switches)
    options = {ours: meaning[switches[theirs]] for theirs, (ours, meaning) in SWITCHES.items()}
    ruleset = preset("standard", **options)
    rng = random.Random(f"openspiel {values}")
    # 20,000 hands in all, and a million in `make differential`.
    hands = max(20_000, 50 * differential_games)
    for _ in range(-(-hands // len(COMBINATIONS))):
        hand = Hand(ruleset, rng.randint(1, 4), random_hands(rng, ruleset))
        pass_at_random(rng, hand)
        other = game.new_initial_state()
        for action in to_openspiel(hand):
            other.apply_action_with_legality_check(action)
        while hand.turn is not None:
            actions = other.legal_actions()
            assert other.current_player() == hand.turn
            assert sum(BITS[action] for action in actions) == hand.legal(hand.turn), (hand.dealt, hand.plays)
            action = rng.choice(actions)
            other.apply_action_with_legality_check(action)
            hand.play(CARDS[action])
        assert other.is_terminal()
        assert [26 - value for value in other.returns()] == list(hand.points())
