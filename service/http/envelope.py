"""What every response carries, errors and preflights included: a request id, CORS, security headers. Each is counted.

This stands around the whole application, so no path through it leaves anything out.
"""

import re
import time
import uuid
from collections.abc import Iterable
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wrappers import Response

from fairdeal.service.http.metrics import Metrics

REQUEST_ID: Final = "fairdeal.request_id"
"""Where the request id stands in the WSGI environment."""

EXPOSED: Final = "ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-ID"

# A UUID (RFC 9562): nothing longer or stranger is copied into headers, bodies and log lines.
_ID: Final = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", re.ASCII)

_ALWAYS: Final = (
    # Tokens travel in a header that scripts set themselves, never in cookies, so any page may call.
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", EXPOSED),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
)
_POLICY: Final = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-ID",
    "Access-Control-Max-Age": "86400",
}


class Envelope:
    """A WSGI application that passes requests on, and puts the headers around what comes back."""

    def __init__(self, app: WSGIApplication, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request, as WSGI has it (PEP 3333)."""
        given = environ.get("HTTP_X_REQUEST_ID")
        request_id = given if given is not None and _ID.fullmatch(given) else str(uuid.uuid4())
        environ[REQUEST_ID] = request_id
        method = environ["REQUEST_METHOD"]
        began = time.perf_counter()

        def begin(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:  # noqa: ANN401 - as WSGI has it
            whole = [*headers, *_ALWAYS, ("X-Request-ID", request_id)]
            # Pages for people say themselves what they may load.
            if not any(name == "Content-Security-Policy" for name, _ in headers):
                whole.append(_POLICY)
            self._metrics.note(method, environ.get("werkzeug.request"), status[:3], time.perf_counter() - began)
            return start_response(status, whole, exc_info)

        if method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            return Response(status=204, headers=_PREFLIGHT)(environ, begin)
        return self._app(environ, begin)
