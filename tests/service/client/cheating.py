"""An operator who may cheat: who runs the service, holds its keys, and changes what it answers."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from flask import Flask

from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.protocol import Open, Seals, Table
from fairdeal.engine.tlog.note import NoteSigner
from fairdeal.service.client.checkpoint_store import CheckpointStore
from fairdeal.service.client.deal import Played, play_deal
from fairdeal.service.client.errors import Caught
from fairdeal.service.client.http import Api
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust

Json = dict[str, Any]
Tamper = Callable[[httpx.Request, Json], None]
"""Changes the JSON of an answer in place."""

_READ: dict[str, Callable[[str], Any]] = {"open": Open.from_text, "seals": Seals.from_text, "table": Table.from_text}

OTHER = bytes(range(32))
"""Bytes that are no hash, key or nonce of any deal."""


class Tampering(httpx.BaseTransport):
    """The service, and an operator who changes what it answers."""

    def __init__(self, app: Flask, tamper: Tamper) -> None:
        self._inner = httpx.WSGITransport(app=app)
        self._tamper = tamper

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        kind = response.headers["Content-Type"]
        if "json" not in kind:
            return response
        document = json.loads(response.read())
        self._tamper(request, document)
        return httpx.Response(response.status_code, headers={"Content-Type": kind}, content=json.dumps(document))


@dataclass
class Operator:
    """Who runs the service, and holds its keys."""

    app: Flask
    signer: NoteSigner

    def api(self, tamper: Tamper = lambda _request, _document: None) -> Api:
        """A client's connection to the service, honest unless told otherwise."""
        return Api("http://service", transport=Tampering(self.app, tamper), sleep=lambda _: None)

    def restate(self, view: Json, kind: str, **changes: Any) -> None:
        """Put another statement into a view, signed all the same; leave what is not there yet."""
        if view.get(kind):
            statement = replace(_READ[kind](view[kind]["statement"]), **changes)
            view[kind] = {"statement": statement.text(), "note": self.signer.sign(statement.text())}

    def play(
        self,
        tamper: Tamper = lambda _request, _document: None,
        *,
        seats: bool = True,
        hand: int = 1,
        memory: Path | None = None,
    ) -> Played:
        """A whole deal, played by clients that check it; ``memory`` is where they keep what they saw of the log."""
        api = self.api(tamper)
        seen = None if memory is None else CheckpointStore(api, memory)
        of = Terms.of_distrustful_seats if seats else Terms.of_one_program
        return play_deal(api, Trust.in_service(api), of(preset("standard"), hand), seen=seen)


def is_view(document: Json) -> bool:
    """Whether an answer is a view of a deal, the bundle excluded."""
    return "commitment" in document


def caught(operator: Operator, tamper: Tamper, *, seats: bool = True) -> Caught:
    """What the client says; it has to catch the operator before it gives the deal up for good."""
    with pytest.raises(Caught) as error:
        operator.play(tamper, seats=seats)
    return error.value


def in_views(change: Callable[[Json], object]) -> Tamper:
    """A tampering with every view, of a blind opener's clients and of the public."""

    def tamper(_request: httpx.Request, document: Json) -> None:
        if is_view(document):
            change(document)

    return tamper


def in_proof(change: Callable[[Json], object]) -> Tamper:
    """A tampering with the bundle alone."""

    def tamper(request: httpx.Request, document: Json) -> None:
        if request.url.path.endswith("/proof"):
            change(document)

    return tamper
