"""The order in which a call is judged: 404, 401, 403, body, replay, state, rule."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.players import Table, problem

GARBAGE: dict[str, Any] = {"data": b"{", "content_type": "text/plain"}


def calls(table: Table) -> list[tuple[str, str, str]]:
    """Each address that changes a deal: method, address, and whose token it wants."""
    return [
        ("PUT", "seats/0", "seat"),
        ("PUT", "contributions/0", "seat"),
        ("PUT", "passes/0", "seat"),
        ("PUT", "plays/0", "seat"),
        ("PUT", "record", "opener"),
        ("PUT", "void", "opener"),
    ]


def test_what_is_not_there_comes_first(client: FlaskClient):
    """404 before 401: a stranger learns of a number that it is not there, whatever else is wrong with the call."""
    for method, address, _ in calls(Table.open(client)):
        problem(client.open(f"/v1/deals/999/{address}", method=method, **GARBAGE), 404, "not-found")
        # Committed, but not handed out: it has no seats yet.
        problem(client.open(f"/v1/deals/100/{address}", method=method, **GARBAGE), 404, "not-found")


@pytest.mark.parametrize(
    "authorization",
    [None, "", "Bearer", "Bearer ", "Basic Zm9vOmJhcg==", "Bearer nonsense", "Bearer fd_" + "A" * 43, "Bearer fd_é"],
)
def test_then_comes_whether_the_caller_is_known(client: FlaskClient, authorization: str | None):
    """401 before anything of the body, with the challenge that HTTP asks for."""
    table = Table.open(client)
    headers = {} if authorization is None else {"Authorization": authorization}
    for method, address, _ in calls(table):
        answer = table.call(method, address, headers=headers, **GARBAGE)
        problem(answer, 401, "unauthorized")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_then_comes_whether_the_caller_may(client: FlaskClient):
    """403 before anything of the body: another seat's token, another deal's, the opener's at a seat's address."""
    table, other = Table.open(client), Table.open(client)
    for method, address, whose in calls(table):
        wrong = [other.opener, other.tokens[0], table.opener if whose == "seat" else table.tokens[0]]
        if address.endswith("/0") and address != "plays/0":
            wrong.append(table.tokens[1])
        for token in wrong:
            problem(table.call(method, address, token, **GARBAGE), 403, "forbidden")


def test_then_comes_the_body(client: FlaskClient):
    """413, 415, 400, 422 before the state: a client learns that its call is malformed even when it comes too late."""
    table = Table.open(client).finish()
    for method, address, whose in calls(table):
        token = table.tokens[0] if whose == "seat" else table.opener
        problem(table.call(method, address, token, data=b"{", content_type="text/plain"), 415, "unsupported-media-type")
        problem(table.call(method, address, token, data=b"{", content_type="application/json"), 400, "bad-request")
        problem(table.call(method, address, token, json={"x": 1}), 422, "invalid-request")
        problem(table.call(method, address + "?x=1", token, json={}), 422, "invalid-request")


def test_then_comes_the_state(client: FlaskClient):
    """A well-formed call in the wrong state is 409 and says the state; on a deal that has ended it says so."""
    table = Table.open(client)
    found = problem(table.put("passes/0", table.tokens[0], {"cards": ["2C", "3C", "4C"]}), 409, "wrong-state")
    assert found["state"] == "contributing"
    problem(table.put("plays/0", table.tokens[0], {"card": "2C"}), 409, "wrong-state")
    table.close()
    problem(table.put("plays/0", table.tokens[0], {"card": "2C"}), 409, "wrong-state")
    table.pass_all().play()
    found = problem(table.put("plays/52", table.tokens[0], {"card": "2C"}), 409, "deal-over")
    assert found["state"] == "revealed"
    problem(table.put("void", table.opener, {}), 409, "deal-over")


def test_then_comes_the_rule(client: FlaskClient):
    """A play against the rules is 409 with the rule and, to the seat that asked, the cards that it could play."""
    table = Table.open(client).close().pass_all()
    ply, seat, card = table.next_play()
    assert card == "2C"
    wrong = next(held for held in table.hand(seat)["cards"] if held != "2C")
    found = problem(table.put(f"plays/{ply}", table.tokens[seat], {"card": wrong}), 409, "illegal-play")
    assert (found["rule"], found["seat"], found["card"], found["ply"]) == ("must-lead-opening-card", seat, wrong, 0)
    assert found["allowed"] == ["2C"]
    found = problem(table.put("plays/1", table.tokens[seat], {"card": "2C"}), 409, "wrong-ply")
    assert found["ply"] == 0
    assert table.look()["ply"] == 0


def test_a_foreign_card_tells_nothing(client: FlaskClient):
    """A seat that is not to act, or tries a card that it does not hold, learns nothing of other hands."""
    table = Table.open(client).close().pass_all()
    ply, seat, _ = table.next_play()
    other = (seat + 1) % 4
    found = problem(table.put(f"plays/{ply}", table.tokens[other], {"card": "2C"}), 409, "illegal-play")
    assert found["rule"] == "not-your-turn"
    held = set(table.hand(other)["cards"])
    assert set(found["allowed"]) <= held


def test_an_illegal_pass_says_by_which_rule(client: FlaskClient):
    """Too few, too many, twice the same, a card of somebody else: each has its code, and the pass is still open."""
    table = Table.open(client).close()
    held = table.hand(0)["cards"]
    foreign = table.hand(1)["cards"][0]
    for cards, rule in [
        (held[:2], "wrong-pass-count"),
        (held[:4], "wrong-pass-count"),
        ([held[0], held[0], held[1]], "duplicate-card"),
        ([foreign, *held[:2]], "card-not-in-hand"),
        (["XC", *held[:2]], "unknown-card"),
    ]:
        found = problem(table.put("passes/0", table.tokens[0], {"cards": cards}), 409, "illegal-pass")
        assert found["rule"] == rule
    table.done("passes/0", table.tokens[0], {"cards": held[:3]})
    found = problem(table.put("passes/0", table.tokens[0], {"cards": held[3:6]}), 409, "illegal-pass")
    assert found["rule"] == "already-passed"
