"""Calls of the API, retried safely when a response is lost."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from typing import Final, Self

import httpx

from fairdeal.engine import strict_json
from fairdeal.service.client.errors import Refused, Unreachable
from fairdeal.service.client.view import View

ATTEMPTS: Final = 5
"""How often a call is tried: every call of the API can be repeated safely."""
LONGEST_PAUSE: Final = 10.0
"""Seconds between two attempts at most, whatever the service asks for."""
_FIRST_PAUSE: Final = 0.2
_TIMEOUT: Final = 30.0
_AGAIN: Final = frozenset({429, 502, 503, 504})
_SECONDS: Final = re.compile(r"[0-9]{1,6}", re.ASCII)


class Api:
    """One service, by its address. Redirects are not followed: a token goes to the named service alone."""

    def __init__(
        self,
        server: str,
        *,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """``transport`` and ``sleep`` replace the network and the waiting."""
        try:
            self._http = httpx.Client(base_url=server.rstrip("/"), timeout=_TIMEOUT, transport=transport)
        except httpx.InvalidURL as error:
            raise Unreachable(f"{server!r} is not the address of a service: {error}") from None
        except (ImportError, OSError, ValueError) as error:
            # A proxy or certificate file that the environment names, such as ALL_PROXY or SSL_CERT_FILE.
            raise Unreachable(f"The proxy or certificate settings of this environment are unusable: {error}") from None
        self._sleep = sleep

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._http.close()

    def get(self, path: str, token: str | None = None) -> View:
        """A resource, as JSON.

        Raises:
            Refused: the service refused the call, with a problem document.
            Unreachable: there was no answer, or not one that the API promises. The other calls raise the same.
        """
        return _view(self._call("GET", path, token, None), f"the answer to GET {path}")

    def get_raw(self, path: str) -> bytes:
        """The bytes of a document, as sent."""
        return self._call("GET", path, None, None).content

    def put(self, path: str, token: str, body: dict[str, object]) -> View:
        """A change; repeating it with the same body changes nothing."""
        return _view(self._call("PUT", path, token, body), f"the answer to PUT {path}")

    def post(self, path: str, body: dict[str, object]) -> View:
        """A POST with an idempotency key of its own, so that a retry opens nothing twice."""
        key = {"Idempotency-Key": secrets.token_urlsafe(32)}
        return _view(self._call("POST", path, None, body, key), f"the answer to POST {path}")

    def _call(
        self,
        method: str,
        path: str,
        token: str | None,
        body: dict[str, object] | None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        call, headers = f"{method} {path}", dict(headers or {})
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        failure, pause = "", _FIRST_PAUSE
        response: httpx.Response | None = None
        for attempt in range(ATTEMPTS):
            if attempt:
                self._sleep(min(pause, LONGEST_PAUSE))
            # Doubled unless the service says how long.
            pause = _FIRST_PAUSE * 2**attempt
            response = None
            try:
                response = self._http.request(method, path, json=body, headers=headers)
            except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
                raise Unreachable(f"{call}: {error}") from None
            except httpx.HTTPError as error:
                failure = f"{type(error).__name__}: {error}"
                continue
            if not _is_transient(response):
                return _judged(call, response)
            failure = f"it answered {response.status_code}"
            asked = response.headers.get("Retry-After", "")
            if _SECONDS.fullmatch(asked):
                pause = float(asked)
        if response is not None and _is_problem(response):
            return _judged(call, response)
        raise Unreachable(f"{call} was tried {ATTEMPTS} times. The last failure: {failure}")


def _is_transient(response: httpx.Response) -> bool:
    """Whether the same call may succeed later: the service is busy, or the first attempt is still running (409)."""
    return response.status_code in _AGAIN or (response.status_code == 409 and "Retry-After" in response.headers)


def _is_problem(response: httpx.Response) -> bool:
    return str(response.headers.get("Content-Type", "")).startswith("application/problem+json")


def _judged(call: str, response: httpx.Response) -> httpx.Response:
    if response.is_success:
        return response
    if _is_problem(response):
        raise Refused(call, response.status_code, _view(response, f"the problem of {call}").members)
    raise Unreachable(f"{call} was answered with {response.status_code}, without a problem document")


def _view(response: httpx.Response, what: str) -> View:
    try:
        return View(strict_json.loads(response.content), what)
    except strict_json.NotStrict as fault:
        raise Unreachable(f"{what} is not JSON: {fault}") from None
