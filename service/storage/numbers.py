"""Which numbers are committed and which were handed out: one row, changed by one statement each time.

Numbers are handed out in ascending order, none twice and none skipped: the row is a counter inside the caller's transaction,
not a sequence beside it, so a number whose opening was not stored is handed out to the next caller.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import BigInteger, Connection, bindparam, case, insert, literal, select, update

from fairdeal.service.storage.prepared import Prepared
from fairdeal.service.storage.schema import LOG_HEADS, NUMBERS


@dataclass(frozen=True, slots=True)
class Numbers:
    """Where the numbers stand."""

    next: int
    """The lowest number that was not handed out; 1 in a new store."""
    committed: int
    """The highest number that is committed; 0 in a new store."""
    opened_at: int
    """When the last deal was opened (Unix seconds); 0 in a new store."""
    key_id: str
    """The encryption key for new secrets."""

    @property
    def left(self) -> int:
        """How many committed numbers wait to be handed out."""
        return self.committed - self.next + 1


@dataclass(frozen=True, slots=True)
class Claimed:
    """A number that was handed out."""

    number: int
    opened_at: int
    """When, in Unix seconds: no earlier than any lower number, even if the clock was set back."""
    committed: int
    """The highest number that was committed then."""


def start(conn: Connection, key_id: str) -> None:
    """Make the row, in a new store."""
    conn.execute(insert(NUMBERS).values(id=1, next=1, committed=0, opened_at=0, key_id=key_id))


def fetch(conn: Connection) -> Numbers | None:
    """Where the numbers stand; ``None`` in a store that was never started."""
    row = conn.execute(_FETCH).first()
    return None if row is None else Numbers(*row)


def claim(conn: Connection, now: int) -> Claimed | None:
    """Hand out the lowest number that was never handed out and whose commitment is published; ``None`` if there is none.

    ``now``: Unix seconds.
    """
    row = _CLAIM.first(conn, {"now": now})
    return None if row is None else Claimed(*row)


def extend(conn: Connection, old: int, new: int, key_id: str) -> bool:
    """Count numbers up to ``new`` as committed, with secrets under ``key_id``.

    ``False`` if others are committed than those up to ``old``, or another key is to be used.
    """
    return conn.execute(_EXTEND, {"old": old, "new": new, "under": key_id}).rowcount == 1


def retire(conn: Connection, first: int, last: int) -> bool:
    """Count the numbers ``first`` to ``last`` as handed out; ``False`` if ``first`` is not the lowest that was not."""
    return conn.execute(_RETIRE, {"first": first, "after": last + 1}).rowcount == 1


def use_key(conn: Connection, key_id: str) -> None:
    """Let secrets be sealed under ``key_id`` from now on: a batch that was sealed under another key is refused."""
    conn.execute(update(NUMBERS).values(key_id=key_id))


_FETCH: Final = select(NUMBERS.c.next, NUMBERS.c.committed, NUMBERS.c.opened_at, NUMBERS.c.key_id)
_NOW: Final = bindparam("now", type_=BigInteger)
_CLAIM: Final = Prepared(
    update(NUMBERS)
    # Number N is entry N of the commits log: it is handed out only once everybody can see it there.
    .where(NUMBERS.c.next < select(LOG_HEADS.c.published_size).where(LOG_HEADS.c.log == "commits").scalar_subquery())
    .values(next=NUMBERS.c.next + 1, opened_at=case((NUMBERS.c.opened_at > _NOW, NUMBERS.c.opened_at), else_=_NOW))
    .returning(NUMBERS.c.next - literal(1), NUMBERS.c.opened_at, NUMBERS.c.committed)
)
_EXTEND: Final = (
    update(NUMBERS)
    .where(NUMBERS.c.committed == bindparam("old"), NUMBERS.c.key_id == bindparam("under"))
    .values(committed=bindparam("new", type_=BigInteger))
)
_RETIRE: Final = (
    update(NUMBERS).where(NUMBERS.c.next == bindparam("first")).values(next=bindparam("after", type_=BigInteger))
)
