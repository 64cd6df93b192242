"""Rate limits by address. Off unless a setting turns them on; each worker counts for itself, in memory."""

import math
import time
from typing import Final

from flask import Flask, Response, request
from flask_limiter import Limiter, RateLimitExceeded, RequestLimit
from flask_limiter.util import get_remote_address

from fairdeal.service.http.errors import problem_response
from fairdeal.service.problems import Problem

_UNLIMITED: Final = ("health.get_livez", "health.get_readyz", "health.get_metrics")
"""Probes and scrapers are never limited."""


def register(app: Flask, limit: str) -> None:
    """Limit requests by address.

    Args:
        app: The application.
        limit: As Flask-Limiter has it, such as `100 per minute`; empty for no limit. Each response says how much is left.
    """
    if not limit:
        return
    limiter = Limiter(get_remote_address, app=app, application_limits=[limit], storage_uri="memory://")
    limiter.request_filter(lambda: request.endpoint in _UNLIMITED)

    def refuse(exceeded: RateLimitExceeded) -> Response:
        wait = 1 if limiter.current_limit is None else max(1, _seconds_left(limiter.current_limit))
        detail = f"At most {exceeded.description} are accepted from one address."
        return problem_response(Problem("too-many-requests", detail, retry_after=wait))

    def add_headers(response: Response) -> Response:
        """Add the fields of draft-ietf-httpapi-ratelimit-headers: how much is left, for how many seconds."""
        current = limiter.current_limit
        if current is not None:
            left = max(0, current.remaining)
            response.headers["RateLimit"] = f'"address";r={left};t={_seconds_left(current)}'
            response.headers["RateLimit-Policy"] = f'"address";q={current.limit.amount};w={current.limit.get_expiry()}'
        return response

    app.register_error_handler(RateLimitExceeded, refuse)
    app.after_request(add_headers)


def _seconds_left(limit: RequestLimit) -> int:
    """Seconds until the window ends, rounded up."""
    return max(0, math.ceil(limit.window[0] - time.time()))
