"""Errors that nobody foresaw, and those of the database."""

import logging

import pytest
from flask import Flask
from flask.testing import FlaskClient

from fairdeal.service.context import Service
from fairdeal.service.deals import opening
from fairdeal.service.storage.database import Busy
from tests.service.players import Table, problem

SECRET = "fd_this-must-not-leak"


def _fails(error: Exception):
    def fail(*_args: object, **_kwargs: object) -> None:
        raise error

    return fail


def test_an_unforeseen_error_is_a_problem_and_tells_nothing(client: FlaskClient, monkeypatch, caplog):
    """A fault of the service is 500, as a problem with the request's id; neither answer nor log has the error's text."""
    monkeypatch.setattr(opening, "open_deal", _fails(RuntimeError(SECRET)))
    with caplog.at_level(logging.DEBUG):
        answer = client.post("/v1/deals", json={})
    problem(answer, 500, "internal-error")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert SECRET not in answer.text
    assert SECRET not in caplog.text
    assert "RuntimeError" in caplog.text


@pytest.mark.parametrize("retry_after", [1, 7])
def test_a_busy_database_is_503(client: FlaskClient, monkeypatch, retry_after: int):
    """When the database cannot be had in time, the caller is told when to come back."""
    monkeypatch.setattr(opening, "open_deal", _fails(Busy("Too many writers.", retry_after=retry_after)))
    answer = client.post("/v1/deals", json={})
    problem(answer, 503, "busy")
    assert answer.headers["Retry-After"] == str(retry_after)


def test_when_no_number_is_left_openings_wait(client: FlaskClient):
    """Committed numbers can run out for a moment: 503, and nothing else stops."""
    for _ in range(128):
        assert client.post("/v1/deals", json={}).status_code == 201
    answer = client.post("/v1/deals", json={})
    problem(answer, 503, "no-numbers")
    assert int(answer.headers["Retry-After"]) >= 1
    assert client.get("/v1/deals/128").status_code == 200


def test_a_fault_after_a_number_was_claimed_wastes_none(app: Flask, service: Service, monkeypatch):
    """If signing fails, the number is handed out to the next caller."""
    client = app.test_client()
    with monkeypatch.context() as patched:
        patched.setattr(type(service.keys.statement_signer), "sign", _fails(RuntimeError(SECRET)))
        problem(client.post("/v1/deals", json={}), 500, "internal-error")
    assert Table.open(client).number == 1
