"""``/``, ``/deals/{n}``, ``/verify``, ``/fairness``, ``/play``, ``/docs``, ``/problems`` and what they load."""

from functools import cache

from flask import Blueprint, Response, render_template

from service.api.rendering import REVALIDATE, etag_of, resource
from service.pages import assets, policy
from service.pages.assets import Asset
from service.problems import KINDS, Problem

blueprint = Blueprint("pages", __name__, template_folder="templates")

HTML = "text/html; charset=utf-8"

HAND = ("hand/story.js", "hand/frames.js", "hand/fan.js", "hand/seat.js", "hand/tricks.js", "hand/hand.js")
"""Scripts that show a hand, in the order in which they run."""

VERIFIER = (
    "dom.js",
    "cards.js",
    "felt.js",
    "verify.js",
    *HAND,
    "checks.js",
    "remembered.js",
    "inputs.js",
    "elsewhere.js",
    "trust.js",
    "proof.js",
)
"""Scripts that show a bundle and check it, in the order in which they run."""


@blueprint.get("/")
def home() -> Response:
    """Find a deal, and see the latest."""
    return _page("home.html")


@blueprint.get("/deals/<number:number>")
def deal(number: int) -> Response:
    """One deal: its table, and its proof, checked where it is read."""
    return _page("deal.html")


@blueprint.get("/fairness")
def fairness() -> Response:
    """How often each card went to each seat."""
    return _page("fairness.html")


@blueprint.get("/play")
def play() -> Response:
    """Play a hand against simple seats, and check it."""
    return _page("play.html")


@blueprint.get("/docs")
def docs() -> Response:
    """The API's documentation, to be tried out."""
    return _page("docs.html", policy.DOCS)


@blueprint.get("/problems")
def problems() -> Response:
    """All kinds of problems that the API answers with; each has a page of its own, to which its ``type`` leads."""
    return document("problems.html", kinds=KINDS)


@blueprint.get("/verify")
def verify() -> Response:
    """Check a bundle: one document that loads nothing, so it can be saved and used offline."""
    body, content_policy = _alone()
    return _answer(body, content_policy)


@blueprint.get("/static/<path:name>")
def static(name: str) -> Response:
    """A script, style sheet or picture of this project."""
    return _file(assets.own(name), name)


@blueprint.get("/static/swagger-ui/<name>")
def swagger_ui(name: str) -> Response:
    """A file of Swagger UI."""
    return _file(assets.swagger_ui(name), name)


def document(template: str, **values: object) -> Response:
    """A page made of a template and values, to be checked back for each time."""
    return _answer(render_template(template, **values).encode(), policy.PAGE)


def _page(template: str, content_policy: str = policy.PAGE) -> Response:
    return _answer(_rendered(template), content_policy)


def _answer(body: bytes, content_policy: str) -> Response:
    response = resource(body, REVALIDATE, HTML, etag_of(body))
    response.headers["Content-Security-Policy"] = content_policy
    return response


@cache
def _rendered(template: str) -> bytes:
    return render_template(template, verifier=VERIFIER).encode()


@cache
def _alone() -> tuple[bytes, str]:
    """The page that stands alone, and its policy."""
    scripts = [assets.text(name) for name in (*VERIFIER, "verify_page.js")]
    styles = [assets.text("style.css")]
    body = render_template("verify.html", scripts=scripts, styles=styles, policy=policy.saved(scripts, styles))
    return body.encode(), policy.alone(scripts, styles)


def _file(asset: Asset | None, name: str) -> Response:
    if asset is None:
        raise Problem(404, "not-found", f"There is no file called {name[:60]!a} for pages.")
    return resource(asset.content, REVALIDATE, asset.content_type, asset.etag)
