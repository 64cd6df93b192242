"""Committing numbers ahead of demand (protocol section 1).

A number exists once its commitment and its encrypted seed are on disk, in one transaction: so no seed that was committed to
can be lost, and none is drawn after anybody has seen its number. The same transaction appends the commitments to the log: number N
is its entry N, so the shape of the log itself shows that a number has one commitment and only one.
"""

import os
from typing import Final

from sqlalchemy import Connection

from fairdeal.engine.protocol import Commit
from fairdeal.engine.protocol.commitment import commitment
from fairdeal.service.keys.key_file import KeyFile
from fairdeal.service.log.appending import append, lock
from fairdeal.service.log.log import Log
from fairdeal.service.storage import deals, numbers
from fairdeal.service.storage.deals import SEED_BYTES, TOKEN_SECRET_BYTES, Committed

CHUNK: Final = 256
"""How many numbers one transaction commits: others wait no longer than that takes."""


def commit_ahead(log: Log, keys: KeyFile, ahead: int) -> int:
    """Commit up to a chunk of numbers, if fewer than ``ahead`` wait to be handed out; says how many.

    0 also when somebody else committed some meanwhile, or changed the encryption key: then look again. They can be handed out
    once the log is published.

    Raises:
        AnchorError: the database was rolled back: the service halts.
    """
    issued = log.database.read(numbers.fetch)
    assert issued is not None, "the store was started"
    missing = ahead - issued.left
    # Not number by number, as each is handed out.
    if missing < min(CHUNK, (ahead + 1) // 2):
        return 0
    last = issued.committed + min(missing, CHUNK)
    batch = [_draw(keys, number, issued.key_id) for number in range(issued.committed + 1, last + 1)]

    def commit(conn: Connection) -> int:
        head = lock(conn, log)
        if head.size != issued.committed + 1:
            return 0
        append(conn, log, head, [Commit(keys.origin, row.number, row.commitment).text().encode() for row in batch])
        deals.insert_committed(conn, batch)
        # Last, since whoever opens a deal waits for that row.
        if not numbers.extend(conn, issued.committed, last, issued.key_id):
            raise _Overtaken
        return len(batch)

    try:
        return log.write(commit)
    except _Overtaken:
        return 0


class _Overtaken(Exception):
    """Another key is to be used: nothing of the batch is stored."""


def _draw(keys: KeyFile, number: int, key_id: str) -> Committed:
    seed = os.urandom(SEED_BYTES)
    sealed = keys.encrypt_secret(number, key_id, seed + os.urandom(TOKEN_SECRET_BYTES))
    return Committed(number, commitment(keys.origin, number, seed), key_id, sealed)
