"""Nothing secret leaves the process before its time: every byte of whole deals is searched (known bugs 23, 24, 49)."""

import base64
import json
import logging
import re
import secrets
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from fairdeal.engine.cards import names_of
from fairdeal.service.api.app import create_app
from fairdeal.service.context import Service
from fairdeal.service.deals.access import row_of
from fairdeal.service.deals.deal import Deal
from tests.service.players import Table

BODIES: list[dict[str, object]] = [{"card": "2C"}, {"cards": ["2C", "3C", "4C"]}, {}, {"passes": None, "plays": []}]


class Overheard(FlaskClient):
    """A client that keeps every response, head and body, and who asked for it."""

    heard: list[tuple[str, str | None, bytes]]

    def open(self, *args: Any, **kwargs: Any) -> Any:
        """Ask, and keep what is answered."""
        answer = super().open(*args, **kwargs)
        token = dict(kwargs.get("headers") or {}).get("Authorization")
        head = "\n".join(f"{name}: {value}" for name, value in answer.headers)
        self.heard.append((answer.request.path, token, head.encode() + b"\n\n" + answer.get_data()))
        return answer


@pytest.fixture
def overheard(service: Service) -> Overheard:
    """A client of a service, with an ear on all that is answered."""
    app: Flask = create_app(service)
    app.test_client_class = Overheard
    client = app.test_client()
    assert isinstance(client, Overheard)
    client.heard = []
    return client


def spellings(secret: bytes) -> list[bytes]:
    """The ways in which bytes are written down."""
    plain = base64.b64encode(secret)
    return [
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        plain.rstrip(b"="),
        base64.urlsafe_b64encode(secret).rstrip(b"="),
    ]


def probe(client: Overheard, table: Table) -> None:
    """Ask for everything that there is to ask, rightly and wrongly."""
    for path in ("", "/proof", "/hands", "/hands/0", "/hands/9", "/nothing"):
        for token in (None, table.opener, *table.tokens, "fd_" + secrets.token_urlsafe(32)):
            client.get(f"/v1/deals/{table.number}{path}", headers={"Authorization": f"Bearer {token}"} if token else {})
    for path in (
        "/v1/info",
        "/v1/deals",
        "/v1/proofs",
        "/metrics",
        "/livez",
        "/readyz",
        "/v1/counts/0",
        "/openapi.json",
    ):
        client.get(path)
    for seat, token in enumerate(table.tokens):
        for address in (f"plays/{table.look()['ply']}", f"passes/{(seat + 1) % 4}", "record", "void"):
            for body in BODIES:
                client.put(
                    f"/v1/deals/{table.number}/{address}", json=body, headers={"Authorization": f"Bearer {token}"}
                )
    client.post("/v1/validations", json={"deal": table.number, "passes": None, "plays": []})


def cards_shown(answer: bytes) -> set[str]:
    """The cards that a JSON answer names, but for those of the ruleset and those on the table."""
    try:
        value = json.loads(answer.partition(b"\n\n")[2])
    except ValueError:
        return set(re.findall(r"\b[2-9TJQKA][CDHS]\b", answer.decode(errors="replace")))
    if isinstance(value, dict):
        for public in ("ruleset", "tricks", "card", "paths", "components"):
            value.pop(public, None)
    return set(re.findall(r"\"([2-9TJQKA][CDHS])\"", json.dumps(value)))


def test_nothing_secret_is_answered_before_the_outcome(
    overheard: Overheard, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    """Whole deals of a blind opener: no seed, no foreign hand or pass, no key and no token in any answer or log line."""
    caplog.set_level(logging.DEBUG)
    for _ in range(2):
        opened = len(overheard.heard)
        table = Table.open(overheard, contributors=[0, 1, 2, 3])
        given = [table.opener, *table.tokens]
        answered = len(overheard.heard)
        table.close()
        probe(overheard, table)
        table.pass_all()
        probe(overheard, table)
        table.play(30)
        probe(overheard, table)
        running = overheard.heard[opened:]
        deal = Deal(service, row_of(service, table.number))
        assert deal.is_running
        _search(deal, table, given, running, answered - opened, caplog.text)
        table.play()
        assert table.look()["state"] == "revealed"
        assert deal.seed.hex() in overheard.heard[-1][2].decode()


def _search(deal: Deal, table: Table, given: list[str], heard: list[Any], first: int, log: str) -> None:
    hidden = [*spellings(deal.seed), *(token.encode() for token in table.tokens)]
    for at, (path, token, answer) in enumerate(heard):
        for secret in hidden + ([text.encode() for text in given] if at >= first else []):
            assert secret not in answer, path
        seats = [seat for seat, own in enumerate(table.tokens) if token == f"Bearer {own}"]
        if path.startswith("/v1/deals/") and at >= first:
            allowed: set[str] = set()
            hand: Any = deal.hand
            for seat in seats:
                own = set(hand.dealt[seat]) | set(hand.received(seat) or ())
                allowed |= set(names_of(own))
            assert cards_shown(answer) <= allowed | {"2C", "3C", "4C"}, (path, seats)
    for secret in [*hidden, *(text.encode() for text in given)]:
        assert secret not in log.encode("utf-8", "replace")


def test_the_search_finds_what_is_there(overheard: Overheard, service: Service) -> None:
    """The search can fail: after the outcome the seed is in the proof, and is found in each spelling that is used."""
    table = Table.open(overheard).finish()
    deal = Deal(service, row_of(service, table.number))
    overheard.get(f"/v1/deals/{table.number}/proof")
    assert any(secret in overheard.heard[-1][2] for secret in spellings(deal.seed))
    assert cards_shown(overheard.heard[-1][2])


def test_no_repr_shows_a_secret(overheard: Overheard, service: Service) -> None:
    """Rows, deals, keys and settings say what they are, not what they hold."""
    table = Table.open(overheard).close()
    row = row_of(service, table.number)
    deal = Deal(service, row)
    shown = " ".join(map(repr, (row, deal, service, service.keys, service.settings, service.database)))
    for secret in (*spellings(deal.seed), *(token.encode() for token in [table.opener, *table.tokens])):
        assert secret not in shown.encode()
