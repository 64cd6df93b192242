"""The SQL on encrypted secrets, for rotating their keys. A secret changes its key and nothing else: deals go on meanwhile."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select, update

from fairdeal.service.storage.schema import DEALS, NUMBERS


@dataclass(frozen=True, slots=True)
class Secret:
    """The encrypted secret of a number, and the key that opens it."""

    number: int
    key_id: str
    secret: bytes

    def __repr__(self) -> str:
        return f"<Secret of {self.number} under {self.key_id}>"


def not_under(conn: Connection, key_id: str, after: int, limit: int) -> list[Secret]:
    """Up to ``limit`` secrets above number ``after`` that another key than ``key_id`` opens, ascending."""
    wanted = select(DEALS.c.number, DEALS.c.key_id, DEALS.c.secret).where(
        DEALS.c.number > after, DEALS.c.key_id != key_id
    )
    return [Secret(*row) for row in conn.execute(wanted.order_by(DEALS.c.number).limit(limit))]


def newest(conn: Connection, limit: int) -> list[Secret]:
    """The secrets of the ``limit`` highest numbers, descending."""
    wanted = select(DEALS.c.number, DEALS.c.key_id, DEALS.c.secret).order_by(DEALS.c.number.desc()).limit(limit)
    return [Secret(*row) for row in conn.execute(wanted)]


def replace(conn: Connection, batch: Sequence[Secret], key_id: str, sealed: Sequence[bytes]) -> None:
    """Put the same secrets, encrypted under ``key_id``, in the place of a batch; not where somebody else replaced one."""
    for old, new in zip(batch, sealed, strict=True):
        conn.execute(_REPLACE, {"of": old.number, "under": old.key_id, "new_key": key_id, "sealed": new})


_REPLACE = (
    update(DEALS)
    .where(DEALS.c.number == bindparam("of"), DEALS.c.key_id == bindparam("under"))
    .values(key_id=bindparam("new_key"), secret=bindparam("sealed"))
)


def key_ids(conn: Connection) -> frozenset[str]:
    """The keys that some secret needs, or that new ones are sealed under."""
    used = select(DEALS.c.key_id).union(select(NUMBERS.c.key_id))
    return frozenset(conn.execute(used).scalars())
