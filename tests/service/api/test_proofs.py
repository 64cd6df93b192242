"""Audit bundles over HTTP: one, and many in one answer."""

import json
from collections.abc import Callable
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from fairdeal.service.api import proof_lines
from tests.service.players import Table, content, problem


def lines(client: FlaskClient, query: str) -> list[dict[str, Any]]:
    """The documents of an answer of many."""
    answer = client.get(f"/v1/proofs?{query}")
    assert answer.status_code == 200, answer.text
    assert answer.content_type == "application/x-ndjson"
    assert answer.data.endswith(b"\n")
    return [json.loads(line) for line in answer.data.splitlines()]


def test_a_range_of_numbers_has_a_line_each(client: FlaskClient):
    """Each number has a bundle once it has its outcome, else its state; the last line says where to go on."""
    first, second = Table.open(client).finish(), Table.open(client)
    found = lines(client, "after=0&limit=3")
    assert found[0] == content(first.call("GET", "proof"))
    assert found[1] == {"number": second.number, "state": "contributing"}
    assert found[2] == {"number": 3, "state": "committed"}
    assert found[3] == {"end": True, "next": 3}
    assert lines(client, "after=127") == [{"number": 128, "state": "committed"}, {"end": True, "next": None}]


def test_numbers_can_be_asked_for_one_by_one(client: FlaskClient):
    """They come in the order in which they were asked for; one that is not there is 404 as a whole."""
    table = Table.open(client).finish()
    found = lines(client, f"numbers=5,{table.number}")
    assert found == [
        {"number": 5, "state": "committed"},
        content(table.call("GET", "proof")),
        {"end": True, "next": None},
    ]
    problem(client.get("/v1/proofs?numbers=1,999"), 404, "not-found")


def test_an_answer_that_grows_large_ends_early(client: FlaskClient, monkeypatch):
    """An answer has a bounded size, and says where to go on: following it gives every number once."""
    for _ in range(3):
        table = Table.open(client)
        table.done("void", table.opener, {})
    monkeypatch.setattr(proof_lines, "MOST_BYTES", 1_000)
    seen: list[int] = []
    for _ in range(3):
        *found, end = lines(client, f"after={seen[-1] if seen else 0}&limit=100")
        seen += [line["number"] for line in found]
        assert end == {"end": True, "next": seen[-1]}
    assert seen == [1, 2, 3]


def test_readers_that_hang_keep_nobody_from_being_served(make_client: Callable[..., FlaskClient]):
    """Half of the threads at most send answers of this kind: a further one is told to come back, others are served."""
    client = make_client(threads=4)
    hanging = [_begun(client.application), _begun(client.application)]
    answer = client.get("/v1/proofs")
    problem(answer, 503, "busy")
    assert int(answer.headers["Retry-After"]) >= 1
    assert client.get("/v1/deals").status_code == 200
    # One is read to its end, the other's reader goes away.
    assert b'"end":true' in b"".join(hanging[0])
    hanging[1].close()
    for _ in range(5):
        assert client.get("/v1/proofs").data.endswith(b"}\n")
        assert client.head("/v1/proofs").data == b""
        assert client.get("/v1/proofs?numbers=999").status_code == 404


def _begun(app: Flask) -> Any:
    """An answer whose reader has not read a byte yet."""
    environ = app.test_request_context("/v1/proofs").request.environ
    return app.wsgi_app(environ, lambda *_: lambda _: None)


def test_counts_are_of_ended_deals_alone(client: FlaskClient):
    """A running deal must not show in the counts; voids with a table count as well as hands that were played out."""
    Table.open(client).close()
    assert content(client.get("/v1/counts/0"))["decks"] == []
    voided = Table.open(client).close()
    voided.done("void", voided.opener, {})
    Table.open(client).finish()
    counts = content(client.get("/v1/counts/0"))
    assert (counts["first"], counts["last"], counts["ended"]) == (1, 999, 2)
    (deck,) = counts["decks"]
    assert (deck["players"], deck["removed"], deck["jokers"], deck["deals"]) == (4, [], 0, 2)
    assert len(deck["cards"]) == 52
    assert all(sum(seats) == 2 for seats in deck["cards"].values())
    problem(client.get("/v1/counts/1"), 404, "not-found")
