"""Responses about deals that are final, kept in memory: their cards need not be derived again for every reader.

A deal that has ended changes no more but for the proofs that the logs add, a second or so later. Once both are there nothing about
it ever changes again, so nothing is read at all.
"""

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, NamedTuple

from cachetools import LRUCache
from flask import Response, current_app

from fairdeal.service.http.rendering import FOREVER, REVALIDATE, dumps, etag_of, resource

MOST_BYTES: Final = 32 * 1024 * 1024
"""What one process keeps, at most; the least recently asked for goes first."""


class Page(NamedTuple):
    """A response about a final deal."""

    body: bytes
    etag: str


class ResponseCache:
    """The kept responses of one process, by what they are (``view``, ``proof``) and number. Safe to use from several threads."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        # Guards _pages, which are bounded by the bytes of their bodies.
        self._mutex = threading.Lock()
        self._pages: LRUCache[tuple[str, int], Page] = LRUCache(most_bytes, lambda page: len(page.body))

    def recall(self, kind: str, number: int) -> Page | None:
        """What is kept, if anything."""
        with self._mutex:
            return self._pages.get((kind, number))

    def keep(self, kind: str, number: int, page: Page) -> None:
        """Keep a response, in the place of an older one."""
        with self._mutex:
            if len(page.body) <= self._pages.maxsize:
                self._pages[kind, number] = page


def deal_is_final(document: dict[str, Any]) -> bool:
    """Whether a deal's document is frozen: its outcome is there, and both of its proofs (api: caching)."""
    outcome, commit = document["outcome"], document.get("log") or document["commit"]
    return all(part is not None and part["proof"] is not None for part in (outcome, commit))


def kept_when_final(
    kind: str, *, part: str = "number", is_final: Callable[[dict[str, Any]], bool] = deal_is_final
) -> Callable[[Callable[..., dict[str, Any]]], Callable[..., Response]]:
    """Keep the document that a view returns, once it is final: it may be cached for ever then, and is revalidated before.

    Args:
        kind: What the document is, such as `proof`.
        part: The part of the address that says what it is about.
        is_final: Whether a document can never change again.
    """

    def decorate(view: Callable[..., dict[str, Any]]) -> Callable[..., Response]:
        @wraps(view)
        def kept(**arguments: Any) -> Response:  # noqa: ANN401 - whatever the view takes
            number: int = arguments[part]
            cache: ResponseCache = current_app.extensions["fairdeal.responses"]
            page = cache.recall(kind, number)
            if page is None:
                document = view(**arguments)
                body = dumps(document)
                if not is_final(document):
                    return resource(body, REVALIDATE)
                page = Page(body, etag_of(body))
                cache.keep(kind, number, page)
            return resource(page.body, FOREVER, etag=page.etag)

        return kept

    return decorate
