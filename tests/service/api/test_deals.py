"""The life of a deal, through HTTP alone."""

import re

from flask.testing import FlaskClient

from fairdeal.engine.cards import NAMES
from tests.service.players import Table, content, problem


def test_a_deal_is_played_from_opening_to_proof(client: FlaskClient):
    """A sighted opener's deal can be contributed to, passed, played out, and is then proved by its bundle."""
    table = Table.open(client)
    assert table.view["state"] == "contributing"
    problem(table.call("GET", "proof"), 409, "not-yet-revealed")
    table.finish()
    view = table.look()
    assert view["state"] == "revealed"
    assert view["ply"] == 52
    assert sum(view["points"]) in (26, 78)
    bundle = content(table.call("GET", "proof"))
    assert bundle["number"] == table.number
    assert bundle["points"] == view["points"]
    assert sorted(bundle["deck"]) == sorted(set(NAMES) - {"XC", "XD"})


def test_four_distrustful_clients_play_a_sealed_blind_deal(client: FlaskClient):
    """With several contributors a deal is sealed and blind by default, and is played the same way."""
    table = Table.open(client, contributors=[0, 1, 2, 3])
    assert (table.view["sealed"], table.view["opener"], table.view["state"]) == (True, "blind", "sealing")
    table.finish()
    assert table.look()["state"] == "revealed"
    problem(table.call("GET", "hands", table.opener), 403, "forbidden")


def test_a_location_leads_to_the_deal(client: FlaskClient):
    """Opening answers 201 with the address of the deal, and tokens that nobody may store."""
    answer = client.post("/v1/deals", json={})
    assert answer.status_code == 201
    assert content(client.get(answer.headers["Location"]))["number"] == content(answer)["number"]
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert all(re.fullmatch(r"fd_[A-Za-z0-9_-]{43}", token) for token in content(answer)["tokens"]["seats"])


def test_numbers_are_handed_out_in_order(client: FlaskClient):
    """Each opening gets the lowest number that was not handed out."""
    assert [Table.open(client).number for _ in range(3)] == [1, 2, 3]
