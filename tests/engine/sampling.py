"""Rulesets, deals and whole hands drawn at random, from a generator that the caller has seeded."""

from fairdeal.engine.cards import (
    BIT,
    DECK_ORDER,
    DECK_RANK,
    HEARTS,
    JOKERS,
    NAMES,
    QUEEN_OF_SPADES,
    SUIT_INDEX,
    cards_of,
)
from fairdeal.engine.errors import RulesetError
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.presets import PRESETS
from fairdeal.engine.games.hearts.ruleset import Ruleset

MOST_REMOVED = 38
REMOVABLE = [card for card in DECK_ORDER if not BIT[card] & (HEARTS | JOKERS) and card != QUEEN_OF_SPADES]

ALL_PRESETS = [
    (name, players, ruleset) for name, preset in PRESETS.items() for players, ruleset in preset.rulesets.items()
]


def random_ruleset(rng, *, players=None, most_removed=MOST_REMOVED):
    """A ruleset with every option drawn within its bounds; small decks are as likely as large ones."""
    while True:
        try:
            return Ruleset.from_object(_random_options(rng, players or rng.randint(3, 6), most_removed))
        except RulesetError:
            # The options were drawn one by one: not all of them fit together.
            continue


def _random_options(rng, players, most_removed):
    jokers = rng.choice([0, 0, 1, 2])
    count = rng.randint(0, most_removed)
    count += (52 + jokers - count) % players
    removed = sorted(rng.sample(REMOVABLE, min(count, len(REMOVABLE))), key=DECK_RANK.__getitem__)
    kept = [name for name in ("QS", "KS", "AS", "JD", "TD") if name not in {NAMES[card] for card in removed}]
    target = rng.choice([1, 50, 100, 500])
    return {
        "game": "hearts",
        "players": players,
        "removed": [NAMES[card] for card in removed],
        "jokers": jokers,
        "pass_count": rng.randint(1, 4),
        "pass_cycle": [rng.randint(-((players - 1) // 2), players // 2) for _ in range(rng.randint(1, 6))],
        "opening": rng.choice(["lowest-club", "lowest-club", "seat-0", "rotating-seat"]),
        "first_trick_points": rng.choice(["unless-only-points", "hearts-only", "allowed"]),
        "hearts_must_be_broken": rng.random() < 0.8,
        "hearts_broken_by": rng.choice(["heart-played", "heart-discarded"]),
        "queen_breaks_hearts": rng.random() < 0.4,
        "hearts_led_from_points_only": rng.random() < 0.5,
        "heart_points": rng.choice(["one", "rank"]),
        "card_points": {name: rng.choice([-25, -10, -1, 1, 7, 13, 25]) for name in kept if rng.random() < 0.6},
        "moon": rng.choice(["others-add", "shooter-subtracts", "shooter-chooses", "off"]),
        "target": target,
        "exact_target_resets_to": rng.choice([None, 0, target // 2]),
    }


def random_hands(rng, ruleset):
    """A deal: now and then an even one, else one of long suits, in which players run void early."""
    cards = list(ruleset.deck)
    rng.shuffle(cards)
    if rng.random() < 0.5:
        spread = rng.choice([0.3, 1, 2])
        cards.sort(key=lambda card: SUIT_INDEX[card] + rng.random() * spread)
    size = ruleset.hand_size
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(ruleset.players)]
    rng.shuffle(hands)
    return hands


def pass_at_random(rng, hand):
    """Give any cards from every seat, if the hand has a pass."""
    for seat in hand.to_act if hand.phase == "passing" else ():
        hand.give(seat, rng.sample(cards_of(hand.hands[seat]), hand.ruleset.pass_count))


def play_at_random(rng, hand):
    """Play legal cards to the end of the hand."""
    while hand.turn is not None:
        hand.play(rng.choice(cards_of(hand.legal(hand.turn))))


def random_complete_hand(rng, ruleset, number=None):
    """A hand, dealt, passed and played out at random."""
    hand = Hand(ruleset, number or rng.randint(1, 12), random_hands(rng, ruleset))
    pass_at_random(rng, hand)
    play_at_random(rng, hand)
    return hand


def sloppy_plays(rng, hand):
    """The plays of a hand by players who keep to the turns and open as they must, but follow suit only nearly always."""
    hand = hand.copy()
    size, hands, turn, plays = hand.ruleset.players, list(hand.hands), hand.turn, []
    carelessness = rng.choice([0.01, 0.05, 0.3])
    while any(hands):
        trick = []
        for place in range(size):
            seat = (turn + place) % size
            own = cards_of(hands[seat])
            following = [card for card in own if trick and SUIT_INDEX[card] == SUIT_INDEX[trick[0]]]
            card = rng.choice(own if not following or rng.random() < carelessness else following)
            if not plays and not trick and hand.ruleset.opening_card is not None:
                card = hand.ruleset.opening_card
            hands[seat] &= ~BIT[card]
            trick.append(card)
        plays.extend(trick)
        best = max(card for card in trick if SUIT_INDEX[card] == SUIT_INDEX[trick[0]])
        turn = (turn + trick.index(best)) % size
    return plays


def state(hand):
    """Everything about a hand that a move could change."""
    return (
        hand.passes,
        hand.after_pass,
        tuple(hand.hands),
        tuple(hand.plays),
        tuple(hand.leaders),
        bytes(hand.owner_by_card),
        hand.hearts_broken,
        hand.turn,
    )
