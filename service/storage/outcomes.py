"""The SQL that gives outcomes their place in the log."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import BigInteger, Connection, bindparam, func, select, update

from fairdeal.service.storage.schema import DEALS


class Unlogged(NamedTuple):
    """An outcome that is not in the log yet."""

    number: int
    outcome: str


def unlogged(conn: Connection, limit: int) -> list[Unlogged]:
    """Up to ``limit`` outcomes that are not in the log, in the order in which their deals ended."""
    return [Unlogged(*row) for row in conn.execute(_UNLOGGED, {"most": limit})]


def place(conn: Connection, batch: Sequence[Unlogged], first: int) -> None:
    """Note that a batch stands in the log from index ``first`` on. Only for who holds the log's head."""
    conn.execute(_PLACE, [{"of": deal.number, "at": first + place} for place, deal in enumerate(batch)])


def count_unlogged(conn: Connection) -> int:
    """How many outcomes wait for their place in the log."""
    counted: int = conn.execute(_COUNT).scalar_one()
    return counted


_WAITS: Final = (DEALS.c.outcome.is_not(None), DEALS.c.outcome_index.is_(None))
_UNLOGGED: Final = (
    select(DEALS.c.number, DEALS.c.outcome)
    .where(*_WAITS)
    .order_by(DEALS.c.ended_at, DEALS.c.number)
    .limit(bindparam("most"))
)
_PLACE: Final = (
    update(DEALS)
    .where(DEALS.c.number == bindparam("of"), DEALS.c.outcome_index.is_(None))
    .values(outcome_index=bindparam("at", type_=BigInteger), revision=DEALS.c.revision + 1)
)
_COUNT: Final = select(func.count()).select_from(DEALS).where(*_WAITS)
