"""Every error as a problem of RFC 9457, whoever raised it."""

import logging
from typing import Final

from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from service.api.rendering import dumps
from service.problems import KINDS, Problem
from service.storage.database import Busy

_LOG: Final = logging.getLogger("fairdeal.api")

_SLUGS: Final = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "payload-too-large",
    415: "unsupported-media-type",
    429: "too-many-requests",
}


def register(app: Flask) -> None:
    """Turn every error of the app into a problem."""
    app.register_error_handler(Problem, problem_response)
    app.register_error_handler(Busy, _busy)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def problem_response(problem: Problem) -> Response:
    """The response that tells of a problem."""
    document = {
        "type": f"/problems/{problem.slug}",
        "title": KINDS[problem.slug].title,
        "status": problem.status,
        "detail": problem.detail,
        "instance": f"urn:uuid:{g.request_id}",
        **problem.members,
    }
    response = Response(dumps(document), problem.status, content_type="application/problem+json")
    response.headers.update(problem.headers)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _busy(busy: Busy) -> Response:
    return problem_response(Problem(503, "busy", str(busy), headers={"Retry-After": str(busy.retry_after)}))


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return Response(status=status, headers=error.get_headers(request.environ))
    detail = error.description or ""
    headers = {}
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        headers["Allow"] = ", ".join(sorted(error.valid_methods))
        detail = f"{request.method} is not for this address; it takes {headers['Allow']}."
    elif isinstance(error, RequestEntityTooLarge):
        detail = f"At most {request.max_content_length} bytes are read."
    elif status == 404:
        detail = f"No resource has the address {request.path[:200]}."
    elif status == 429:
        detail = f"More than {detail} from this address."
        headers["Retry-After"] = str(_seconds_to_wait())
    slug = _SLUGS.get(status, "internal-error" if status >= 500 else "bad-request")
    return problem_response(Problem(status, slug, detail, headers=headers))


def _seconds_to_wait() -> int:
    limits = getattr(g, "view_rate_limit_reset", None)
    return 1 if limits is None else int(limits)


def _unexpected(error: Exception) -> Response:
    # The message of an unexpected error can hold anything, secrets included: its type and place are all that is logged.
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "?" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    _LOG.error("request %s failed: %s at %s", g.request_id, type(error).__name__, place)
    return problem_response(Problem(500, "internal-error", "Something went wrong here, not in your request."))
