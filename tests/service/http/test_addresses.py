"""Each resource has one address, and everything else is a problem too."""

import pytest
from flask.testing import FlaskClient

from tests.service.players import Table, problem


@pytest.mark.parametrize(
    "path",
    [
        "/v1/deals/0",
        "/v1/deals/007",
        "/v1/deals/01",
        "/v1/deals/+1",
        "/v1/deals/-1",
        "/v1/deals/1.0",
        "/v1/deals/1e0",
        "/v1/deals/%D9%A1",
        "/v1/deals/9007199254740992",
        "/v1/deals/99999999999999999999999",
        "/v1/deals/1/",
        "/v1//deals/1",
        "/v1/deals/latest",
        "/v1/deals/1/hands/00",
        "/v1/deals/1/hands/6",
        "/v1/deals/1/plays/00",
        "/v1/counts/00",
        "/v2/deals/1",
        "/v1",
        "/problems/no-such-thing",
        "/nowhere/\N{SNOWMAN}",
        "/v1/deals/1/../2",
    ],
)
def test_what_is_not_there_is_a_problem(client: FlaskClient, path: str):
    """Numbers have one spelling, there is no alias, no redirect: whatever else is asked for is 404, as a problem."""
    Table.open(client)
    problem(client.get(path), 404, "not-found")


def test_numbers_that_are_not_committed_are_not_there(client: FlaskClient):
    """A committed number shows its commitment before it is handed out; one beyond is 404."""
    assert client.get("/v1/deals/128").get_json()["state"] == "committed"
    problem(client.get("/v1/deals/129"), 404, "not-found")
    problem(client.get("/v1/deals/9007199254740991"), 404, "not-found")


def test_a_seat_that_the_deal_does_not_have_is_not_there(client: FlaskClient):
    """The seats of a deal are those of its ruleset."""
    table = Table.open(client, ruleset={"preset": "points-counter", "players": 3})
    problem(table.call("GET", "hands/3", table.opener), 404, "not-found")


@pytest.mark.parametrize("seat", [0, 1])
def test_only_contributors_have_addresses_to_contribute_to(client: FlaskClient, seat: int):
    """The seals and contributions of others are 404, and so are seals of a deal without them."""
    table = Table.open(client, contributors=[0])
    if seat:
        problem(table.put(f"contributions/{seat}", table.tokens[seat], {"nonce": "00" * 32}), 404, "not-found")
    problem(table.put(f"seals/{seat}", table.tokens[seat], {"seal": "00" * 32}), 404, "not-found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/v1/deals", "GET, HEAD, OPTIONS, POST"),
        ("PUT", "/v1/deals/1", "GET, HEAD, OPTIONS"),
        ("GET", "/v1/deals/1/plays/0", "OPTIONS, PUT"),
        ("POST", "/livez", "GET, HEAD, OPTIONS"),
        ("BREW", "/v1/info", "GET, HEAD, OPTIONS"),
    ],
)
def test_another_method_is_405(client: FlaskClient, method: str, path: str, allowed: str):
    """A method that the address does not take is refused, with those that it takes."""
    answer = client.open(path, method=method)
    problem(answer, 405, "method-not-allowed")
    assert answer.headers["Allow"] == allowed


@pytest.mark.parametrize("path", ["/v1/info", "/v1/deals", "/livez", "/openapi.yaml", "/v1/deals/1", "/v1/proofs"])
def test_head_is_get_without_a_body(client: FlaskClient, path: str):
    """HEAD answers with the headers of GET, and nothing else."""
    Table.open(client)
    got, headed = client.get(path), client.head(path)
    assert headed.status_code == got.status_code == 200
    assert headed.data == b""
    names = ("Content-Type", "Content-Length", "ETag", "Cache-Control")
    assert [headed.headers.get(name) for name in names] == [got.headers.get(name) for name in names]


def test_options_tells_the_methods(client: FlaskClient):
    """OPTIONS without a preflight is answered with the methods of the address."""
    answer = client.options("/v1/deals")
    assert answer.status_code == 200
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}
