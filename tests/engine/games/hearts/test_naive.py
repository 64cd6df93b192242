"""The engine against the second reading of the rules in `tests.engine.naive`."""

import random

import pytest

from fairdeal.engine.cards import BIT, card_of, cards_of, names_of
from fairdeal.engine.games.hearts.hand import Hand
from tests.engine import naive
from tests.engine.sampling import ALL_PRESETS, random_hands, random_ruleset

pytestmark = pytest.mark.differential


def agree_on_a_hand(rng, ruleset):
    """Pass and play one hand in both, comparing everything that a player could see at every decision."""
    rules, number = ruleset.to_object(), rng.randint(1, 12)
    hands = random_hands(rng, ruleset)
    engine = Hand(ruleset, number, hands)
    assert [card_of(name) for name in naive.deck(rules)] == list(ruleset.deck)
    names = [names_of(hand) for hand in hands]
    assert (engine.phase == "playing") == naive.holds(rules, number)
    if engine.phase == "passing":
        passes = [rng.sample(hand, ruleset.pass_count) for hand in names]
        for seat in rng.sample(range(ruleset.players), ruleset.players):
            engine.give(seat, [card_of(name) for name in passes[seat]])
        names = naive.after_pass(rules, number, names, passes)
    reading = naive.NaiveHand(rules, number, names)
    while not reading.over():
        seat = reading.turn
        assert engine.to_act == (seat,)
        assert engine.hearts_broken == reading.broken
        legal = sorted(reading.legal())
        assert sorted(names_of(cards_of(engine.legal(seat)))) == legal
        explained = engine.explain(seat)
        assert sorted(names_of(item.card for item in explained if item.ok)) == legal
        assert [item.card for item in explained] == cards_of(engine.hands[seat])
        assert all((item.rule is None) == item.ok for item in explained)
        name = rng.choice(legal)
        reading.play(name)
        engine.play(card_of(name))
    assert engine.phase == "complete"
    assert [(t.leader, names_of(t.cards), t.winner) for t in engine.tricks] == [
        (trick[0][0], [name for _, name in trick], winner) for trick, winner in reading.tricks
    ]
    assert list(engine.points()) == reading.points()
    assert engine.moon == reading.moon()
    assert all(
        engine.taken[seat] & BIT[card_of(name)] for seat in range(ruleset.players) for name in reading.taken(seat)
    )


@pytest.mark.parametrize(("name", "players", "ruleset"), ALL_PRESETS, ids=lambda value: str(value)[:20])
def test_every_preset_is_played_as_the_naive_reading_plays_it(name, players, ruleset, differential_games):
    """On random hands of each preset, both readings allow the same cards and give the same points."""
    rng = random.Random(f"{name} {players}")
    for _ in range(differential_games):
        agree_on_a_hand(rng, ruleset)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_rulesets_are_played_as_the_naive_reading_plays_them(players, differential_games):
    """On random hands of random rulesets, both readings allow the same cards and give the same points."""
    rng = random.Random(f"random rulesets {players}")
    # Two and a half times as many, so that the four tests together make 2,000 hands where a preset makes 200.
    for _ in range(differential_games * 5 // 2):
        agree_on_a_hand(rng, random_ruleset(rng, players=players))
