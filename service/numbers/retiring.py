"""Retiring numbers: those that somebody may have been handed, but that the database calls unissued (protocol section 7).

Each gets its outcome, with its seed: ``void unclaimed`` after a crash, ``void failed`` after a restore. So no number is hidden,
and none of them is ever handed out again.
"""

import logging
from functools import partial
from typing import Final, Literal

from sqlalchemy import Connection

from fairdeal.engine.protocol import Void
from fairdeal.engine.protocol.void import Reason
from fairdeal.service.keys.key_file import KeyFile, KeyFileError
from fairdeal.service.storage import deals, numbers
from fairdeal.service.storage.database import Database
from fairdeal.service.storage.deals import SEED_BYTES

CHUNK: Final = 64

_LOG: Final = logging.getLogger("fairdeal.numbers")


def retire(
    database: Database, keys: KeyFile, first: int, last: int, now: int, reason: Literal["unclaimed", "failed"]
) -> list[int]:
    """Void the numbers ``first`` to ``last``, of which ``first`` is the lowest that was not handed out.

    A crash in between leaves what is left to the next start. A number whose secret cannot be decrypted gets no outcome, as its
    seed is lost; it keeps no other number from getting one, and is never handed out either.

    Args:
        database: Where the numbers are.
        keys: What their secrets are encrypted with.
        first: The lowest number to void.
        last: The highest number to void.
        now: When they end, in Unix seconds.
        reason: What their outcomes say.

    Returns:
        The numbers whose secrets cannot be decrypted.
    """
    unreadable: list[int] = []
    for start in range(first, last + 1, CHUNK):
        chunk = range(start, min(start + CHUNK, last + 1))
        unreadable += database.write(partial(_retire, keys=keys, chunk=chunk, now=now, reason=reason))
    for number in unreadable:
        _LOG.error("number %d cannot be retired: its secret cannot be decrypted", number)
    return unreadable


def _retire(conn: Connection, keys: KeyFile, chunk: range, now: int, reason: Reason) -> list[int]:
    if not numbers.retire(conn, chunk[0], chunk[-1]):
        raise RuntimeError(f"number {chunk[0]} was handed out while it was to be retired: somebody else is serving")
    unreadable = []
    for number in chunk:
        row = deals.fetch(conn, number)
        assert row is not None, "a number below the count of committed ones has a row"
        try:
            seed = keys.decrypt_secret(number, row.key_id, row.secret)[:SEED_BYTES]
        except KeyFileError:
            unreadable.append(number)
            continue
        outcome = Void(keys.origin, number, reason, seats=(), seed=seed)
        if not deals.update(conn, row, state="voided", outcome=outcome.text(), ended_at=now):
            raise RuntimeError(f"number {number} was changed while it was to be retired: somebody else is serving")
    return unreadable
