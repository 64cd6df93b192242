"""Pages for people who follow the ``type`` of a problem."""

from html import escape
from typing import Final

from flask import Flask, Response, request

from service.api.rendering import dumps, resource
from service.problems import KINDS, Problem

_CACHED: Final = "public, max-age=3600"


def register(app: Flask) -> None:
    app.add_url_rule("/problems/<slug>", "problem", _problem)


def _problem(slug: str) -> Response:
    kind = KINDS.get(slug)
    if kind is None:
        raise Problem(404, "not-found", f"There is no kind of problem called {slug[:60]}.")
    if request.accept_mimetypes.best_match(["text/html", "application/json"], "text/html") == "application/json":
        return resource(dumps({"type": f"/problems/{slug}", "title": kind.title, "about": kind.about}), _CACHED)
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(kind.title)}</title></head><body><h1>{escape(kind.title)}</h1><p>{escape(kind.about)}</p>"
        f"<p><code>/problems/{slug}</code></p></body></html>\n"
    )
    return resource(page.encode(), _CACHED, "text/html; charset=utf-8")
