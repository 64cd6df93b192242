"""Handing out numbers: the lowest whose commitment is published, never twice, and never above the anchor's mark (protocol sections 1, 7)."""

from sqlalchemy import Connection

from fairdeal.service.context import Service
from fairdeal.service.storage import numbers
from fairdeal.service.storage.numbers import Claimed


def issue(service: Service, conn: Connection) -> Claimed | None:
    """Hand out the next number inside a write; ``None`` if no published number is left.

    The mark is on disk before this returns, so before the caller can sign anything about the number. If the write is rolled
    back, the next caller gets the same number.

    Raises:
        AnchorError: the anchor is gone, or went back, or the service has halted: nothing may be handed out any more.
    """
    service.anchor.require_running()
    claimed = numbers.claim(conn, service.clock())
    if claimed is not None:
        service.anchor.raise_mark(claimed.number, claimed.committed)
    return claimed
