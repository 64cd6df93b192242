"""The quick judge of whole records against the hand, card by card."""

import random

from fairdeal.engine.cards import BIT, DECK_ORDER, SUIT_MASKS, SUIT_OF, cards_of
from fairdeal.engine.errors import IllegalMove
from fairdeal.engine.games.hearts.fast import extend
from fairdeal.engine.games.hearts.fast.lanes import LaneReader
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.presets import preset
from tests.engine.sampling import (
    ALL_PRESETS,
    pass_at_random,
    play_at_random,
    random_hands,
    random_ruleset,
    sloppy_plays,
    state,
)


def by_hand(hand, plays):
    """Play card by card as far as the rules allow; the hand then, and the code of the rule that was broken, if any."""
    hand = hand.copy()
    for card in plays:
        try:
            hand.play(card)
        except IllegalMove as illegal:
            return hand, illegal.rule
    return hand, None


def at_once(hand, plays):
    """The same by the quick judge's door."""
    hand = hand.copy()
    try:
        extend(hand, plays)
    except IllegalMove as illegal:
        return hand, illegal.rule
    return hand, None


def compare(hand, plays):
    """Hold the quick judge of a record of plays against the hand that is played card by card."""
    played, rule = by_hand(hand, plays)
    quick, quick_rule = at_once(hand, plays)
    assert (state(quick), quick_rule) == (state(played), rule)
    hands = [cards_of(mask) for mask in hand.after_pass]
    points = LaneReader(hand.ruleset, hand.number, hands).points(bytes(plays))
    assert points == (played.points() if played.phase == "complete" and rule is None else None)
    return rule


def changed(rng, hand, plays):
    """The plays with one slip: two of a seat or any two exchanged, one replaced, left out or added, or the end cut off."""
    plays = list(plays)
    slip, place = rng.randrange(7), rng.choice([0, rng.randrange(len(plays))])
    if slip == 6:
        own = next(mask for mask in hand.after_pass if mask & BIT[plays[place]])
        other = rng.choice([at for at, card in enumerate(plays) if BIT[card] & own])
        plays[place], plays[other] = plays[other], plays[place]
        return plays
    if slip <= 1:
        other = rng.randrange(len(plays)) if slip else min(place + rng.randint(1, 6), len(plays) - 1)
        plays[place], plays[other] = plays[other], plays[place]
    elif slip == 2:
        plays[place] = rng.choice(DECK_ORDER)
    elif slip == 3:
        del plays[place]
    elif slip == 4:
        plays.insert(rng.choice([place, len(plays)]), rng.choice(DECK_ORDER))
    else:
        del plays[place:]
    return plays


def test_all_readings_of_a_record_agree():
    """On legal, careless and damaged records of random rulesets and presets, every reading gives what the hand gives."""
    rng = random.Random("readings")
    rules = set()
    for turn in range(1500):
        ruleset = random_ruleset(rng) if turn % 3 else rng.choice(ALL_PRESETS)[2]
        hand = Hand(ruleset, rng.randint(1, 9), random_hands(rng, ruleset))
        pass_at_random(rng, hand)
        played = hand.copy()
        play_at_random(rng, played)
        assert compare(hand, played.plays) is None
        for _ in range(2):
            rules.add(compare(hand, sloppy_plays(rng, hand)))
            rules.add(compare(hand, changed(rng, hand, played.plays)))
    assert rules == {
        None, "unknown-card", "card-not-in-hand", "must-lead-opening-card", "must-follow-suit",
        "no-points-on-first-trick", "hearts-not-broken", "hand-complete",
    }  # fmt: skip


def test_a_revoke_is_found_wherever_it_is():
    """One card of a suit kept back at any trick and played later makes the record illegal, in lanes too."""
    rng = random.Random("revokes")
    found = 0
    for _ in range(1000):
        ruleset = random_ruleset(rng)
        hand = Hand(ruleset, 1, random_hands(rng, ruleset), passed=True)
        plays = sloppy_plays(rng, hand)
        if by_hand(hand, plays)[1] == "must-follow-suit":
            found += 1
            reader = LaneReader(ruleset, 1, [cards_of(mask) for mask in hand.after_pass])
            assert reader.takers(bytes(plays)) is None
    assert found > 100


def keeping_back(rng, hand, seat, kept):
    """The plays of a hand in which one seat plays as if it did not hold the card `kept`, until nothing else is left."""
    size, hands, turn, plays = hand.ruleset.players, list(hand.hands), hand.turn, []
    while any(hands):
        trick = []
        for player in ((turn + place) % size for place in range(size)):
            own = hands[player] & ~(BIT[kept] if player == seat else 0) or hands[player]
            led = SUIT_OF[trick[0]] if trick else own
            if not plays and not trick and hand.ruleset.opening_card is not None:
                led = BIT[hand.ruleset.opening_card]
            card = rng.choice(cards_of(own & led or own))
            hands[player] &= ~BIT[card]
            trick.append(card)
        plays.extend(trick)
        turn = (turn + trick.index(max(card for card in trick if BIT[card] & SUIT_OF[trick[0]]))) % size
    return plays


def test_a_card_kept_back_to_the_last_trick_is_found():
    """A seat that denies its only card of a suit in an early trick, and plays it in the last, has revoked."""
    rng = random.Random("kept back")
    farthest = 0
    for turn in range(600):
        ruleset = preset("no-pass", hearts_must_be_broken=False, first_trick_points="allowed")
        if turn % 2:
            ruleset = random_ruleset(rng, most_removed=4)
        hand = Hand(ruleset, 1, random_hands(rng, ruleset), passed=True)
        singles = [
            (seat, held & suit)
            for seat, held in enumerate(hand.hands)
            for suit in SUIT_MASKS
            if (held & suit).bit_count() == 1 and not held & suit & BIT[ruleset.opening_card or 0]
        ]
        if not singles:
            continue
        seat, single = rng.choice(singles)
        plays = keeping_back(rng, hand, seat, single.bit_length() - 1)
        played, rule = by_hand(hand, plays)
        reader = LaneReader(ruleset, 1, hand.dealt)
        assert (reader.takers(bytes(plays)) is None) == (rule is not None)
        if rule == "must-follow-suit":
            farthest = max(farthest, len(plays) - played.ply)
    assert farthest > 40


def test_a_record_led_by_another_seat_is_none_of_this_hand():
    """Where a fixed seat leads, a record that is legal but for its first leader is illegal from its first card."""
    rng = random.Random("leaders")
    for players in (3, 4, 5, 6):
        ruleset = random_ruleset(rng, players=players)
        while ruleset.opening != "rotating-seat":
            ruleset = random_ruleset(rng, players=players)
        hand = Hand(ruleset, 2, random_hands(rng, ruleset), passed=True)
        play_at_random(rng, hand)
        assert LaneReader(ruleset, 2, hand.dealt).takers(bytes(hand.plays)) is not None
        assert LaneReader(ruleset, 1, hand.dealt).takers(bytes(hand.plays)) is None


def test_takers_are_told_for_every_play():
    """The reader names, for each play, the seat that takes the card, as the hand does."""
    rng = random.Random("takers")
    for _ in range(100):
        ruleset = random_ruleset(rng)
        hand = Hand(ruleset, 2, random_hands(rng, ruleset), passed=True)
        reader = LaneReader(ruleset, 2, hand.dealt)
        play_at_random(rng, hand)
        owner_by_card = reader.takers(bytes(hand.plays))
        assert list(owner_by_card) == [hand.owner_by_card[card] for card in hand.plays]
        for seat in range(ruleset.players):
            taken = sum(BIT[card] for card, taker in zip(hand.plays, owner_by_card, strict=True) if taker == seat)
            assert hand.taken[seat] == taken


def test_what_is_no_card_is_no_legal_play():
    """A byte beyond the cards, as a damaged record may hold, is no card of the deck: the reader says no."""
    rng = random.Random("bytes")
    ruleset = ALL_PRESETS[0][2]
    hand = Hand(ruleset, 4, random_hands(rng, ruleset))
    reader = LaneReader(ruleset, 4, hand.dealt)
    play_at_random(rng, hand)
    for place in range(52):
        for byte in (54, 127, 128, 255):
            plays = bytearray(hand.plays)
            plays[place] = byte
            assert reader.takers(bytes(plays)) is None
    assert reader.takers(b"") is None
    assert reader.takers(bytes(hand.plays[:-1])) is None
    assert reader.takers(bytes([*hand.plays, hand.plays[0]])) is None
