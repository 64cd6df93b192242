"""Moves as the service takes them, whatever the game."""

from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal.engine.cards import card_of, cards_of, names_of
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.service.deals.access import admit, row_of
from fairdeal.service.deals.moves import make_move
from fairdeal.service.deals.recording import record
from fairdeal.service.games.hearts.moves import PlayCard, WholeHand
from fairdeal.service.problems import Problem
from tests.service.players import Table, problem


def test_a_move_of_another_game_is_not_found(service, client):
    """A deal has no moves but those of its game: 404, and nothing is stored."""
    table = Table.open(client, ruleset="no-pass").close()
    before = row_of(service, table.number)
    ply, seat, card = table.next_play()
    caller = admit(service, table.number, table.tokens[seat], role="any-seat")
    with pytest.raises(Problem) as refused:
        make_move(service, caller, replace(PlayCard(seat, ply, card), game="whist"))
    assert refused.value.slug == "not-found"
    caller = admit(service, table.number, table.opener, role="sighted-opener")
    with pytest.raises(Problem) as refused:
        record(service, caller, replace(WholeHand(None, []), game="whist"))
    assert refused.value.slug == "not-found"
    assert row_of(service, table.number) == before


def test_a_signature_is_judged_after_the_rules(client):
    """A signed play that the rules refuse is refused by the rule, not for its signature."""
    table = Table.open(client, ruleset="no-pass", contributors=[0, 1])
    for seat in range(4):
        table.claim_with_key(seat)
    table.close()
    ply, seat, card = table.next_play()
    body = {"card": card, "signature": "00" * 64}
    problem(table.put(f"plays/{ply + 1}", table.tokens[seat], body), 409, "wrong-ply")
    unplayable = next(held["card"] for held in table.hand(seat)["playable"] if not held["ok"])
    refused = table.put(f"plays/{ply}", table.tokens[seat], {**body, "card": unplayable})
    assert problem(refused, 409, "illegal-play")["rule"] == "must-lead-opening-card"
    problem(table.put(f"plays/{ply}", table.tokens[seat], {"card": card}), 422, "bad-signature")
    problem(table.put(f"plays/{ply}", table.tokens[seat], body), 422, "bad-signature")


def test_a_repeat_is_the_same_move_with_the_same_signature(client):
    """The same signed play again is answered as before, in any later state; with another signature it is another play."""
    table = Table.open(client, ruleset="no-pass", contributors=[0, 1])
    for seat in range(4):
        table.claim_with_key(seat)
    table.close()
    ply, seat, card = table.next_play()
    statement = problem(
        table.put(f"plays/{ply}", table.tokens[seat], {"card": card, "signature": "00" * 64}), 422, "bad-signature"
    )["statement"]
    body = {"card": card, "signature": table.keys[seat].sign(statement.encode()).hex()}
    answer = table.done(f"plays/{ply}", table.tokens[seat], body)
    other = {**body, "signature": Ed25519PrivateKey.generate().sign(statement.encode()).hex()}
    problem(table.put(f"plays/{ply}", table.tokens[seat], other), 409, "wrong-ply")
    table.play()
    assert table.look()["state"] == "revealed"
    assert table.done(f"plays/{ply}", table.tokens[seat], body) == answer
    problem(table.put(f"plays/{ply}", table.tokens[seat], other), 409, "deal-over")


def test_a_seat_without_a_key_signs_nothing(client):
    """A signature that nobody can check is refused, not stored."""
    table = Table.open(client, ruleset="no-pass").close()
    ply, seat, card = table.next_play()
    problem(table.put(f"plays/{ply}", table.tokens[seat], {"card": card, "signature": "00" * 64}), 422, "bad-signature")
    assert table.look()["ply"] == 0


def test_the_moves_of_an_opener_are_not_a_seats(client):
    """What a sighted opener submitted whole is answered to the opener again, and is no play of a seat that sends the same card."""
    table = Table.open(client, ruleset="no-pass").close()
    dealt = [[card_of(name) for name in table.hand(seat)["dealt"]] for seat in range(4)]
    hand = Hand(preset("no-pass"), 1, dealt)
    first = hand.turn
    while hand.turn is not None:
        hand.play(cards_of(hand.legal(hand.turn))[-1])
    plays = names_of(hand.plays)
    body = {"passes": None, "plays": plays}
    answer = table.done("record", table.opener, body)
    assert table.done("record", table.opener, body) == answer
    assert table.look()["points"] == list(hand.points())
    problem(table.put("record", table.opener, {**body, "plays": plays[:-1]}), 409, "deal-over")
    problem(table.put("plays/0", table.tokens[first], {"card": plays[0]}), 409, "deal-over")
