"""What explains the API: its description, and a page for each kind of problem."""

from typing import Final

from flask import Response, current_app, request

from fairdeal.service.api import description
from fairdeal.service.api.rendering import JSON, REVALIDATE, dumps, resource
from fairdeal.service.api.resources.blueprints import answers, make, problems
from fairdeal.service.api.shapes import TEXT, ref
from fairdeal.service.pages import pages
from fairdeal.service.problems import KINDS, Problem

blueprint = make("documents", "The description of the API, and of its problems", prefix="")

YAML: Final = "application/yaml"

_DOCUMENT: Final = {
    "type": "object",
    "description": "An OpenAPI 3.1 document.",
    "properties": {"openapi": TEXT, "info": {"type": "object"}, "paths": {"type": "object"}},
    "required": ["openapi", "info", "paths"],
}
_CACHED: Final = "public, max-age=3600"


@blueprint.route("/openapi.json")
@answers(200, _DOCUMENT, "The description, as JSON", headers=("ETag",))
@problems()
def get_openapi_json() -> Response:
    """Get the API's description as JSON."""
    return resource(dumps(description.document(current_app)), REVALIDATE)


@blueprint.route("/openapi.yaml")
@answers(200, _DOCUMENT, "The description, as YAML", content_type=YAML, headers=("ETag",))
@problems()
def get_openapi_yaml() -> Response:
    """Get the API's description as YAML."""
    return resource(description.text(current_app).encode(), REVALIDATE, YAML)


@blueprint.route("/problems/<slug>")
@answers(200, ref("ProblemKind"), "What the kind means, as JSON")
@answers(200, TEXT, "What the kind means", content_type=pages.HTML, headers=("ETag",))
@problems(404)
def get_problem_kind(slug: str) -> Response:
    """Read about a kind of problem.

    The `type` of every problem leads here: a page, or JSON for those who ask for it.
    """
    kind = KINDS.get(slug)
    if kind is None:
        raise Problem("not-found", f"There is no kind of problem called {slug[:60]!a}.")
    if request.accept_mimetypes.best_match(["text/html", JSON], "text/html") == JSON:
        response = resource(dumps({"type": f"/problems/{slug}", "title": kind.title, "about": kind.about}), _CACHED)
    else:
        response = pages.document("problem.html", title=kind.title, about=kind.about, slug=slug)
    response.vary.add("Accept")
    return response
