"""What explains the API: its description, and a page for each kind of problem."""

from typing import Final

from flask import Response, current_app, request

from fairdeal.service.api.problem_schema import ProblemKindSchema
from fairdeal.service.http import description
from fairdeal.service.http.operations import Group, Returns, operation
from fairdeal.service.http.rendering import HOUR, JSON, REVALIDATE, dumps, resource
from fairdeal.service.http.schemas import Shape
from fairdeal.service.pages import pages
from fairdeal.service.problems import KINDS, Problem

group = Group("documents", "The description of the API, and of its problems", prefix="")

YAML: Final = "application/yaml"

_TEXT: Final[Shape] = {"type": "string"}
_DOCUMENT: Final[Shape] = {
    "type": "object",
    "description": "An OpenAPI 3.1 document.",
    "properties": {"openapi": _TEXT, "info": {"type": "object"}, "paths": {"type": "object"}},
    "required": ["openapi", "info", "paths"],
}


@group.get("/openapi.json")
@operation(Returns(_DOCUMENT, "The description, as JSON", cache=REVALIDATE, etag=True))
def get_openapi_json() -> dict[str, object]:
    """Get the API's description as JSON."""
    return description.document(current_app)


@group.get("/openapi.yaml")
@operation(Returns(_DOCUMENT, "The description, as YAML", content_type=YAML, cache=REVALIDATE, etag=True))
def get_openapi_yaml() -> str:
    """Get the API's description as YAML."""
    return description.text(current_app)


@group.get("/problems/<slug>")
@operation(
    Returns(ProblemKindSchema(), "What the kind means", cache=HOUR, etag=True),
    Returns(_TEXT, "What the kind means", content_type=pages.HTML, cache=REVALIDATE, etag=True),
)
def get_problem_kind(slug: str) -> Response:
    """Read about a kind of problem.

    The `type` of every problem leads here: a page, or JSON for those who ask for it.
    """
    kind = KINDS.get(slug)
    if kind is None:
        raise Problem("not-found", f"There is no kind of problem called {slug[:60]!a}.")
    if request.accept_mimetypes.best_match(["text/html", JSON], "text/html") == JSON:
        response = resource(dumps({"type": f"/problems/{slug}", "title": kind.title, "about": kind.about}), HOUR)
    else:
        response = pages.document("problem.html", title=kind.title, about=kind.about, slug=slug)
    response.vary.add("Accept")
    return response
