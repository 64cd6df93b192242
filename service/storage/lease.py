"""Leases: of all workers on all hosts, one at a time holds a name, and loses it when it is not heard of for a while."""

from typing import Final

from sqlalchemy import Connection, bindparam, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from fairdeal.service.storage.database import Database
from fairdeal.service.storage.schema import LEASES

_LATEST: Final = 3
"""How many times its length a lease may end in the future: the clocks of several hosts differ."""


def hold(database: Database, name: str, holder: str, now: int, seconds: int) -> bool:
    """Get or keep a lease for at least half of ``seconds`` from ``now`` (Unix seconds); ``False`` if another has it.

    Writes only when there is something to gain: when the lease is free, or its holder's and half over. One that ends later
    than clocks that differ can explain is of a time before the clock was set back, and free.
    """
    row = database.read(lambda conn: conn.execute(_LOOK, {"called": name}).first())
    if row is not None:
        least = now + (seconds // 2 if row.holder == holder else 0)
        if least < row.expires_at <= now + _LATEST * seconds:
            return bool(row.holder == holder)
    return database.write(lambda conn: _take(conn, name, holder, now, seconds))


def release(conn: Connection, name: str, holder: str, now: int) -> None:
    """Give a lease up, if ``holder`` has it: anybody may take it more than a second after ``now`` (Unix seconds).

    Not sooner, so that what its holder did at most once a second the next one does not do again within the same.
    """
    ours = update(LEASES).where(LEASES.c.name == name, LEASES.c.holder == holder)
    # Whole seconds: what is called ``now + 1`` may begin right away.
    conn.execute(ours.values(holder="", expires_at=now + 2))


def _take(conn: Connection, name: str, holder: str, now: int, seconds: int) -> bool:
    latest = now + _LATEST * seconds
    values = {"name": name, "holder": holder, "expires_at": now + seconds, "now": now, "latest": latest}
    return conn.execute(_TAKE[conn.dialect.name], values).first() is not None


_LOOK: Final = select(LEASES.c.holder, LEASES.c.expires_at).where(LEASES.c.name == bindparam("called"))


def _upsert(insert: sqlite.Insert | postgresql.Insert) -> ReturningInsert[tuple[str]]:
    upsert = insert.on_conflict_do_update(
        index_elements=[LEASES.c.name],
        set_={"holder": insert.excluded.holder, "expires_at": insert.excluded.expires_at},
        where=or_(
            LEASES.c.expires_at <= bindparam("now"),
            LEASES.c.expires_at > bindparam("latest"),
            LEASES.c.holder == insert.excluded.holder,
        ),
    )
    return upsert.returning(LEASES.c.name)


_TAKE: Final = {"sqlite": _upsert(sqlite.insert(LEASES)), "postgresql": _upsert(postgresql.insert(LEASES))}
