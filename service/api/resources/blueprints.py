"""Blueprints that parse strictly and document their problems."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask_smorest import Blueprint

from service.api.bodies import StrictParser
from service.api.shapes import ref

View = TypeVar("View", bound=Callable[..., Any])

_WHEN: Final = {
    400: "The body is not strict JSON, or a header is malformed",
    401: "No token, or one that nobody knows",
    403: "A token for something else",
    404: "Nothing is there",
    409: "Not in this state, or against the rules",
    412: "The resource changed meanwhile",
    413: "The body is too large",
    415: "The body is not JSON",
    422: "The request holds values that cannot be",
    428: "If-Match is needed",
    429: "Too many requests",
    503: "Busy; nothing was done",
}
BODY: Final = (400, 413, 415, 422)
"""Problems of every call with a body."""
MOVE: Final = (401, 403, 404, 409, *BODY)
"""Problems of every call that changes a deal."""


def make(name: str, description: str) -> Blueprint:
    """A blueprint under ``/v1``."""
    blueprint = Blueprint(name, __name__, url_prefix="/v1", description=description)
    blueprint.ARGUMENTS_PARSER = StrictParser()
    return blueprint


def problems(blueprint: Blueprint, *statuses: int) -> Callable[[View], View]:
    """Document the problems that a view may answer with; 429 and 503 every one may."""

    def decorate(view: View) -> View:
        for status in (*statuses, 429, 503):
            view = blueprint.alt_response(
                status, schema=ref("Problem"), description=_WHEN[status], content_type="application/problem+json"
            )(view)
        return view

    return decorate
