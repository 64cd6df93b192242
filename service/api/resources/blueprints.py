"""Blueprints, and the decorators that say what an operation takes and answers.

flask-smorest documents operations by what its decorators leave in a view's ``_apidoc``. Those here leave the same, but the ones
that only document do not wrap the view: each wrapper would cost every request some time.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from flask import current_app, request
from flask_smorest import Blueprint
from marshmallow import Schema

from fairdeal.service.api import callers
from fairdeal.service.api.bodies import read_body, read_query, refuse_query
from fairdeal.service.api.callers import View
from fairdeal.service.api.rendering import JSON
from fairdeal.service.api.shapes import Shape
from fairdeal.service.deals import access

PROBLEM_RESPONSES: Final[Mapping[int, tuple[str, str]]] = {
    400: ("BadRequest", "The body is not strict JSON, or a header is malformed."),
    401: ("Unauthorized", "There is no token, or one that nobody knows."),
    403: ("Forbidden", "The token is another seat's, another role's or another deal's."),
    404: ("NotFound", "Nothing is there."),
    409: ("Conflict", "Not in this state, or against the rules; nothing was changed."),
    412: ("PreconditionFailed", "The resource changed since it was read."),
    413: ("PayloadTooLarge", "The body is too large."),
    415: ("UnsupportedMediaType", "The body is not said to be JSON."),
    422: ("InvalidRequest", "The request holds values that cannot be; each is named."),
    428: ("PreconditionRequired", "If-Match is needed."),
    429: ("TooManyRequests", "There were too many requests; Retry-After says when to go on."),
    500: ("InternalError", "A fault of the service."),
    503: ("Unavailable", "Nothing was done; Retry-After says when to repeat the call."),
}
"""The problems that operations answer with: the name of each in the description, and when it comes."""

EVERY: Final = (422, 429, 500, 503)
"""Problems that every operation may answer with: 422 for a query string that it does not take."""
BODY: Final = (400, 413, 415)
"""Further ones of every operation that takes a body."""
MOVE: Final = (401, 403, 404, 409, *BODY)
"""Further ones of every operation that changes a deal."""


def make(name: str, description: str, *, prefix: str = "/v1") -> Blueprint:
    """A blueprint whose operations take no query string unless they say so."""
    blueprint = Blueprint(name, __name__, url_prefix=prefix, description=description)
    blueprint.before_request(_judge_query)
    return blueprint


def answers(
    status: int,
    shape: Shape | None = None,
    description: str | None = None,
    *,
    content_type: str = JSON,
    example: object = None,
    headers: tuple[str, ...] = (),
    links: Mapping[str, object] | None = None,
) -> Callable[[View], View]:
    """Document what an operation answers when all is well. ``headers`` names those that are described for all."""
    response: dict[str, object] = {
        "description": description or HTTPStatus(status).phrase,
        "content_type": content_type,
        "schema": shape,
        "example": example,
        "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in (*headers, "X-Request-ID")},
        "links": links,
    }

    def decorate(view: View) -> View:
        given = {name: value for name, value in response.items() if value is not None}
        _documented(view, "response").setdefault("responses", {}).setdefault(status, []).append(given)
        _documented(view, "manual_doc").setdefault("operationId", _camel_case(view.__name__))
        return view

    return decorate


def problems(*statuses: int) -> Callable[[View], View]:
    """Document the problems that an operation may answer with, besides those that all may."""

    def decorate(view: View) -> View:
        responses = _documented(view, "response").setdefault("responses", {})
        for status in sorted({*statuses, *EVERY}):
            responses.setdefault(status, []).append(PROBLEM_RESPONSES[status][0])
        return view

    return decorate


def takes(
    schema: Schema, *, example: object = None, examples: Mapping[str, object] | None = None
) -> Callable[[View], View]:
    """Read the body by ``schema``; the view gets what it makes of it as ``body``."""
    parameter = {"in": "json", "required": True, "schema": schema, "example": example, "examples": examples}

    def decorate(view: View) -> View:
        @wraps(view)
        def judged(**address: Any) -> Any:  # noqa: ANN401 - whatever the view takes and gives
            return view(body=read_body(schema), **address)

        _document_parameter(judged, parameter)
        return judged

    return decorate


def documents_body(shape: Shape, *, examples: Mapping[str, object]) -> Callable[[View], View]:
    """Document a body that the view reads by itself."""

    def decorate(view: View) -> View:
        _document_parameter(view, {"in": "json", "required": True, "schema": shape, "examples": examples})
        return view

    return decorate


def asks(schema: Schema) -> Callable[[View], View]:
    """Read the query string by ``schema``; the view gets what it makes of it as ``query``."""

    def decorate(view: View) -> View:
        @wraps(view)
        def judged(**address: Any) -> Any:  # noqa: ANN401 - whatever the view takes and gives
            return view(query=read_query(schema), **address)

        judged.__dict__["reads_query"] = True
        _document_parameter(judged, {"in": "query", "schema": schema})
        return judged

    return decorate


def reads_header(parameter: dict[str, object]) -> Callable[[View], View]:
    """Document a header that an operation looks at."""

    def decorate(view: View) -> View:
        _document_parameter(view, parameter)
        return view

    return decorate


def _judge_query() -> None:
    """Refuse a query string, except where the view itself judges it, in its turn."""
    if not request.query_string or request.endpoint is None:
        return
    if getattr(current_app.view_functions[request.endpoint], "reads_query", False):
        return
    number = (request.view_args or {}).get("number")
    if number is not None:
        # What is not there is 404, whatever else is wrong with the call.
        access.row_of(callers.service(), number)
    refuse_query()


def _documented(view: View, part: str) -> dict[str, Any]:
    """A part of what flask-smorest reads of a view."""
    found: dict[str, Any] = view.__dict__.setdefault("_apidoc", {}).setdefault(part, {})
    return found


def _document_parameter(view: View, parameter: dict[str, object]) -> None:
    given = {name: value for name, value in parameter.items() if value is not None}
    _documented(view, "arguments").setdefault("parameters", []).append(given)


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
