"""Calls of the API: repeated safely when a response is lost, and told apart by what was refused."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final, Self

import httpx

ATTEMPTS: Final = 5
"""How often a call is made before it is given up: every call of the API can be repeated safely."""
_TIMEOUT: Final = 30.0
_AGAIN: Final = frozenset({429, 502, 503, 504})


class Unreachable(Exception):
    """The service did not answer, or not with what the API promises."""


class Refused(Exception):
    """A problem document: the call was judged and refused."""

    def __init__(self, call: str, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{call}: {problem.get('detail', problem.get('title', status))}")
        self.status = status
        self.problem = problem

    @property
    def slug(self) -> str:
        """The kind of problem."""
        return str(self.problem.get("type", "")).rpartition("/")[2]


class Api:
    """One service, by its address."""

    def __init__(self, server: str, *, transport: httpx.BaseTransport | None = None) -> None:
        self._http = httpx.Client(base_url=server.rstrip("/"), timeout=_TIMEOUT, transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._http.close()

    def get(self, path: str, token: str | None = None) -> dict[str, Any]:
        return self._json(self._call("GET", path, token, None))

    def get_raw(self, path: str) -> bytes:
        """The bytes of a document, as they came."""
        return self._call("GET", path, None, None).content

    def put(self, path: str, token: str, body: dict[str, object]) -> dict[str, Any]:
        return self._json(self._call("PUT", path, token, body))

    def post(self, path: str, body: dict[str, object]) -> dict[str, Any]:
        """A POST under an idempotency key of its own, so that repeating it opens nothing twice."""
        return self._json(self._call("POST", path, None, body, {"Idempotency-Key": secrets.token_urlsafe(32)}))

    def _call(
        self,
        method: str,
        path: str,
        token: str | None,
        body: dict[str, object] | None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        headers = dict(headers or {})
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        failure = ""
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(0.2 * 2**attempt)
            try:
                response = self._http.request(method, path, json=body, headers=headers)
            except httpx.HTTPError as error:
                failure = f"{type(error).__name__}: {error}"
                continue
            if response.status_code not in _AGAIN:
                return self._judged(f"{method} {path}", response)
            failure = f"it answered {response.status_code}"
        raise Unreachable(f"{method} {path} was tried {ATTEMPTS} times: {failure}")

    def _judged(self, call: str, response: httpx.Response) -> httpx.Response:
        if response.is_success:
            return response
        if response.headers.get("Content-Type", "").startswith("application/problem+json"):
            raise Refused(call, response.status_code, response.json())
        raise Unreachable(f"{call} answered {response.status_code} without a problem document")

    def _json(self, response: httpx.Response) -> dict[str, Any]:
        try:
            value = response.json()
        except ValueError:
            raise Unreachable(f"{response.request.url} did not answer with JSON") from None
        if not isinstance(value, dict):
            raise Unreachable(f"{response.request.url} did not answer with an object")
        return value
