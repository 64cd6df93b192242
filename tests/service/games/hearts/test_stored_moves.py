"""Passes and plays as they are stored with a deal."""

import os
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.service.games.hearts import HEARTS
from fairdeal.service.games.hearts.stored_moves import Pass, pass_bytes, play_bytes, read
from tests.engine.sampling import pass_at_random, play_at_random, random_ruleset

cards = st.integers(0, 53)
signatures = st.none() | st.binary(min_size=64, max_size=64)
passes = st.dictionaries(st.integers(0, 9), st.builds(Pass, st.lists(cards, max_size=53).map(tuple), signatures))


@given(passes, st.lists(st.tuples(cards, signatures), max_size=60))
def test_what_is_stored_is_read_back(passes, plays):
    """Every pass and play comes back with its signature, in order, whatever bytes the signatures are made of."""
    stored = b"".join(pass_bytes(seat, *made) for seat, made in passes.items())
    stored += b"".join(play_bytes(card, signature) for card, signature in plays)
    moves = read(stored)
    assert list(moves.passes.items()) == list(passes.items())
    assert list(moves.plays) == [card for card, _ in plays]
    assert moves.signatures == {ply: signature for ply, (_, signature) in enumerate(plays) if signature is not None}


@pytest.mark.parametrize(
    "stored",
    [
        b"\x41",
        b"\x41\x03\x00\x01",
        b"\xc1\x01\x05" + bytes(63),
        b"\x41\x01\x05\x41\x01\x06",
        b"\x85" + bytes(63),
        b"\x05\x85",
    ],
)
def test_moves_that_are_cut_short_are_refused(stored):
    """Neither a pass nor a signature is filled up, and no seat passes twice."""
    with pytest.raises(ValueError, match="cut short"):
        read(stored)


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_goes_on_from_every_move(seed):
    """After each of its moves a hand that is read back is the hand that was played, by random rulesets of 3 to 6 players."""
    rng = random.Random(f"stored {seed}")
    ruleset = random_ruleset(rng, players=3 + seed % 4)
    deck = rng.sample(ruleset.deck, len(ruleset.deck))
    whole = Hand(ruleset, 1 + seed, [deck[seat :: ruleset.players] for seat in range(ruleset.players)])
    pass_at_random(rng, whole)
    play_at_random(rng, whole)
    stored, states = b"", set()
    moves = [pass_bytes(seat, cards, None) for seat, cards in enumerate(whole.passes) if cards is not None]
    moves += [play_bytes(card, os.urandom(64) if rng.random() < 0.2 else None) for card in whole.plays]
    for move in moves:
        live = HEARTS.resume(ruleset, 1 + seed, deck, stored)
        assert not live.hand.is_complete
        states.add(live.state)
        stored += move
    live = HEARTS.resume(ruleset, 1 + seed, deck, stored)
    assert (live.stored, live.hand.plays, live.hand.passes) == (stored, whole.plays, whole.passes)
    assert live.hand.final_points == whole.points()
    assert states <= set(HEARTS.states)


def test_moves_against_the_rules_are_not_resumed():
    """Stored bytes that are no legal moves of the hand are an error, not a hand."""
    rng = random.Random("illegal")
    ruleset = random_ruleset(rng, players=4)
    deck = rng.sample(ruleset.deck, len(ruleset.deck))
    for stored, said in (
        (b"\x49\x00", "seat that is not there"),
        (bytes([deck[0], deck[0]]), "."),
        (b"\x3f", "."),
    ):
        with pytest.raises(ValueError, match=said):
            HEARTS.resume(ruleset, 1, deck, stored)


def test_a_repr_shows_no_card():
    """A hand says in which phase it is, and nothing of its cards."""
    rng = random.Random("repr")
    ruleset = random_ruleset(rng, players=4)
    live = HEARTS.resume(ruleset, 1, rng.sample(ruleset.deck, len(ruleset.deck)), b"")
    assert repr(live) in {"<LiveHearts passing>", "<LiveHearts playing>"}
