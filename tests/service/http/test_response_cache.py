"""What may be kept by whom, and how one asks whether it is still good."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from fairdeal.service.http.rendering import FOREVER, REVALIDATE
from fairdeal.service.http.response_cache import Page, ResponseCache, kept_when_final
from tests.service.players import Table, content, problem

ETAG = re.compile(r'"[0-9a-f]{32}"')


def test_a_running_deal_is_asked_about_each_time(client: FlaskClient):
    """Before the end a view can be stored but has to be revalidated; its ETag changes when the deal does."""
    table = Table.open(client)
    answer = table.call("GET", "")
    assert answer.headers["Cache-Control"] == "no-cache"
    etag = answer.headers["ETag"]
    assert ETAG.fullmatch(etag)
    assert content(answer)["poll_after"] > 0
    same = table.call("GET", "", headers={"If-None-Match": etag})
    assert same.status_code == 304
    assert same.data == b""
    assert same.headers["ETag"] == etag
    assert same.headers["Cache-Control"] == "no-cache"
    table.close()
    assert table.call("GET", "", headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("condition", ["{}", "W/{}", '"x", {}', "*"])
def test_conditions_are_compared_as_http_has_it(client: FlaskClient, condition: str):
    """Lists, weak tags and the star all match (RFC 9110, section 13.1.2)."""
    etag = client.get("/v1/info").headers["ETag"]
    assert client.get("/v1/info", headers={"If-None-Match": condition.format(etag)}).status_code == 304
    assert client.get("/v1/info", headers={"If-None-Match": '"x"'}).status_code == 200


def test_the_documents_of_an_ended_deal_are_the_same_each_time(client: FlaskClient):
    """View and proof of a deal that has ended are the same bytes under the same ETag, from memory or not."""
    table = Table.open(client).finish()
    for address in ("", "proof"):
        first, second = table.call("GET", address), table.call("GET", address)
        assert first.data == second.data
        assert first.headers["ETag"] == second.headers["ETag"]
        assert table.call("GET", address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_no_running_deal_is_called_immutable(client: FlaskClient):
    """Neither a deal that runs, nor a list or a count that may grow, is cached for good."""
    table = Table.open(client).close()
    for path in (f"/v1/deals/{table.number}", "/v1/deals", "/v1/info", "/v1/counts/0", "/v1/proofs", "/openapi.json"):
        assert client.get(path).headers["Cache-Control"] == "no-cache"


def test_what_a_seat_sees_is_stored_by_nobody(client: FlaskClient):
    """Cards and tokens are one caller's: no cache keeps them, yet they have an ETag to poll with."""
    table = Table.open(client).close()
    for address, token in (("hands/0", table.tokens[0]), ("hands", table.opener)):
        answer = table.call("GET", address, token)
        assert answer.headers["Cache-Control"] == "private, no-store"
        again = table.call("GET", address, token, headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304
    assert table.put("passes/0", table.tokens[0], {"cards": table.hand(0)["cards"][:3]}).headers["Cache-Control"] == (
        "private, no-store"
    )


def test_errors_are_not_kept(client: FlaskClient):
    """A problem of now may be none in a second."""
    table = Table.open(client)
    answer = table.call("GET", "proof")
    problem(answer, 409, "not-yet-revealed")
    assert answer.headers["Cache-Control"] == "no-store"
    table.finish()
    assert table.call("GET", "proof").status_code == 200


def test_kept_answers_are_bounded():
    """A process keeps so many bytes, no more; what was not asked for longest goes first."""
    kept = ResponseCache(most_bytes=100)
    for number in range(1, 6):
        kept.keep("view", number, Page(b"x" * 30, ""))
        kept.recall("view", 1)
    assert [number for number in range(1, 6) if kept.recall("view", number)] == [1, 4, 5]
    kept.keep("view", 1, Page(b"x" * 90, ""))
    assert [number for number in range(1, 6) if kept.recall("view", number)] == [1]
    kept.keep("view", 2, Page(b"x" * 101, ""))
    assert [number for number in range(1, 6) if kept.recall("view", number)] == [1]


def test_a_document_is_kept_once_it_is_final():
    """It is made again as long as it can change, never after; then it may be cached for ever."""
    made = []

    @kept_when_final("counts", part="block", is_final=lambda document: document["ended"] == 2)
    def view(block: int) -> dict[str, Any]:
        made.append(block)
        return {"block": block, "ended": len(made)}

    app = Flask("cache")
    app.extensions["fairdeal.responses"] = ResponseCache()
    with app.test_request_context():
        responses = [view(block=7) for _ in range(4)]
    assert made == [7, 7]
    assert [response.headers["Cache-Control"] for response in responses] == [REVALIDATE, FOREVER, FOREVER, FOREVER]
    assert responses[1].data == responses[3].data
