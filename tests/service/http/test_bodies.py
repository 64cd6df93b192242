"""What is read strictly: bodies and query strings."""

import json

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fairdeal.service.deals.info import MAX_BODY_BYTES
from tests.service.players import Table, problem

NONCE = "00" * 32


def post(
    client: FlaskClient, body: bytes | str, content_type: str | None = "application/json", **headers: str
) -> TestResponse:
    """Open a deal with exactly this body."""
    return client.post("/v1/deals", data=body, content_type=content_type, headers=headers)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("{", id="cut off"),
        pytest.param("{'hand': 1}", id="other quotes"),
        pytest.param('{"hand": 1,}', id="trailing comma"),
        pytest.param('{"hand": 1} {}', id="two documents"),
        pytest.param("[" * 60_000, id="deep arrays, open"),
        pytest.param("[" * 30_000 + "]" * 30_000, id="deep arrays"),
        pytest.param('{"a":' * 10_000 + "1" + "}" * 10_000, id="deep objects"),
        pytest.param('{"hand": ' + "9" * 5_000 + "}", id="integer of 5,000 digits"),
        pytest.param('{"hand": 18446744073709551616000}', id="integer beyond 64 bits"),
        pytest.param('{"hand": 1e999}', id="float without bounds"),
        pytest.param('{"opener": "\\ud800"}', id="lone surrogate"),
        pytest.param('{"\\udfff": 1}', id="lone surrogate in a name"),
        pytest.param('{"hand": 1, "hand": 1}', id="duplicate name"),
        pytest.param('{"ruleset": {"preset": "spot", "preset": "spot"}}', id="duplicate name, nested"),
        pytest.param('{"hand": NaN}', id="NaN"),
        pytest.param('{"hand": -Infinity}', id="Infinity"),
        pytest.param('{"hand": 01}', id="zero in front"),
        pytest.param('\ufeff{"hand": 1}', id="byte order mark"),
    ],
)
def test_what_is_no_strict_json_is_400(client: FlaskClient, text: str):
    """Text that parsers choke on or disagree about is refused as unreadable, never with an error of the server."""
    problem(post(client, text), 400, "bad-request")


def test_bytes_that_are_not_utf8_are_400(client: FlaskClient):
    """A body in another encoding is refused, not guessed at."""
    problem(post(client, b'{"opener": "\xff"}'), 400, "bad-request")
    problem(post(client, '{"hand": 1}'.encode("utf-16")), 400, "bad-request")


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonp",
        "application/json; charset=latin-1",
        None,
    ],
)
def test_another_content_type_is_415(client: FlaskClient, content_type: str | None):
    """Only what says that it is JSON is read as JSON."""
    problem(post(client, "{}", content_type), 415, "unsupported-media-type")


def test_a_compressed_body_is_415(client: FlaskClient):
    """A body is not unpacked: a small one could become a huge one."""
    problem(post(client, "{}", **{"Content-Encoding": "gzip"}), 415, "unsupported-media-type")


def test_json_may_say_its_charset(client: FlaskClient):
    """UTF-8 may be named, in any case."""
    assert post(client, "{}", "application/json; charset=UTF-8").status_code == 201


def test_a_body_above_the_limit_is_413_before_it_is_read(client: FlaskClient):
    """A declared length above the limit is enough to refuse, whatever the type and the content."""
    answer = client.post(
        "/v1/deals",
        content_type="text/plain",
        environ_overrides={"CONTENT_LENGTH": str(MAX_BODY_BYTES + 1), "wsgi.input": _Untouchable()},
    )
    problem(answer, 413, "payload-too-large")


def test_a_body_that_ends_too_soon_is_400(client: FlaskClient):
    """What was cut off on its way is not read, even if what came is JSON by itself."""
    for content_type in ("application/json", "application/json; charset=utf-8"):
        for environ in ({"CONTENT_LENGTH": "3"}, {"wsgi.input": _Broken()}):
            answer = client.post("/v1/deals", data="{}", content_type=content_type, environ_overrides=environ)
            problem(answer, 400, "bad-request")


def test_a_long_body_of_undeclared_length_is_413(client: FlaskClient):
    """A chunked body is read up to the limit, no further."""
    body = b'{"hand": ' + b" " * MAX_BODY_BYTES + b"1}"
    answer = client.post(
        "/v1/deals",
        data=body,
        content_type="application/json",
        environ_overrides={"CONTENT_LENGTH": "", "wsgi.input_terminated": True},
    )
    problem(answer, 413, "payload-too-large")


class _Broken:
    def read(self, *_: object) -> bytes:
        raise OSError


class _Untouchable:
    def read(self, *_: object) -> bytes:
        raise AssertionError("the body was read")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"colour": "red"}, "#/colour"),
        ({"a/b~c": 1}, "#/a~1b~0c"),
        ({"hand": 1.0}, "#/hand"),
        ({"hand": "1"}, "#/hand"),
        ({"hand": True}, "#/hand"),
        ({"hand": None}, "#/hand"),
        ({"hand": 0}, "#/hand"),
        ({"hand": 2**53}, "#/hand"),
        ({"sealed": 1}, "#/sealed"),
        ({"sealed": "true"}, "#/sealed"),
        ({"opener": "half-blind"}, "#/opener"),
        ({"contributors": []}, "#/contributors"),
        ({"contributors": 0}, "#/contributors"),
        ({"contributors": [0, "1"]}, "#/contributors/1"),
        ({"contributors": [0, 4]}, "#/contributors/1"),
        ({"contributors": [0, 0]}, "#/contributors/1"),
        ({"ttl": 1}, "#/ttl"),
        ({"ruleset": "bridge"}, "#/ruleset"),
        ({"ruleset": 4}, "#/ruleset"),
        ({"ruleset": {"preset": "standard", "players": 9}}, "#/ruleset/players"),
        ({"ruleset": {"preset": "standard", "target": 1.5}}, "#/ruleset/target"),
        ([], "#"),
        ("standard", "#"),
        (7, "#"),
        (None, "#"),
    ],
)
def test_what_cannot_be_is_422_and_pointed_at(client: FlaskClient, body: object, pointer: str):
    """Unknown fields and wrong types are refused with a JSON pointer and a sentence for each."""
    errors = problem(post(client, json.dumps(body)), 422, "invalid-request")["errors"]
    assert [error["pointer"] for error in errors] == [pointer]
    assert all(error["detail"] for error in errors)


def test_every_fault_is_told_at_once(client: FlaskClient):
    """A client need not mend its body one fault at a time."""
    errors = problem(post(client, '{"hand": 0, "sealed": 7, "x": 1}'), 422, "invalid-request")["errors"]
    assert {error["pointer"] for error in errors} == {"#/hand", "#/sealed", "#/x"}


def test_a_refused_opening_takes_no_number(client: FlaskClient):
    """What is refused has no effect: the next deal gets the number that it would have got."""
    post(client, '{"hand": 0}')
    post(client, '{"ruleset": "bridge"}')
    assert Table.open(client).number == 1


@pytest.mark.parametrize(
    "nonce", ["", "00" * 31, "00" * 33, "0G" * 32, "AB" * 32, "00" * 32 + "\n", 7, None, ["00" * 32]]
)
def test_bytes_have_one_spelling(client: FlaskClient, nonce: object):
    """Bytes are lowercase hexadecimal of their exact length, and nothing is repaired."""
    table = Table.open(client)
    errors = problem(table.put("contributions/0", table.tokens[0], {"nonce": nonce}), 422, "invalid-request")["errors"]
    assert [error["pointer"] for error in errors] == ["#/nonce"]


@pytest.mark.parametrize(
    ("cards", "pointers"),
    [
        (["SQ", "AS", "KH"], ["#/cards/0"]),
        (["QS", "1S", 7], ["#/cards/1", "#/cards/2"]),
        (["QS", None, ["KH"]], ["#/cards/1", "#/cards/2"]),
        ("QS", ["#/cards"]),
        ({"0": "QS"}, ["#/cards"]),
        (["QS"] * 55, ["#/cards"]),
    ],
)
def test_each_text_that_is_no_card_is_pointed_at(client: FlaskClient, cards: object, pointers: list[str]):
    """A list of cards is one value, and yet each bad card in it is named by its place."""
    table = Table.open(client).close()
    errors = problem(table.put("passes/0", table.tokens[0], {"cards": cards}), 422, "invalid-request")["errors"]
    assert [error["pointer"] for error in errors] == pointers


def test_cards_may_be_spelled_in_several_ways(client: FlaskClient):
    """Other spellings are read, and the answer has the canonical one: a repeat in another spelling is a repeat."""
    table = Table.open(client).close()
    held = table.hand(0)["cards"][:3]
    symbols = dict(zip("CDHS", "♣♦♥♠", strict=True))
    spelled = [symbols[card[1]] + card[0].replace("T", "10") for card in held]
    assert table.done("passes/0", table.tokens[0], {"cards": spelled}) == {"seat": 0, "cards": held}
    assert table.done("passes/0", table.tokens[0], {"cards": [card.lower() for card in held]}) == {
        "seat": 0,
        "cards": held,
    }


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("colour=red", "#/colour"),
        ("limit=0", "#/limit"),
        ("limit=101", "#/limit"),
        ("limit=007", "#/limit"),
        ("limit=+7", "#/limit"),
        ("limit=7.0", "#/limit"),
        ("limit=1_0", "#/limit"),
        ("limit=%D9%A7", "#/limit"),
        ("limit=", "#/limit"),
        ("after=-1", "#/after"),
        ("after=9007199254740992", "#/after"),
        ("after=1&after=2", "#/after"),
        ("after=1&before=2", "#/before"),
        ("state=lost", "#/state"),
    ],
)
def test_query_strings_are_read_strictly(client: FlaskClient, query: str, pointer: str):
    """Unknown, repeated and malformed parameters are 422; a number is digits without zeros in front."""
    errors = problem(client.get(f"/v1/deals?{query}"), 422, "invalid-request")["errors"]
    assert [error["pointer"] for error in errors] == [pointer]


@pytest.mark.parametrize(
    "path", ["/v1/info", "/v1/deals/1", "/livez", "/openapi.json", "/problems/busy", "/v1/counts/0"]
)
def test_addresses_without_parameters_refuse_them(client: FlaskClient, path: str):
    """A parameter that would have no effect is refused, so a misspelt one is noticed."""
    problem(client.get(f"{path}?limit=1"), 422, "invalid-request")
    problem(client.get(f"{path}?x"), 422, "invalid-request")


@pytest.mark.parametrize(
    "query",
    [
        "numbers=",
        "numbers=1,",
        "numbers=01",
        "numbers=1,x",
        "numbers=1&after=0",
        "numbers=9007199254740992",
        "limit=1001",
        "numbers=" + ",".join("1" * 101),
    ],
)
def test_lists_of_numbers_are_read_strictly(client: FlaskClient, query: str):
    """Numbers one by one are separated by commas, a hundred at most, and are not mixed with a range."""
    problem(client.get(f"/v1/proofs?{query}"), 422, "invalid-request")


def test_a_body_may_be_as_large_as_the_limit(client: FlaskClient):
    """The limit itself is not too large; a byte more is."""
    body = b'{"hand": 1' + b" " * (MAX_BODY_BYTES - 11) + b"}"
    assert post(client, body).status_code == 201
    problem(post(client, body + b" "), 413, "payload-too-large")


@pytest.mark.parametrize("path", ["/v1/deals", "/v1/validations"])
def test_a_problem_names_fifty_faults_at_most(client: FlaskClient, path: str):
    """However many values are invalid, the response stays short, and says how many more there are."""
    document = problem(client.post(path, json={f"x{at}": at for at in range(63)}), 422, "invalid-request")
    assert len(document["errors"]) == 50
    assert document["more_errors"] >= 13


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("/v1/deals", {"contributors": [9] * 5_000}, "#/contributors"),
        ("/v1/sheets", {"ruleset": "standard", "players": [""] * 5_000}, "#/players"),
        ("/v1/validations", {"hands": [["??"] * 5_000, [], [], []]}, "#/hands/0"),
        ("/v1/validations", {"hands": [[], [], [], []], "plays": [{}] * 5_000}, "#/plays"),
        ("/v1/validations", {"openspiel": ["x"] * 5_000}, "#/openspiel"),
        ("/v1/validations", {"items": [7] * 5_000}, "#/items"),
    ],
)
def test_lengths_are_judged_before_elements(client: FlaskClient, path: str, body: object, pointer: str):
    """A list that is too long is one fault, whatever is in it."""
    errors = problem(client.post(path, json=body), 422, "invalid-request")["errors"]
    assert [error["pointer"] for error in errors] == [pointer]


def test_the_problems_of_many_sequences_are_short_together(client: FlaskClient):
    """A thousand bad sequences get a thousand problems, in less than a megabyte."""
    answer = client.post("/v1/validations", json={"items": [{"hands": [["??"] * 20] * 4}] * 1000})
    assert answer.status_code == 200
    assert len(answer.data) < 1_000_000
    assert answer.json is not None
    problems = [item["problem"] for item in answer.json["items"]]
    assert {len(document["errors"]) + document["more_errors"] for document in problems} == {80}
