"""`Idempotency-Key`: a secret that identifies one call, so that it can be retried (api: retries are safe)."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from flask import request

from fairdeal.service.problems import Problem

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{32,128}", re.ASCII)

KEY_PARAMETER: Final[dict[str, Any]] = {
    "in": "header",
    "name": "Idempotency-Key",
    "description": "A secret that identifies this call: a repeat gets the same response, tokens included.",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{32,128}$"},
}

# The keys of calls that run in this process. Between processes the database makes the second call wait for the first.
_running: set[str] = set()
_mutex = threading.Lock()


@contextmanager
def once() -> Iterator[str | None]:
    """The call's key, if it has one, while the call runs.

    Raises:
        Problem: 400 for a malformed key, 409 with Retry-After while the first call with it is running.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        yield None
        return
    if not _KEY.fullmatch(key):
        raise Problem("bad-request", "An Idempotency-Key has 32 to 128 characters of A-Z, a-z, 0-9, _ and -.")
    with _mutex:
        if key in _running:
            raise Problem("still-running", "The first call with this Idempotency-Key is still running.", retry_after=1)
        _running.add(key)
    try:
        yield key
    finally:
        with _mutex:
            _running.discard(key)
