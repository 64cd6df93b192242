"""Whether the process lives, and whether it can serve."""

from flask import Flask, Response

from service.api import callers
from service.api.rendering import dumps
from service.problems import Problem
from service.refusal import StartupRefused
from service.storage import numbers
from service.storage.database import Busy


def register(app: Flask) -> None:
    app.add_url_rule("/livez", "livez", _live)
    app.add_url_rule("/readyz", "readyz", _ready)


def _live() -> Response:
    return _status("alive")


def _ready() -> Response:
    service = callers.service()
    try:
        stand = service.database.read(numbers.fetch)
        service.anchor.mark()
    except (Busy, StartupRefused) as error:
        raise Problem(503, "busy", f"Not ready: {error}", headers={"Retry-After": "1"}) from None
    if stand is None:
        raise Problem(503, "busy", "Not ready: the store was not started.", headers={"Retry-After": "1"})
    return _status("ready")


def _status(word: str) -> Response:
    response = Response(dumps({"status": word}), content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
