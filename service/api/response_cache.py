"""Rendered answers about deals that are final, kept in memory: their cards need not be derived again for every reader.

A deal that has ended changes no more but for the proofs that the logs add, a second or so later. Once both are there nothing about
it ever changes again, so nothing is read at all.
"""

import threading
from collections.abc import Callable
from typing import Final, NamedTuple

from cachetools import LRUCache
from flask import Response

from fairdeal.service.api.rendering import FOREVER, REVALIDATE, dumps, etag_of, resource

MOST_BYTES: Final = 32 * 1024 * 1024
"""What one process keeps, at most; the least recently asked for goes first."""


class Page(NamedTuple):
    """An answer about a final deal."""

    body: bytes
    etag: str


class ResponseCache:
    """The kept answers of one process, by what they are (``view``, ``proof``) and number. Safe to use from several threads."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        # Guards _pages, which are bounded by the bytes of their bodies.
        self._mutex = threading.Lock()
        self._pages: LRUCache[tuple[str, int], Page] = LRUCache(most_bytes, lambda page: len(page.body))

    def recall(self, kind: str, number: int) -> Page | None:
        """What is kept, if anything."""
        with self._mutex:
            return self._pages.get((kind, number))

    def keep(self, kind: str, number: int, page: Page) -> None:
        """Keep an answer, in the place of an older one."""
        with self._mutex:
            if len(page.body) <= self._pages.maxsize:
                self._pages[kind, number] = page


Render = Callable[[], dict[str, object]]
"""Gives a document about a deal."""


def answer(rendered: ResponseCache, kind: str, number: int, render: Render) -> Response:
    """The document ``kind`` about a deal: as it is kept, if it is final, else rendered anew."""
    page = rendered.recall(kind, number)
    if page is None:
        document = render()
        body = dumps(document)
        if not _is_final(document):
            return resource(body, REVALIDATE)
        page = Page(body, etag_of(body))
        rendered.keep(kind, number, page)
    return resource(page.body, FOREVER, etag=page.etag)


def _is_final(document: dict[str, object]) -> bool:
    """Whether a deal's document is frozen: its outcome is there, and both of its proofs (api: caching)."""
    outcome, commit = document["outcome"], document.get("log") or document["commit"]
    return all(isinstance(part, dict) and part["proof"] is not None for part in (outcome, commit))
