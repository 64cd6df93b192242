"""Idempotency keys of openings: a repeated call is answered as the first one was.

A key is a secret, for its replay returns the deal's tokens; what is stored is its SHA-256.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from fairdeal.service.storage.database import Again
from fairdeal.service.storage.schema import DEALS, IDEMPOTENCY

KEPT_SECONDS: Final = 24 * 60 * 60
"""How long after its deal's outcome a key is remembered."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a key was used for: the hash of the request body (32 bytes), and the number that was opened."""

    body_hash: bytes
    number: int


def find(conn: Connection, key: str) -> Known | None:
    """What a key was used for; ``None`` if it is new."""
    row = conn.execute(_FIND, {"key_hash": _digest(key)}).first()
    return None if row is None else Known(*row)


def remember(conn: Connection, key: str, body_hash: bytes, number: int, now: int) -> None:
    """Note what a key was used for, at ``now`` (Unix seconds).

    Raises:
        Again: another transaction used the same key meanwhile: the call has to be judged anew.
    """
    values = {"key_hash": _digest(key), "body_hash": body_hash, "number": number, "created_at": now}
    try:
        conn.execute(_REMEMBER, values)
    except IntegrityError as conflict:
        raise Again from conflict


def purge(conn: Connection, now: int, limit: int) -> int:
    """Forget up to ``limit`` keys whose deals ended more than a day before ``now`` (Unix seconds); says how many."""
    return conn.execute(_PURGE, {"before": now - KEPT_SECONDS, "most": limit}).rowcount


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


_FIND: Final = select(IDEMPOTENCY.c.body_hash, IDEMPOTENCY.c.number).where(
    IDEMPOTENCY.c.key_hash == bindparam("key_hash")
)
_REMEMBER: Final = insert(IDEMPOTENCY).values({column.name: bindparam(column.name) for column in IDEMPOTENCY.c})
# A key is older than its deal's outcome, so the age of the key bounds what has to be looked at.
_PURGE: Final = delete(IDEMPOTENCY).where(
    IDEMPOTENCY.c.key_hash.in_(
        select(IDEMPOTENCY.c.key_hash)
        .join(DEALS, DEALS.c.number == IDEMPOTENCY.c.number)
        .where(IDEMPOTENCY.c.created_at <= bindparam("before"), DEALS.c.ended_at <= bindparam("before"))
        .order_by(IDEMPOTENCY.c.created_at)
        .limit(bindparam("most"))
    )
)
