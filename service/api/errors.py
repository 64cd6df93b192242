"""Every error as a problem of RFC 9457, whoever raised it."""

import logging
from typing import Final

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import RequestRedirect

from service.anchor import AnchorError
from service.api.envelope import REQUEST_ID
from service.api.rendering import dumps
from service.problems import KINDS, Problem
from service.storage.database import Busy

_LOG: Final = logging.getLogger("fairdeal.api")

PROBLEM_JSON: Final = "application/problem+json"

_SLUGS: Final = {
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "payload-too-large",
    415: "unsupported-media-type",
}


def register(app: Flask) -> None:
    """Turn every error of the app into a problem."""
    app.register_error_handler(Problem, problem_response)
    app.register_error_handler(Busy, _busy)
    app.register_error_handler(AnchorError, _halted)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def problem_response(problem: Problem) -> Response:
    """The response that tells of a problem."""
    headers = {"Cache-Control": "no-store", **problem.headers}
    return Response(dumps(document_of(problem)), problem.status, headers=headers, content_type=PROBLEM_JSON)


def document_of(problem: Problem) -> dict[str, object]:
    """The members of a problem (RFC 9457, section 3), as the answer to the request at hand."""
    return {
        "type": f"/problems/{problem.slug}",
        "title": KINDS[problem.slug].title,
        "status": problem.status,
        "detail": problem.detail,
        "instance": f"urn:uuid:{request.environ[REQUEST_ID]}",
        **problem.members,
    }


def _busy(busy: Busy) -> Response:
    return problem_response(Problem(503, "busy", str(busy), headers={"Retry-After": str(busy.retry_after)}))


def _halted(error: AnchorError) -> Response:
    # Its text names files of the machine: that is for the operator.
    _LOG.critical("no number can be handed out: %s", error, extra={"request": request.environ[REQUEST_ID]})
    return problem_response(
        Problem(503, "halted", "The service hands out no numbers until its operator has looked at it.", headers=_LATER)
    )


_LATER: Final = {"Retry-After": "60"}


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
        detail = f"{request.method} is not for this address; it takes {headers['Allow']}."
    elif status == 404:
        detail = f"No resource has the address {request.path[:200]!a}."
    slug = _SLUGS.get(status, "bad-request")
    return problem_response(Problem(status if status in _SLUGS else 400, slug, detail, headers=headers))


def _unexpected(error: Exception) -> Response:
    # The message of an unexpected error can hold anything, secrets included: its type and place are all that is logged.
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "?" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    _LOG.error("%s at %s", type(error).__name__, place, extra={"request": request.environ[REQUEST_ID]})
    return problem_response(Problem(500, "internal-error", "Something went wrong here, not in your request."))
