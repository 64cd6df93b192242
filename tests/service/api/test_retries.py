"""Retries: a call that is repeated after a lost answer has no second effect, and is answered as the first time."""

import hashlib
import secrets
import threading

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fairdeal.engine.cards import NAMES, card_of, cards_of
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.ruleset import Ruleset
from tests.service.conftest import Clock
from tests.service.players import Json, Table, content, problem

KEY = "k" * 32


def opened(client: FlaskClient, key: str, **terms: object) -> TestResponse:
    """Open a deal under an idempotency key."""
    return client.post("/v1/deals", json=terms, headers={"Idempotency-Key": key})


def again(table: Table, address: str, token: str, body: Json) -> Json:
    """Make a call twice; the answers have to be the same, byte for byte."""
    first, second = table.put(address, token, body), table.put(address, token, body)
    assert first.status_code == second.status_code == 200, (first.text, second.text)
    assert first.data == second.data
    found: Json = content(first)
    return found


def test_every_call_of_a_sealed_deal_can_be_repeated(client: FlaskClient):
    """Claims, seals, contributions, passes and plays: each twice, each with one effect, and the hand is played out."""
    table = Table.open(client, contributors=[0, 1])
    sent: list[tuple[str, str, Json, Json]] = []

    def repeat(address: str, token: str, body: Json) -> None:
        sent.append((address, token, body, again(table, address, token, body)))

    for seat in range(4):
        token = "fd_" + secrets.token_urlsafe(32)
        repeat(f"seats/{seat}", table.tokens[seat], {"token_hash": hashlib.sha256(token.encode()).hexdigest()})
        table.tokens[seat] = token
    open_hash = hashlib.sha256(table.view["open"]["statement"].encode()).digest()
    nonces = [secrets.token_bytes(32) for _ in range(2)]
    for seat, nonce in enumerate(nonces):
        seal = hashlib.sha256(b"fairdeal/v1 seal\n" + open_hash + f"{seat}\n".encode() + nonce).hexdigest()
        repeat(f"seals/{seat}", table.tokens[seat], {"seal": seal})
    for seat, nonce in enumerate(nonces):
        repeat(f"contributions/{seat}", table.tokens[seat], {"nonce": nonce.hex()})
    for seat in range(4):
        repeat(f"passes/{seat}", table.tokens[seat], {"cards": table.hand(seat)["cards"][:3]})
    while table.look()["state"] == "playing":
        ply, seat, card = table.next_play()
        repeat(f"plays/{ply}", table.tokens[seat], {"card": card})
        assert table.look()["ply"] == ply + 1
    # Whenever the answer was lost: in any later state the call is answered as it was.
    for address, token, body, answer in sent:
        assert table.done(address, token, body) == answer


def test_the_contribution_that_closed_the_table_is_answered_with_it_again(client: FlaskClient):
    """A seat that lost the answer with its receipt gets the same receipt."""
    table = Table.open(client)
    answer = again(table, "contributions/0", table.tokens[0], {"nonce": "ab" * 32})
    assert answer["table"]["statement"].startswith("fairdeal/v1 table\n")
    table.pass_all().play(3)
    assert table.done("contributions/0", table.tokens[0], {"nonce": "ab" * 32}) == answer


@pytest.mark.parametrize("hand", [1, 4])
def test_a_whole_record_can_be_repeated(client: FlaskClient, hand: int):
    """A record sent twice ends the deal once; another one is refused."""
    played = Table.open(client, hand=hand).close()
    # The same cards cannot be dealt twice, so the record is made by playing a copy of the hand by the public rules.
    record = played_locally(client, played)
    answer = again(played, "record", played.opener, record)
    assert answer["outcome"].startswith("fairdeal/v1 reveal\n")
    other = {**record, "plays": record["plays"][::-1]}
    problem(played.put("record", played.opener, other), 409, "deal-over")


def played_locally(client: FlaskClient, table: Table) -> Json:
    """A legal, complete record of a deal whose opener sees all hands, found with the engine."""
    view = content(table.call("GET", "hands", table.opener))
    dealt = [[card_of(name) for name in seat["dealt"]] for seat in view["hands"]]
    hand = Hand(Ruleset.from_object(view["ruleset"]), view["hand"], dealt)
    passes = None
    if hand.phase == "passing":
        passes = [[NAMES[card] for card in cards[:3]] for cards in dealt]
        for seat, cards in enumerate(dealt):
            hand.give(seat, cards[:3])
    plays = []
    while hand.turn is not None:
        card = cards_of(hand.legal(hand.turn))[0]
        hand.play(card)
        plays.append(NAMES[card])
    return {"passes": passes, "plays": plays}


def test_giving_up_can_be_repeated(client: FlaskClient):
    """A deal that was given up stays so, with one outcome."""
    table = Table.open(client)
    answer = again(table, "void", table.opener, {})
    assert "\nreason abandoned\n" in answer["outcome"]


def test_another_body_is_no_repeat(client: FlaskClient):
    """A second, different claim, seal, contribution, pass or play is refused, and the first one stands."""
    table = Table.open(client)
    table.done("seats/1", table.tokens[1], {"token_hash": "11" * 32})
    problem(table.put("seats/1", table.tokens[1], {"token_hash": "22" * 32}), 409, "seat-taken")
    table.done("contributions/0", table.tokens[0], {"nonce": "ab" * 32})
    problem(table.put("contributions/0", table.tokens[0], {"nonce": "cd" * 32}), 409, "wrong-state")
    statement = table.look()["table"]["statement"]
    assert f"seat 0 {'ab' * 32}\n" in statement


def test_a_play_that_another_seat_made_is_no_repeat(client: FlaskClient):
    """Only the seat that played a card is answered as if it played it."""
    table = Table.open(client).close().pass_all()
    ply, seat, card = table.next_play()
    table.done(f"plays/{ply}", table.tokens[seat], {"card": card})
    problem(table.put(f"plays/{ply}", table.tokens[(seat + 1) % 4], {"card": card}), 409, "wrong-ply")


def test_an_opening_with_a_key_opens_one_deal(client: FlaskClient):
    """The same key and body give the same deal and the same tokens, also after the deal has gone on."""
    first = opened(client, KEY, hand=3)
    second = opened(client, KEY, hand=3)
    assert first.status_code == second.status_code == 201
    assert first.data == second.data
    assert first.headers["Location"] == second.headers["Location"]
    view = content(first)
    Table(client, view, view["tokens"]["seats"], view["tokens"]["opener"]).finish()
    assert opened(client, KEY, hand=3).data == first.data
    assert Table.open(client).number == 2


def test_a_key_stands_for_one_body(client: FlaskClient):
    """Another body with the same key is refused and opens nothing."""
    opened(client, KEY, hand=3)
    problem(opened(client, KEY, hand=4), 422, "idempotency-key-reused")
    assert opened(client, KEY + "2", hand=4).status_code == 201


@pytest.mark.parametrize("key", ["", "short", "k" * 31, "k" * 129, "k" * 31 + "!", "k" * 31 + " ", "k" * 31 + "é"])
def test_a_key_that_others_could_guess_is_refused(client: FlaskClient, key: str):
    """A key's replay returns the deal's tokens, so it has to be a secret of 32 to 128 characters."""
    problem(opened(client, key), 400, "bad-request")
    assert Table.open(client).number == 1


def test_a_key_is_forgotten_a_day_after_the_outcome_not_before(client: FlaskClient, clock: Clock):
    """For as long as a client may repeat its call, the call is recognised."""
    first = opened(client, KEY)
    clock.advance(6 * 24 * 3600)
    assert opened(client, KEY).data == first.data


def test_openings_at_once_with_one_key_open_one_deal(app: Flask):
    """However many calls with one key come at once, there is one deal; who comes too early is told when to come back."""
    answers: list[TestResponse] = []

    def call() -> None:
        answers.append(opened(app.test_client(), KEY))

    threads = [threading.Thread(target=call) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done = [answer for answer in answers if answer.status_code == 201]
    assert done
    assert len({answer.data for answer in done}) == 1
    for answer in answers:
        if answer.status_code != 201:
            problem(answer, 409, "still-running")
            assert int(answer.headers["Retry-After"]) >= 1
    assert Table.open(app.test_client()).number == 2
