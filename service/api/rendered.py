"""Rendered answers about deals that have ended, kept in memory: their cards need not be derived again for every reader.

A deal that has ended changes no more but for the proofs that the logs add, and each change counts up its row's revision. So what
is kept is good as long as the revision is the same, which one cheap read tells; once a deal is final nothing is read at all.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from flask import Response

from service.api.rendering import FOREVER, REVALIDATE, dumps, etag_of, resource
from service.context import Service
from service.storage import deals

MOST_BYTES: Final = 32 * 1024 * 1024
"""What one process keeps, at most; the least recently asked for goes first."""


class Page(NamedTuple):
    """An answer about a deal, as it was rendered at a revision of its row."""

    revision: int
    body: bytes
    etag: str
    final: bool


class Rendered:
    """The kept answers of one process, by what they are (``view``, ``proof``) and number. Safe to use from several threads."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        # Guards the two below; the order of _pages is the order of use.
        self._mutex = threading.Lock()
        self._pages: OrderedDict[tuple[str, int], Page] = OrderedDict()
        self._size = 0

    def recall(self, kind: str, number: int) -> Page | None:
        """What is kept, if anything."""
        with self._mutex:
            page = self._pages.get((kind, number))
            if page is not None:
                self._pages.move_to_end((kind, number))
            return page

    def keep(self, kind: str, number: int, page: Page) -> None:
        """Keep an answer, in the place of an older one."""
        with self._mutex:
            old = self._pages.pop((kind, number), None)
            self._size += len(page.body) - (0 if old is None else len(old.body))
            self._pages[kind, number] = page
            while self._size > self._most:
                _, gone = self._pages.popitem(last=False)
                self._size -= len(gone.body)


Render = Callable[[], tuple[dict[str, object], int | None]]
"""Gives a document about a deal, and the revision that it was made from, if the deal has ended."""


def answer(service: Service, rendered: Rendered, kind: str, number: int, render: Render) -> Response:
    """The document ``kind`` about a deal: as it is kept, if it is still good, else rendered anew."""
    page = rendered.recall(kind, number)
    if page is None or not (
        page.final or service.database.read(lambda conn: deals.revision(conn, number)) == page.revision
    ):
        document, revision = render()
        body = dumps(document)
        if revision is None:
            return resource(body, REVALIDATE)
        page = Page(revision, body, etag_of(body), _is_final(document))
        rendered.keep(kind, number, page)
    return resource(page.body, FOREVER if page.final else REVALIDATE, etag=page.etag)


def _is_final(document: dict[str, object]) -> bool:
    """Whether an ended deal's document is frozen: both of its proofs are there (api: caching)."""
    proofs = [document.get(member) for member in ("outcome", "log", "commit")]
    return all(part["proof"] is not None for part in proofs if isinstance(part, dict))
