"""Many bundles in one response, a JSON document a line, bounded so that whoever reads them slowly keeps nobody from being served.

The response is small enough to be made at once, and only some of a worker's threads make and send such responses at a time.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Self

from flask import Response, current_app, request

from fairdeal.service.context import Service
from fairdeal.service.deals import listing
from fairdeal.service.http.rendering import REVALIDATE, dumps, resource
from fairdeal.service.problems import Problem

NDJSON: Final = "application/x-ndjson"

MOST_BYTES: Final = 2 * 1024 * 1024
"""Once a response by range has grown to this, it ends, and says where to go on."""


class StreamSlots:
    """How many such responses may be under way at once in one process."""

    def __init__(self, threads: int) -> None:
        # At least one thread is left to all other requests.
        self._free = threading.BoundedSemaphore(max(1, threads // 2))

    def take(self) -> "Turn":
        """Take a turn, or 503 when none is free."""
        if not self._free.acquire(blocking=False):
            raise Problem("busy", "Too many responses of this kind are being sent.", retry_after=1)
        return Turn(self._free.release)


class Turn:
    """A turn, and the body that is sent in it: it ends when the body was sent or the reader is gone, whichever comes first."""

    def __init__(self, end: Callable[[], None]) -> None:
        self._end: Callable[[], None] | None = end
        self._left: list[bytes] = []

    def send(self, body: bytes) -> Self:
        """The same, as what a WSGI server iterates over."""
        self._left.append(body)
        return self

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        if self._left:
            return self._left.pop()
        self.close()
        raise StopIteration

    def close(self) -> None:
        """End the turn, if it has not ended."""
        end, self._end = self._end, None
        if end is not None:
            end()


def proof_lines(service: Service, after: int | None, limit: int, numbers: Sequence[int] | None) -> Response:
    """The bundles of a range, or of these numbers, and the line that ends them."""
    turns: StreamSlots = current_app.extensions["fairdeal.streams"]
    turn = turns.take()
    try:
        documents = listing.bundles(service, after=after, limit=limit, numbers=numbers)
        body = b"".join(_lines(documents, bounded=numbers is None))
        response = resource(body, REVALIDATE, NDJSON)
        if response.status_code == 200 and request.method == "GET":
            response.response = turn.send(body)
            return response
    except BaseException:
        turn.close()
        raise
    turn.close()
    return response


def _lines(documents: Iterator[dict[str, object]], *, bounded: bool) -> Iterator[bytes]:
    size, last = 0, None
    for document in documents:
        if bounded and size > MOST_BYTES and "end" not in document:
            yield dumps({"end": True, "next": last}) + b"\n"
            return
        line = dumps(document) + b"\n"
        size += len(line)
        last = document.get("number")
        yield line
