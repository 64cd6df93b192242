"""What a seat of Hearts does: the moves that it plans."""

import random

import pytest

from fairdeal.engine.cards import NAMES
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.protocol.shuffle import deal_out
from fairdeal.service.client.errors import Caught
from fairdeal.service.client.games import seat_of
from fairdeal.service.client.view import View


def view_of(hand, seat):
    """A seat's view, of a service that keeps the rules (the members that a seat of Hearts reads)."""
    received = hand.received(seat)
    passed = hand.passes[seat]
    playing = hand.after_pass is not None
    return View(
        {
            "state": {"passing": "passing", "playing": "playing", "complete": "revealed"}[hand.phase],
            "seat": seat,
            "dealt": [NAMES[card] for card in hand.dealt[seat]],
            "passed_cards": None if passed is None else [NAMES[card] for card in passed],
            "received": None if received is None else [NAMES[card] for card in received],
            "cards": [NAMES[one.card] for one in hand.explain(seat)],
            "playable": [{"card": NAMES[card], "ok": ok, "rule": rule} for card, ok, rule in hand.explain(seat)],
            "tricks": [
                {"leader": trick.leader, "cards": [NAMES[card] for card in trick.cards], "winner": trick.winner}
                for trick in hand.tricks
            ],
            "ply": hand.ply,
            "to_act": list(hand.to_act),
            "hearts_broken": hand.hearts_broken if playing else None,
        },
        "the view",
    )


@pytest.mark.parametrize("name", ["standard", "three-to-six", "black-maria", "openspiel"])
@pytest.mark.parametrize("number", [1, 2])
def test_a_seat_plays_a_hand_as_the_engine_records_it(name, number):
    """Every planned move is legal, and its line and what the seat knew before it are what the engine says was signed."""
    ruleset = preset(name)
    rng = random.Random(f"{name} {number}")
    deck = list(ruleset.deck)
    rng.shuffle(deck)
    hand = Hand(ruleset, number, deal_out(tuple(deck), ruleset.players))
    seats = [seat_of(ruleset, number, seat) for seat in range(ruleset.players)]
    planned = []
    while not hand.is_complete:
        for number_of_seat in hand.to_act:
            seat = seats[number_of_seat]
            seat.see(view_of(hand, number_of_seat))
            move = seat.choose(rng)
            planned.append((number_of_seat, move.line, move.known))
            if "cards" in move.body:
                hand.give(number_of_seat, [NAMES.index(card) for card in move.body["cards"]])
            else:
                assert move.address == f"plays/{hand.ply}"
                hand.play(NAMES.index(move.body["card"]), number_of_seat)
    assert planned == list(hand.seat_moves(range(ruleset.players)))
    for number_of_seat, seat in enumerate(seats):
        seat.see(view_of(hand, number_of_seat))
        seat.require_dealt(hand.dealt[number_of_seat])
        seat.require_record(hand.record_lines())
        with pytest.raises(Caught, match="other tricks"):
            seat.require_record(hand.record_lines()[:-2])


def test_a_seat_that_has_passed_does_not_pass_again():
    """A service that waits for a seat twice is caught."""
    ruleset = preset("standard")
    hand = Hand(ruleset, 1, deal_out(ruleset.deck, 4))
    seat = seat_of(ruleset, 1, 0)
    seat.see(view_of(hand, 0))
    rng = random.Random(0)
    hand.give(0, [NAMES.index(card) for card in seat.choose(rng).body["cards"]])
    seat.see(view_of(hand, 0))
    with pytest.raises(Caught, match="which has passed"):
        seat.choose(rng)
