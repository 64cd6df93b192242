"""Turns every error into a problem of RFC 9457, whoever raised it, and knows the status and headers of each kind."""

import logging
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import RequestRedirect

from fairdeal.service.http.envelope import REQUEST_ID
from fairdeal.service.http.rendering import dumps
from fairdeal.service.keys.anchor import AnchorError
from fairdeal.service.problems import KINDS, Problem
from fairdeal.service.storage.database import Busy

_LOG: Final = logging.getLogger("fairdeal.api")

PROBLEM_JSON: Final = "application/problem+json"

STATUS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "bad-request": 400,
        "unauthorized": 401,
        "forbidden": 403,
        "not-found": 404,
        "method-not-allowed": 405,
        "not-acceptable": 406,
        "precondition-failed": 412,
        "payload-too-large": 413,
        "unsupported-media-type": 415,
        "invalid-request": 422,
        "seal-mismatch": 422,
        "bad-signature": 422,
        "incomplete": 422,
        "idempotency-key-reused": 422,
        "precondition-required": 428,
        "too-many-requests": 429,
        "internal-error": 500,
        "halted": 503,
        "busy": 503,
        "no-numbers": 503,
    }
)
"""The HTTP status by kind of problem; 409 (a conflict with the state of the resource) for all others."""

_BY_STATUS: Final = {
    STATUS[slug]: slug
    for slug in ("not-found", "method-not-allowed", "not-acceptable", "payload-too-large", "unsupported-media-type")
}
_CHALLENGE: Final = 'Bearer realm="fairdeal"'


def status_of(slug: str) -> int:
    """The HTTP status of a kind of problem."""
    return STATUS.get(slug, 409)


def register(app: Flask) -> None:
    """Turn every error of the app into a problem."""
    app.register_error_handler(Problem, problem_response)
    app.register_error_handler(Busy, _busy)
    app.register_error_handler(AnchorError, _halted)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def problem_response(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """The response of a problem; `headers` are sent besides those that follow from its kind."""
    sent = {"Cache-Control": "no-store", **(headers or {})}
    if problem.retry_after is not None:
        sent["Retry-After"] = str(problem.retry_after)
    if problem.slug == "unauthorized":
        sent["WWW-Authenticate"] = _CHALLENGE
    return Response(dumps(document_of(problem)), status_of(problem.slug), headers=sent, content_type=PROBLEM_JSON)


def document_of(problem: Problem) -> dict[str, object]:
    """The members of a problem (RFC 9457, section 3), as the answer to the request at hand."""
    return {
        "type": f"/problems/{problem.slug}",
        "title": KINDS[problem.slug].title,
        "status": status_of(problem.slug),
        "detail": problem.detail,
        "instance": f"urn:uuid:{request.environ[REQUEST_ID]}",
        **problem.members,
    }


def _busy(busy: Busy) -> Response:
    return problem_response(Problem("busy", str(busy), retry_after=busy.retry_after))


def _halted(error: AnchorError) -> Response:
    # Its text names files of the machine, which are the operator's business.
    _LOG.critical("no number can be handed out: %s", error, extra={"request": request.environ[REQUEST_ID]})
    return problem_response(
        Problem("halted", "The service hands out no numbers until its operator has looked at it.", retry_after=_LATER)
    )


_LATER: Final = 60
"""Seconds."""


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if isinstance(error, RequestRedirect):
        # A redirect would give one resource two addresses.
        status = 404
    if status >= 500:
        return _unexpected(error)
    headers = {}
    detail = error.description or "The request cannot be read."
    if isinstance(error, MethodNotAllowed):
        headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        detail = f"{request.method} is not allowed here; allowed: {headers['Allow']}."
    elif status == 404:
        detail = f"No resource has the address {request.path[:200]!a}."
    return problem_response(Problem(_BY_STATUS.get(status, "bad-request"), detail), headers)


def _unexpected(error: Exception) -> Response:
    # The message of an unexpected error can hold anything, secrets included: its type and place are all that is logged.
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "?" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    _LOG.error("%s at %s", type(error).__name__, place, extra={"request": request.environ[REQUEST_ID]})
    return problem_response(Problem("internal-error", "The fault is in the service, not in your request."))
