"""Deals that are played for a score sheet, through HTTP alone."""

import secrets
import threading
from collections.abc import Callable

from flask.testing import FlaskClient
from sqlalchemy import text

from fairdeal.engine.cards import NAMES, card_of, cards_of
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.ruleset import Ruleset
from fairdeal.service.context import Service
from tests.service.api.test_sheets import MOON, POINTS, Sheet
from tests.service.conftest import Clock
from tests.service.players import Table, content, problem

SMALL = {"preset": "points-counter", "players": 3}


def test_a_deal_takes_its_terms_from_the_sheet_and_enters_its_points(client: FlaskClient):
    """Ruleset, hand number and attempt are the sheet's, signed in the open statement; the last card enters the points."""
    sheet = Sheet.create(client, SMALL, ["Ann", "Ben", "Cem"])
    sheet.add({"points": [13, 0, 13]})
    table = Table.open(client, sheet=sheet.link)
    assert (table.view["hand"], table.view["ruleset"]) == (2, sheet.look()["ruleset"])
    assert table.view["open"]["statement"].endswith(f"sheet {sheet.id} 1\n")
    assert sheet.token not in str(table.view)
    assert sheet.look()["deal"] == table.number
    table.finish()
    view = sheet.look()
    assert view["rows"][1]["points"] == table.look()["points"]
    assert (view["rows"][1]["source"], view["rows"][1]["deal"], view["deal"]) == ("deal", table.number, None)
    assert view["next"]["hand"] == 3
    assert Table.open(client, sheet=sheet.link).view["hand"] == 3


def test_a_whole_record_enters_its_points(client: FlaskClient):
    """A hand that its opener submits whole is entered like one that was played card by card, once."""
    sheet = Sheet.create(client)
    table = Table.open(client, sheet=sheet.link).close()
    record = _legal_record(table)
    table.done("record", table.opener, record)
    table.done("record", table.opener, record)
    assert [row["points"] for row in sheet.look()["rows"]] == [table.look()["points"]]


def test_a_sheet_has_one_running_deal(client: FlaskClient):
    """While a deal runs no other is opened, no hand entered and none taken back; rows can be corrected all the same."""
    sheet = Sheet.create(client)
    sheet.add(POINTS)
    table = Table.open(client, sheet=sheet.link)
    refused = problem(client.post("/v1/deals", json={"sheet": sheet.link}), 409, "deal-running")
    assert refused["number"] == table.number
    problem(sheet.call("POST", "/hands", json=POINTS), 409, "deal-running")
    problem(sheet.call("DELETE", "/hands/1", match=sheet.etag), 409, "deal-running")
    assert sheet.call("PUT", "/hands/1", json=MOON, match=sheet.etag).status_code == 200
    table.finish()
    view = sheet.look()
    assert [row["source"] for row in view["rows"]] == ["points", "deal"]


def test_a_void_enters_nothing_and_the_redeal_is_the_next_attempt(client: FlaskClient, service: Service, clock: Clock):
    """Given up or out of time, a deal leaves the sheet as it was; each attempt at a hand has its own number."""
    sheet = Sheet.create(client)
    first = Table.open(client, sheet=sheet.link)
    first.done("void", first.opener, {})
    assert (sheet.look()["rows"], sheet.look()["deal"]) == ([], None)
    second = Table.open(client, sheet=sheet.link, ttl=3600)
    assert second.view["open"]["statement"].endswith(f"sheet {sheet.id} 2\n")
    clock.advance(3600)
    assert sheet.look()["deal"] is None
    third = Table.open(client, sheet=sheet.link)
    assert third.view["open"]["statement"].endswith(f"sheet {sheet.id} 3\n")
    state = text("SELECT state FROM deals WHERE number = :number")
    assert service.database.read(lambda conn: conn.execute(state, {"number": second.number}).scalar()) == "voided"
    assert sheet.look()["rows"] == []
    third.finish()
    assert Table.open(client, sheet=sheet.link).view["open"]["statement"].endswith(f"sheet {sheet.id} 1\n")


def test_a_hand_that_is_taken_back_is_dealt_as_another_attempt(client: FlaskClient):
    """No two deals of a sheet bear the same hand and attempt, though the first of them was played out."""
    sheet = Sheet.create(client, SMALL, ["Ann", "Ben", "Cem"])
    Table.open(client, sheet=sheet.link).finish()
    assert sheet.call("DELETE", "/hands/1", match=sheet.etag).status_code == 204
    again = Table.open(client, sheet=sheet.link)
    assert again.view["hand"] == 1
    assert again.view["open"]["statement"].endswith(f"sheet {sheet.id} 2\n")


def test_an_opening_for_a_sheet_names_it_rightly(client: FlaskClient):
    """Ruleset and hand beside a sheet, an unknown sheet and a wrong token are 422, each at its place; nothing is opened."""
    sheet, other = Sheet.create(client), Sheet.create(client)
    wrong = [
        ({"sheet": sheet.link, "ruleset": "standard", "hand": 1}, ["#/ruleset", "#/hand"]),
        ({"sheet": {**sheet.link, "id": "0" * 32}}, ["#/sheet/id"]),
        ({"sheet": {**sheet.link, "id": "7"}}, ["#/sheet/id"]),
        ({"sheet": {**sheet.link, "token": other.token}}, ["#/sheet/token"]),
        ({"sheet": {"id": sheet.id}}, ["#/sheet/token"]),
        ({"sheet": sheet.link, "contributors": [4]}, ["#/contributors/0"]),
    ]
    for body, pointers in wrong:
        document = problem(client.post("/v1/deals", json=body), 422, "invalid-request")
        assert [error["pointer"] for error in document["errors"]] == pointers
    assert (sheet.look()["deal"], Table.open(client).number) == (None, 1)


def test_an_opening_for_a_sheet_can_be_repeated(client: FlaskClient):
    """With its key it is answered as it was, though the sheet has a running deal by then."""
    sheet, headers = Sheet.create(client), {"Idempotency-Key": secrets.token_urlsafe(32)}
    first = client.post("/v1/deals", json={"sheet": sheet.link}, headers=headers)
    again = client.post("/v1/deals", json={"sheet": sheet.link}, headers=headers)
    assert (again.status_code, again.json) == (201, first.json)


def test_a_deal_by_its_number(client: FlaskClient):
    """A deal that was played out is entered once; one that runs, was voided, or had other rules is refused."""
    sheet = Sheet.create(client)
    table = Table.open(client)
    problem(sheet.call("POST", "/hands", json={"deal": table.number}), 409, "not-yet-revealed")
    table.finish()
    first = sheet.call("POST", "/hands", json={"deal": table.number})
    assert (first.status_code, content(first)["points"]) == (201, table.look()["points"])
    again = sheet.call("POST", "/hands", json={"deal": table.number})
    assert (again.status_code, again.json) == (201, first.json)
    sheet.add(POINTS)
    twice = sheet.call("PUT", "/hands/2", json={"deal": table.number}, match=sheet.etag)
    assert problem(twice, 422, "invalid-request")["errors"][0]["pointer"] == "#/deal"
    voided, other = Table.open(client), Table.open(client, ruleset=SMALL).finish()
    voided.done("void", voided.opener, {})
    for number in (voided.number, other.number):
        refused = problem(sheet.call("POST", "/hands", json={"deal": number}), 422, "invalid-request")
        assert refused["errors"][0]["pointer"] == "#/deal"
    assert len(sheet.look()["rows"]) == 2


def test_openings_at_once_leave_one_running_deal(client: FlaskClient, make_client: Callable[..., FlaskClient]):
    """Of many that open a deal for one sheet at the same time, in two processes' services, one succeeds."""
    sheet = Sheet.create(client)
    clients = [make_client(), make_client()]
    statuses: list[int] = []

    def open_deal(caller: FlaskClient) -> None:
        statuses.append(caller.post("/v1/deals", json={"sheet": sheet.link}).status_code)

    threads = [threading.Thread(target=open_deal, args=(clients[at % 2].application.test_client(),)) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201] + [409] * 7


def _legal_record(table: Table) -> dict[str, object]:
    """A whole hand of a closed table, found by playing it in the engine."""
    views = content(table.call("GET", "hands", table.opener))
    hands = [view["cards"] for view in views["hands"]]
    ruleset = Ruleset.from_object(table.view["ruleset"])
    hand = Hand(ruleset, table.view["hand"], [[card_of(card) for card in cards] for cards in hands])
    passes = [cards[: ruleset.pass_count] for cards in hands]
    for seat, cards in enumerate(passes):
        hand.give(seat, [card_of(card) for card in cards])
    while hand.phase != "complete":
        (seat,) = hand.to_act
        hand.play(cards_of(hand.legal(seat))[0], seat)
    return {"passes": passes, "plays": [NAMES[card] for card in hand.plays]}
