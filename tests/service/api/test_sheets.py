"""Score sheets, through HTTP alone."""

import re
import secrets
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text
from werkzeug.test import TestResponse

from fairdeal.service.context import Service
from fairdeal.service.runtime.housekeeping import Housekeeper
from tests.service.conftest import Clock
from tests.service.players import Json, Table, content, problem

NAMES = ["Ann", "Ben", "Cem", "Dee"]
POINTS = {"points": [3, 15, 8, 0]}
MOON = {"points": [0, 26, 26, 26]}


@dataclass
class Sheet:
    """A score sheet as its holder sees it."""

    client: FlaskClient
    id: str
    token: str = field(repr=False)

    @classmethod
    def create(cls, client: FlaskClient, ruleset: object = "standard", players: list[str] = NAMES) -> "Sheet":
        """Begin one."""
        answer = client.post("/v1/sheets", json={"ruleset": ruleset, "players": players})
        assert answer.status_code == 201, answer.text
        return cls(client, content(answer)["id"], content(answer)["token"])

    @property
    def link(self) -> Json:
        """What an opening of a deal names it by."""
        return {"id": self.id, "token": self.token}

    def call(self, method: str, address: str = "", *, token: str | None = "", **options: Any) -> TestResponse:
        """Call an address below the sheet's own; ``match`` is the ETag of If-Match."""
        bearer = self.token if token == "" else token
        headers = {**options.pop("headers", {}), **({"Authorization": f"Bearer {bearer}"} if bearer else {})}
        match = options.pop("match", None)
        headers |= {"If-Match": match} if match else {}
        return self.client.open(f"/v1/sheets/{self.id}{address}", method=method, headers=headers, **options)

    def look(self) -> Json:
        """The sheet as it is now."""
        answer = self.call("GET")
        assert answer.status_code == 200, answer.text
        return content(answer)

    @property
    def etag(self) -> str:
        """Its ETag as it is now."""
        return self.call("GET").headers["ETag"]

    def add(self, *entries: Json) -> None:
        """Enter hands, all of which have to be accepted."""
        for entry in entries:
            answer = self.call("POST", "/hands", json=entry)
            assert answer.status_code == 201, answer.text


def test_a_sheet_counts_ranks_and_says_what_comes_next(client: FlaskClient):
    """Rows add up to running totals; players are ranked from the lowest; the pass direction follows the cycle."""
    sheet = Sheet.create(client)
    view = sheet.look()
    assert (view["rows"], view["totals"], view["over"], view["winner"], view["deal"]) == (
        [],
        [0] * 4,
        False,
        None,
        None,
    )
    assert view["next"] == {"hand": 1, "pass": {"offset": 1, "name": "left"}}
    answer = sheet.call("POST", "/hands", json=POINTS)
    assert answer.status_code == 201
    row = {"hand": 1, "source": "points", "deal": None, "points": [3, 15, 8, 0], "moon": None, "choice": None}
    assert answer.json == row
    sheet.add({"hearts": [3, 2, 8, 0], "queen": 1})
    view = sheet.look()
    assert view["rows"][0] == {**row, "totals": [3, 15, 8, 0]}
    assert view["rows"][1]["totals"] == view["totals"] == [6, 30, 16, 0]
    assert [(one["place"], one["player"]) for one in view["ranking"]] == [
        (1, "Dee"),
        (2, "Ann"),
        (3, "Cem"),
        (4, "Ben"),
    ]
    assert view["next"]["hand"] == 3


def test_a_sheet_ends_with_one_winner(client: FlaskClient):
    """From 100 on the lowest total wins, and no further hand is taken."""
    sheet = Sheet.create(client)
    sheet.add(*[MOON] * 4)
    view = sheet.look()
    assert (view["over"], view["winner"], view["next"], view["totals"]) == (True, 0, None, [0, 104, 104, 104])
    problem(sheet.call("POST", "/hands", json=POINTS), 409, "game-over")
    problem(client.post("/v1/deals", json={"sheet": sheet.link}), 409, "game-over")


@pytest.mark.parametrize(
    ("entry", "pointer"),
    [
        ({}, "#"),
        ({**POINTS, "deal": 1}, "#"),
        ({**POINTS, "queen": 1}, "#/queen"),
        ({"points": [3, 15, 8, 1]}, "#/points"),
        ({"points": [3, 15, 8]}, "#/points"),
        ({"points": [3.0, 15, 8, 0]}, "#/points/0"),
        ({"hearts": [3, 2, 8, 0]}, "#/queen"),
        ({"hearts": [3, 2, 8, 0], "queen": 4}, "#/queen"),
        ({"taken": [["QS"], [], [], []]}, "#/taken"),
        ({"taken": [["QS", "1S"], [], [], []]}, "#/taken/0/1"),
        ({"deal": 99}, "#/deal"),
        ({"deal": 10**15}, "#/deal"),
    ],
)
def test_what_no_hand_can_score_is_refused(client: FlaskClient, entry: Json, pointer: str):
    """An entry that cannot be is 422, says where it is wrong, and enters nothing."""
    sheet = Sheet.create(client)
    document = problem(sheet.call("POST", "/hands", json=entry), 422, "invalid-request")
    assert [error["pointer"] for error in document["errors"]] == [pointer]
    assert sheet.look()["rows"] == []


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"players": NAMES}, "#/ruleset"),
        ({"ruleset": "standard"}, "#/players"),
        ({"ruleset": "standard", "players": NAMES[:3]}, "#/players"),
        ({"ruleset": "standard", "players": ["", *NAMES[1:]]}, "#/players/0"),
        ({"ruleset": "standard", "players": ["A\n", *NAMES[1:]]}, "#/players/0"),
        ({"ruleset": "standard", "players": ["\u200b", *NAMES[1:]]}, "#/players/0"),
        ({"ruleset": "standard", "players": [*NAMES[:3], " \u0301"]}, "#/players/3"),
        ({"ruleset": "nowhere", "players": NAMES}, "#/ruleset"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(client: FlaskClient, body: Json, pointer: str):
    """A sheet needs a ruleset, and a name for each of its seats."""
    document = problem(client.post("/v1/sheets", json=body), 422, "invalid-request")
    assert [error["pointer"] for error in document["errors"]] == [pointer]


def test_what_was_taken_is_counted(client: FlaskClient):
    """Cards taken are worth what the ruleset says, a moon included."""
    sheet = Sheet.create(client)
    hearts = [rank + "H" for rank in "23456789TJQKA"]
    sheet.add({"taken": [["qs"], hearts[:5], hearts[5:], []]}, {"taken": [["QS", *hearts], [], [], []]})
    assert [row["points"] for row in sheet.look()["rows"]] == [[13, 5, 8, 0], [0, 26, 26, 26]]


def test_a_sheet_is_its_holders(client: FlaskClient):
    """404, 401, 403 in that order, before the body; the id alone, which deals publish, opens nothing."""
    sheet, other, table = Sheet.create(client), Sheet.create(client), Table.open(client)
    for method, address in (
        ("GET", ""),
        ("POST", "/hands"),
        ("PUT", "/hands/1"),
        ("DELETE", "/hands/1"),
        ("PUT", "/hands/1/moon"),
    ):
        problem(client.open(f"/v1/sheets/{'0' * 32}{address}", method=method, data="?"), 404, "not-found")
        refused = sheet.call(method, address, token=None, data="?")
        problem(refused, 401, "unauthorized")
        assert refused.headers["WWW-Authenticate"].startswith("Bearer")
        problem(sheet.call(method, address, token="fd_" + "A" * 43, data="?"), 401, "unauthorized")
        problem(sheet.call(method, address, token=other.token, data="?"), 403, "forbidden")
        problem(sheet.call(method, address, token=table.tokens[0], data="?"), 403, "forbidden")
    problem(table.call("GET", "hands/0", sheet.token), 403, "forbidden")
    problem(sheet.call("PUT", "/hands/1", data="?"), 404, "not-found")
    problem(sheet.call("POST", "/hands", data="?", content_type="text/plain"), 415, "unsupported-media-type")
    problem(sheet.call("GET", "?a=1"), 422, "invalid-request")


@pytest.mark.parametrize("hand", ["0", "01", "10000", "x"])
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_row_has_one_spelling(client: FlaskClient, method: str, hand: str):
    """What is no number of a row is no address, whatever the method."""
    problem(Sheet.create(client).call(method, f"/hands/{hand}", match="*", json=POINTS), 404, "not-found")


def test_the_token_is_nowhere_in_the_store(client: FlaskClient, service: Service):
    """What is stored of a token is its hash; of an idempotency key, too."""
    key = secrets.token_urlsafe(32)
    answer = client.post("/v1/sheets", json={"ruleset": "standard", "players": NAMES}, headers={"Idempotency-Key": key})
    assert re.fullmatch(r"fd_[A-Za-z0-9_-]{43}", content(answer)["token"])
    stored = [
        *service.database.read(lambda conn: conn.execute(text("SELECT * FROM sheets")).all()),
        *service.database.read(lambda conn: conn.execute(text("SELECT * FROM idempotency")).all()),
    ]
    assert len(stored) == 2
    for value in (value for row in stored for value in row):
        raw = bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()
        assert key.encode() not in raw
        assert content(answer)["token"][3:].encode() not in raw


def test_creating_can_be_repeated_with_a_key(client: FlaskClient, service: Service, clock: Clock):
    """The same call with its key is answered alike, token included, for 24 hours; another body with it is refused."""
    headers = {"Idempotency-Key": secrets.token_urlsafe(32)}
    body = {"ruleset": "standard", "players": NAMES}
    first = client.post("/v1/sheets", json=body, headers=headers)
    Sheet(client, content(first)["id"], content(first)["token"]).add(POINTS)
    again = client.post("/v1/sheets", json=body, headers=headers)
    assert (again.status_code, again.json) == (201, first.json)
    changed = {**body, "players": NAMES[::-1]}
    problem(client.post("/v1/sheets", json=changed, headers=headers), 422, "idempotency-key-reused")
    problem(client.post("/v1/sheets", json=body, headers={"Idempotency-Key": "short"}), 400, "bad-request")
    clock.advance(24 * 3600 - 1)
    assert client.post("/v1/sheets", json=body, headers=headers).json == first.json
    clock.advance(1)
    later = client.post("/v1/sheets", json=body, headers=headers)
    assert content(later)["id"] != content(first)["id"]
    assert Sheet(client, content(first)["id"], content(first)["token"]).look()["totals"] == [3, 15, 8, 0]
    clock.advance(24 * 3600)
    Housekeeper(service).run_once()
    kept = "SELECT count(*) FROM idempotency"
    assert service.database.read(lambda conn: conn.execute(text(kept)).scalar()) == 0


def test_entering_can_be_repeated_with_a_key(client: FlaskClient):
    """A hand that was entered with a key is entered once, however often the call comes."""
    sheet, headers = Sheet.create(client), {"Idempotency-Key": secrets.token_urlsafe(32)}
    first = sheet.call("POST", "/hands", json=POINTS, headers=headers)
    sheet.add(POINTS)
    again = sheet.call("POST", "/hands", json=POINTS, headers=headers)
    assert (again.status_code, again.json) == (201, first.json)
    assert len(sheet.look()["rows"]) == 2
    problem(sheet.call("POST", "/hands", json=MOON, headers=headers), 422, "idempotency-key-reused")


def test_entering_again_after_the_row_was_taken_back_enters_nothing(client: FlaskClient):
    """The repeat of a call is no new call: it gets the first response, and the row stays away, or as it was corrected."""
    sheet, headers = Sheet.create(client), {"Idempotency-Key": secrets.token_urlsafe(32)}
    first = sheet.call("POST", "/hands", json=POINTS, headers=headers)
    assert sheet.call("DELETE", "/hands/1", match=sheet.etag).status_code == 204
    again = sheet.call("POST", "/hands", json=POINTS, headers=headers)
    assert (again.status_code, again.data) == (201, first.data)
    assert sheet.look()["rows"] == []
    sheet.add(MOON)
    assert sheet.call("POST", "/hands", json=POINTS, headers=headers).data == first.data
    assert sheet.look()["totals"] == MOON["points"]


def test_a_key_stands_for_a_call_of_one_sheet(client: FlaskClient):
    """The same key at another sheet is another call."""
    headers = {"Idempotency-Key": secrets.token_urlsafe(32)}
    for sheet in (Sheet.create(client), Sheet.create(client)):
        assert sheet.call("POST", "/hands", json=POINTS, headers=headers).status_code == 201
        assert len(sheet.look()["rows"]) == 1


def test_a_correction_needs_the_version_that_it_corrects(client: FlaskClient):
    """Without If-Match 428, with that of an older version 412, except for a repeat of what is stored."""
    sheet = Sheet.create(client)
    sheet.add(POINTS)
    old = sheet.etag
    sheet.add(POINTS)
    problem(sheet.call("PUT", "/hands/1", json=MOON), 428, "precondition-required")
    problem(sheet.call("PUT", "/hands/1", json=MOON, match=old), 412, "precondition-failed")
    problem(sheet.call("PUT", "/hands/1", json=MOON, match="W/" + sheet.etag), 412, "precondition-failed")
    assert sheet.look()["totals"] == [6, 30, 16, 0]
    done = sheet.call("PUT", "/hands/1", json=MOON, match=sheet.etag)
    assert (done.status_code, content(done)["points"], content(done)["moon"]) == (200, [0, 26, 26, 26], 0)
    assert sheet.look()["totals"] == [3, 41, 34, 26]
    assert sheet.call("PUT", "/hands/1", json=MOON).json == done.json
    assert sheet.call("PUT", "/hands/1", json=MOON, match=old).json == done.json
    problem(sheet.call("PUT", "/hands/3", json=MOON, match=sheet.etag), 404, "not-found")
    assert sheet.call("PUT", "/hands/2", json=MOON, match="*").status_code == 200


def test_the_last_row_can_be_taken_back(client: FlaskClient):
    """Only the last one, with If-Match; taking back what is not there is done already."""
    sheet = Sheet.create(client)
    sheet.add(POINTS, MOON)
    etag = sheet.etag
    problem(sheet.call("DELETE", "/hands/2"), 428, "precondition-required")
    problem(sheet.call("DELETE", "/hands/2", match='"old"'), 412, "precondition-failed")
    problem(sheet.call("DELETE", "/hands/1", match=etag), 409, "not-the-last-row")
    assert sheet.call("DELETE", "/hands/2", match=etag).status_code == 204
    assert sheet.look()["totals"] == [3, 15, 8, 0]
    assert sheet.call("DELETE", "/hands/2", match=etag).status_code == 204
    assert sheet.call("DELETE", "/hands/2").status_code == 204
    assert len(sheet.look()["rows"]) == 1


def test_the_shooter_chooses(client: FlaskClient):
    """Where the ruleset leaves it to the shooter, a moon counts as others-add until the choice is made."""
    sheet = Sheet.create(client, {"preset": "standard", "moon": "shooter-chooses"})
    sheet.add(MOON, POINTS)
    assert sheet.look()["open_choices"] == [1]
    body = {"choice": "shooter-subtracts"}
    problem(sheet.call("PUT", "/hands/1/moon", json=body), 428, "precondition-required")
    problem(sheet.call("PUT", "/hands/1/moon", json={"choice": "none"}), 422, "invalid-request")
    done = sheet.call("PUT", "/hands/1/moon", json=body, match=sheet.etag)
    assert (done.status_code, content(done)["points"], content(done)["choice"]) == (
        200,
        [-26, 0, 0, 0],
        "shooter-subtracts",
    )
    assert sheet.call("PUT", "/hands/1/moon", json=body).json == done.json
    assert (sheet.look()["totals"], sheet.look()["open_choices"]) == ([-23, 15, 8, 0], [])
    problem(sheet.call("PUT", "/hands/2/moon", json=body, match=sheet.etag), 409, "nothing-to-choose")
    plain = Sheet.create(client)
    plain.add(MOON)
    problem(plain.call("PUT", "/hands/1/moon", json=body, match=plain.etag), 409, "nothing-to-choose")


def test_a_sheet_is_revalidated_by_its_etag(client: FlaskClient):
    """A reader that has the sheet is told so; nobody else may keep it."""
    sheet = Sheet.create(client)
    etag = sheet.etag
    assert sheet.call("GET", headers={"If-None-Match": etag}).status_code == 304
    assert sheet.call("GET").headers["Cache-Control"] == "private, no-store"
    sheet.add(POINTS)
    assert sheet.call("GET", headers={"If-None-Match": etag}).status_code == 200
