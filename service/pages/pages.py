"""``/``, ``/deals/{n}``, ``/verify``, ``/fairness``, ``/play``, ``/docs``, ``/problems`` and what they load."""

from functools import cache

from flask import Blueprint, Response, render_template

from fairdeal.service.http.rendering import REVALIDATE, etag_of, resource
from fairdeal.service.pages import assets, loads, policy
from fairdeal.service.pages.assets import Asset
from fairdeal.service.pages.loads import Loads
from fairdeal.service.problems import KINDS, Problem

blueprint = Blueprint("pages", __name__, template_folder="templates")

HTML = "text/html; charset=utf-8"


@blueprint.get("/")
def home() -> Response:
    """Find a deal, and see the latest."""
    return _page("home.html", loads.HOME)


@blueprint.get("/deals/<number:number>")
def deal(number: int) -> Response:
    """One deal: its table, and its proof, checked in the browser."""
    return _page("deal.html", loads.DEAL)


@blueprint.get("/fairness")
def fairness() -> Response:
    """How often each card went to each seat."""
    return _page("fairness.html", loads.FAIRNESS)


@blueprint.get("/play")
def play() -> Response:
    """Play a hand against simple bots, and check it."""
    return _page("play.html", loads.PLAY)


@blueprint.get("/docs")
def docs() -> Response:
    """The API's documentation, with requests to try."""
    return _page("docs.html", loads.NOTHING, policy.DOCS)


@blueprint.get("/problems")
def problems() -> Response:
    """Every kind of problem; each has a page of its own, to which its `type` leads."""
    return document("problems.html", kinds=KINDS)


@blueprint.get("/verify")
def verify() -> Response:
    """Check a bundle: one document that loads nothing, so that it can be saved and used offline."""
    body, content_policy = _standalone()
    return _respond(body, content_policy)


@blueprint.get("/static/<path:name>")
def static(name: str) -> Response:
    """A script, style sheet or picture of this project."""
    return _file(assets.own(name), name)


@blueprint.get("/static/swagger-ui/<name>")
def swagger_ui(name: str) -> Response:
    """A file of Swagger UI."""
    return _file(assets.swagger_ui(name), name)


def document(template: str, **values: object) -> Response:
    """A page made of a template and values; caches revalidate it each time."""
    return _respond(_render(template, loads.PROBLEMS, **values).encode(), policy.PAGE)


def _page(template: str, loaded: Loads, content_policy: str = policy.PAGE) -> Response:
    return _respond(_rendered(template, loaded), content_policy)


def _respond(body: bytes, content_policy: str) -> Response:
    response = resource(body, REVALIDATE, HTML, etag_of(body))
    response.headers["Content-Security-Policy"] = content_policy
    return response


@cache
def _rendered(template: str, loaded: Loads) -> bytes:
    return _render(template, loaded).encode()


@cache
def _standalone() -> tuple[bytes, str]:
    """The page that needs nothing else, and its policy."""
    scripts = [assets.text(name) for name in loads.VERIFY.scripts]
    styles = [assets.text(name) for name in (loads.STYLE, *loads.VERIFY.styles)]
    allowed = policy.saved_copy(scripts, styles)
    body = _render("verify.html", loads.NOTHING, inline_scripts=scripts, inline_styles=styles, policy=allowed)
    return body.encode(), policy.standalone(scripts, styles)


def _render(template: str, loaded: Loads, **values: object) -> str:
    return render_template(template, styles=(loads.STYLE, *loaded.styles), scripts=loaded.scripts, **values)


def _file(asset: Asset | None, name: str) -> Response:
    if asset is None:
        raise Problem("not-found", f"There is no file called {name[:60]!a} for pages.")
    return resource(asset.content, REVALIDATE, asset.content_type, asset.etag)
