"""Sequencing outcomes: each deal that has ended gets its place in the log, in the order in which the deals ended."""

from typing import Final

from sqlalchemy import Connection

from fairdeal.service.log.appending import append, lock
from fairdeal.service.log.log import Log
from fairdeal.service.storage import outcomes

AT_ONCE: Final = 2048
"""How many outcomes one transaction appends, at most: others wait no longer than that takes."""


def sequence(log: Log) -> int:
    """Append up to a batch of outcomes that are not in the log; says how many.

    Raises:
        AnchorError: the database was rolled back: the service halts.
    """
    if not log.database.read(lambda conn: outcomes.unlogged(conn, 1)):
        return 0

    def step(conn: Connection) -> int:
        head = lock(conn, log)
        batch = outcomes.unlogged(conn, AT_ONCE)
        if batch:
            append(conn, log, head, [deal.outcome.encode() for deal in batch])
            outcomes.place(conn, batch, head.size)
        return len(batch)

    return log.write(step)
