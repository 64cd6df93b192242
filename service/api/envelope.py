"""What every response carries: a request id, CORS, security headers."""

import re
import time
import uuid
from typing import Final

from flask import Flask, Response, g, request

_ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")

EXPOSED: Final = "ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-ID"
_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-ID",
    "Access-Control-Max-Age": "86400",
}
_ALWAYS: Final = {
    # Tokens travel in a header that scripts set themselves, never in cookies, so any page may call.
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"


def register(app: Flask) -> None:
    app.before_request(_begin)
    app.after_request(_finish)


def _begin() -> Response | None:
    given = request.headers.get("X-Request-ID", "").lower()
    g.request_id = given if _ID.fullmatch(given) else str(uuid.uuid4())
    g.began = time.perf_counter()
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        return Response(status=204, headers=_PREFLIGHT)
    return None


def _finish(response: Response) -> Response:
    headers = response.headers
    for name, value in _ALWAYS.items():
        headers[name] = value
    headers["X-Request-ID"] = g.request_id
    headers.setdefault("Content-Security-Policy", _POLICY)
    return response
