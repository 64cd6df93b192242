"""What every response carries, errors and preflights included: a request id, CORS, security headers. Each is counted.

It wraps the whole application, so no code path can leave any of it out.
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
"""The key of the request id in the WSGI environment."""

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
    """A WSGI application that passes requests on, and adds the headers to what comes back."""

    def __init__(self, app: WSGIApplication, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request, as WSGI has it (PEP 3333)."""
        sent = environ.get("HTTP_X_REQUEST_ID")
        request_id = sent if sent is not None and _ID.fullmatch(sent) else str(uuid.uuid4())
        environ[REQUEST_ID] = request_id
        method = environ["REQUEST_METHOD"]
        started = time.perf_counter()

        def begin(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:  # noqa: ANN401 - as WSGI has it
            all_headers = [*headers, *_ALWAYS, ("X-Request-ID", request_id)]
            # Pages for people have policies of their own.
            if not any(name == "Content-Security-Policy" for name, _ in headers):
                all_headers.append(_POLICY)
            self._metrics.note(method, environ.get("werkzeug.request"), status[:3], time.perf_counter() - started)
            return start_response(status, all_headers, exc_info)

        if method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            return Response(status=204, headers=_PREFLIGHT)(environ, begin)
        return self._app(environ, begin)
