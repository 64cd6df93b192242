"""Idempotency keys: a repeated call gets the response that the first one got, and changes nothing.

A key is a secret, for a replay may return tokens; what is stored is a SHA-256 of it and of the address that it was sent to. A key
stands for one call of one address. It is kept for 24 hours, that of an opening until 24 hours after its deal's outcome.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, and_, bindparam, delete, insert, or_, select
from sqlalchemy.exc import IntegrityError

from fairdeal.service.problems import Problem
from fairdeal.service.storage.database import Again
from fairdeal.service.storage.schema import DEALS, IDEMPOTENCY

KEPT_SECONDS: Final = 24 * 60 * 60
"""How long a key is remembered: after its call, or after the outcome of the deal that the call opened."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call under an idempotency key, as it is stored: two SHA-256 (32 bytes each)."""

    key_hash: bytes
    body_hash: bytes

    @classmethod
    def of(cls, address: str, key: str | None, body: object) -> Call | None:
        """The call of an address (its path) with a key and a JSON body; None without a key."""
        if key is None:
            return None
        return cls(_sha256(f"{address}\n{key}"), _sha256(json.dumps(body, sort_keys=True)))


def replayed(conn: Connection, call: Call | None, now: int) -> str | None:
    """What the first such call was remembered with.

    Args:
        conn: A connection that writes.
        call: The call; None if it has no key.
        now: Unix seconds.

    Returns:
        The first call's result; None if this is the first, or if the key's time is up.

    Raises:
        Problem: `idempotency-key-reused`: the key was used with another body.
    """
    if call is None:
        return None
    row = conn.execute(_FIND, {"key_hash": call.key_hash}).first()
    if row is None:
        return None
    if row.deal is None and row.created_at + KEPT_SECONDS <= now:
        conn.execute(_FORGET, {"wanted": call.key_hash})
        return None
    if row.body_hash != call.body_hash:
        raise Problem("idempotency-key-reused", "This Idempotency-Key was used with another body.")
    result: str = row.result
    return result


def remember(conn: Connection, call: Call | None, result: str, now: int, *, deal: int | None = None) -> None:
    """Store what a call has to be answered with again.

    Args:
        conn: A connection that writes.
        call: The call; None if it has no key: then there is nothing to do.
        result: Whatever the response can be made from again.
        now: Unix seconds.
        deal: The number of the deal that it opened.

    Raises:
        Again: another transaction used the same key meanwhile: the call has to be judged anew.
    """
    if call is None:
        return
    values = {
        "key_hash": call.key_hash,
        "body_hash": call.body_hash,
        "result": result,
        "deal": deal,
        "created_at": now,
    }
    try:
        conn.execute(_REMEMBER, values)
    except IntegrityError as conflict:
        raise Again from conflict


def purge(conn: Connection, now: int, limit: int) -> int:
    """Forget up to ``limit`` keys whose time is up at ``now`` (Unix seconds); says how many."""
    return conn.execute(_PURGE, {"before": now - KEPT_SECONDS, "most": limit}).rowcount


def _sha256(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


_FIND: Final = select(
    IDEMPOTENCY.c.body_hash, IDEMPOTENCY.c.result, IDEMPOTENCY.c.deal, IDEMPOTENCY.c.created_at
).where(IDEMPOTENCY.c.key_hash == bindparam("key_hash"))
_FORGET: Final = delete(IDEMPOTENCY).where(IDEMPOTENCY.c.key_hash == bindparam("wanted"))
_REMEMBER: Final = insert(IDEMPOTENCY).values({column.name: bindparam(column.name) for column in IDEMPOTENCY.c})
# A key is older than its deal's outcome, so the age of the key bounds what has to be looked at.
_PURGE: Final = delete(IDEMPOTENCY).where(
    IDEMPOTENCY.c.key_hash.in_(
        select(IDEMPOTENCY.c.key_hash)
        .join(DEALS, DEALS.c.number == IDEMPOTENCY.c.deal, isouter=True)
        .where(
            and_(
                IDEMPOTENCY.c.created_at <= bindparam("before"),
                or_(IDEMPOTENCY.c.deal.is_(None), DEALS.c.ended_at <= bindparam("before")),
            )
        )
        .order_by(IDEMPOTENCY.c.created_at)
        .limit(bindparam("most"))
    )
)
