"""Retiring numbers: those that a crash may have shown to somebody, but that the database calls unissued (protocol section 7).

Each gets its outcome, a void with its seed: no number is hidden, and none of them is ever handed out again. It is ``unclaimed``;
from a restored copy ``failed``, as the copy cannot tell whether somebody holds the number.
"""

from functools import partial
from typing import Final, Literal

from sqlalchemy import Connection

from fairdeal.engine.protocol import Void
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.storage import deals, numbers
from fairdeal.service.storage.database import Database

CHUNK: Final = 64
SEED_BYTES: Final = 32


Retired = Literal["unclaimed", "failed"]
"""Why a number that the database calls unissued is voided."""


def retire(database: Database, keys: KeyFile, first: int, last: int, now: int, reason: Retired = "unclaimed") -> None:
    """Void the numbers ``first`` to ``last``, of which ``first`` is the lowest that was not handed out; at Unix second ``now``.

    A crash in between leaves what is left to the next start.
    """
    for start in range(first, last + 1, CHUNK):
        chunk = range(start, min(start + CHUNK, last + 1))
        database.write(partial(_retire, keys=keys, chunk=chunk, now=now, reason=reason))


def _retire(conn: Connection, keys: KeyFile, chunk: range, now: int, reason: Retired) -> None:
    if not numbers.retire(conn, chunk[0], chunk[-1]):
        raise RuntimeError(f"number {chunk[0]} was handed out while it was to be retired: somebody else is serving")
    for number in chunk:
        row = deals.fetch(conn, number)
        assert row is not None, "a number below the count of committed ones has a row"
        seed = keys.decrypt_secret(number, row.key_id, row.secret)[:SEED_BYTES]
        outcome = Void(
            origin=keys.origin,
            number=number,
            reason=reason,
            seats=(),
            seed=seed,
            open=None,
            seals=None,
            table=None,
            record=None,
        )
        if not deals.update(conn, row, state="voided", outcome=outcome.text(), ended_at=now):
            raise RuntimeError(f"number {number} was changed while it was to be retired: somebody else is serving")
