"""The SQL on deals. Every function takes the connection that a ``read`` or a ``write`` gave."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, func, insert, select
from sqlalchemy import update as update_statement

from fairdeal.service.storage.prepared import Prepared
from fairdeal.service.storage.schema import CLAIMS, DEALS, NUMBERS

SEED_BYTES: Final = 32
TOKEN_SECRET_BYTES: Final = 32
"""The secret of a number in the clear is its server seed and then its token secret."""


@dataclass(frozen=True, slots=True)
class DealRow:
    """A row of ``deals`` as it was read. Its ``repr`` shows neither secrets nor cards."""

    number: int
    state: str
    revision: int
    commitment: bytes
    key_id: str
    secret: bytes
    ruleset_hash: bytes | None
    open_note: str | None
    seals_note: str | None
    table_note: str | None
    opened_at: int | None
    expires_at: int | None
    ended_at: int | None
    claims: str | None
    seals: str | None
    nonces: str | None
    moves: bytes
    by_opener: bool
    outcome: str | None
    outcome_index: int | None
    sheet_id: str | None
    attempt: int | None

    def __repr__(self) -> str:
        return f"<DealRow {self.number} {self.state} revision {self.revision}>"


@dataclass(frozen=True, slots=True)
class Committed:
    """A number with its commitment, before it is handed out."""

    number: int
    commitment: bytes
    key_id: str
    secret: bytes

    def __repr__(self) -> str:
        return f"<Committed {self.number}>"


_COLUMNS: Final = tuple(field.name for field in fields(DealRow))
_BY_OPENER: Final = _COLUMNS.index("by_opener")
_ROW: Final = select(*(DEALS.c[name] for name in _COLUMNS))


def fetch(conn: Connection, number: int) -> DealRow | None:
    """The row of a number; ``None`` if it is not committed."""
    row = _FETCH.first(conn, {"wanted": number})
    return None if row is None else _row(row)


def _row(values: tuple[Any, ...]) -> DealRow:
    """A row as a driver gives it: to SQLite a truth value is a number."""
    columns = list(values)
    columns[_BY_OPENER] = bool(columns[_BY_OPENER])
    return DealRow(*columns)


_FETCH: Final = Prepared(_ROW.where(DEALS.c.number == bindparam("wanted")))


def insert_committed(conn: Connection, batch: Iterable[Committed]) -> None:
    """Store numbers with their commitments, as ``committed``."""
    conn.execute(
        _INSERT,
        [
            {"number": row.number, "commitment": row.commitment, "key_id": row.key_id, "secret": row.secret}
            for row in batch
        ],
    )


_INSERT: Final = insert(DEALS).values(
    number=bindparam("number"),
    state="committed",
    revision=0,
    commitment=bindparam("commitment"),
    key_id=bindparam("key_id"),
    secret=bindparam("secret"),
    moves=b"",
    by_opener=False,
)


def update(conn: Connection, row: DealRow, **changes: object) -> bool:
    """Set columns, if the row is still as it was read; ``False`` if somebody changed it. Counts its revision up."""
    values = {f"new_{name}": value for name, value in changes.items()}
    values |= {"old_number": row.number, "old_revision": row.revision}
    return _update(tuple(sorted(changes))).count(conn, values) == 1


@cache
def _update(names: tuple[str, ...]) -> Prepared:
    # At most a few sets of columns are ever changed together: one statement for each is built, and kept.
    return Prepared(
        update_statement(DEALS)
        .where(DEALS.c.number == bindparam("old_number"), DEALS.c.revision == bindparam("old_revision"))
        .values(_counted(names))
    )


def _counted(names: tuple[str, ...]) -> dict[str, Any]:
    """Columns and their new values; each change counts the revision up."""
    return {"revision": DEALS.c.revision + 1, **{name: bindparam(f"new_{name}") for name in names}}


def hand_out(conn: Connection, number: int, **terms: object) -> DealRow:
    """Set the columns of a committed number that was just claimed; its row as it is then."""
    values = {f"new_{name}": value for name, value in terms.items()}
    row = _hand_out(tuple(sorted(terms))).first(conn, values | {"claimed": number})
    assert row is not None, "a number is claimed once, and committed until then"
    return _row(row)


@cache
def _hand_out(names: tuple[str, ...]) -> Prepared:
    return Prepared(
        update_statement(DEALS)
        .where(DEALS.c.number == bindparam("claimed"), DEALS.c.state == "committed")
        .values(_counted(names))
        .returning(*(DEALS.c[name] for name in _COLUMNS))
    )


def list_after(conn: Connection, number: int, limit: int, states: Sequence[str] | None) -> list[DealRow]:
    """Up to ``limit`` rows above ``number``, ascending; only those in one of ``states``, unless that is ``None``."""
    return _list(conn, _page(ascending=True, states=None if states is None else tuple(states)), number, limit)


def list_before(conn: Connection, number: int, limit: int, states: Sequence[str] | None) -> list[DealRow]:
    """Up to ``limit`` rows below ``number``, descending; only those in one of ``states``, unless that is ``None``."""
    return _list(conn, _page(ascending=False, states=None if states is None else tuple(states)), number, limit)


def _list(conn: Connection, page: Select[Any], number: int, limit: int) -> list[DealRow]:
    return [DealRow(*row) for row in conn.execute(page, {"edge": number, "most": limit})]


@cache
def _page(*, ascending: bool, states: tuple[str, ...] | None) -> Select[Any]:
    edge = DEALS.c.number > bindparam("edge") if ascending else DEALS.c.number < bindparam("edge")
    page = _ROW.where(edge).order_by(DEALS.c.number if ascending else DEALS.c.number.desc()).limit(bindparam("most"))
    if states is None:
        return page
    page = page.where(DEALS.c.state == states[0] if len(states) == 1 else DEALS.c.state.in_(states))
    if "committed" not in states:
        # Spares a look at each of the numbers that wait to be handed out: all others lie below them.
        page = page.where(DEALS.c.number < select(NUMBERS.c.next).scalar_subquery())
    return page


def due(conn: Connection, now: int, limit: int, without: Collection[int] = ()) -> list[DealRow]:
    """Up to ``limit`` running deals whose time is up at ``now`` (Unix seconds), the longest overdue first.

    The numbers in ``without`` are left out.
    """
    if not without:
        return [DealRow(*row) for row in conn.execute(_DUE, {"now": now, "most": limit})]
    others = _DUE.where(DEALS.c.number.not_in(without))
    return [DealRow(*row) for row in conn.execute(others, {"now": now, "most": limit})]


_DUE: Final = (
    _ROW.where(DEALS.c.ended_at.is_(None), DEALS.c.expires_at.is_not(None), DEALS.c.expires_at <= bindparam("now"))
    .order_by(DEALS.c.expires_at)
    .limit(bindparam("most"))
)


def unended_after(conn: Connection, number: int, limit: int) -> list[DealRow]:
    """Up to ``limit`` rows above ``number``, ascending, of numbers that were handed out and have not ended.

    Whatever their state says: a damaged row counts too.
    """
    return [_row(tuple(row)) for row in conn.execute(_UNENDED, {"edge": number, "most": limit})]


_UNENDED: Final = (
    _ROW.where(
        DEALS.c.number > bindparam("edge"),
        DEALS.c.number < select(NUMBERS.c.next).scalar_subquery(),
        DEALS.c.outcome.is_(None),
    )
    .order_by(DEALS.c.number)
    .limit(bindparam("most"))
)


def remember_claim(conn: Connection, number: int, seat: int, token_hash: bytes) -> None:
    """Note which deal a client's own token belongs to, so that it is recognised elsewhere."""
    conn.execute(_REMEMBER_CLAIM, {"number": number, "seat": seat, "token_hash": token_hash})


_REMEMBER_CLAIM: Final = insert(CLAIMS).values(
    number=bindparam("number"), seat=bindparam("seat"), token_hash=bindparam("token_hash")
)


def is_claimed_elsewhere(conn: Connection, token_hash: bytes) -> bool:
    """Whether some deal's seat was claimed with a token of this SHA-256 (32 bytes)."""
    return conn.execute(_CLAIMED, {"token_hash": token_hash}).first() is not None


_CLAIMED: Final = select(CLAIMS.c.seat).where(CLAIMS.c.token_hash == bindparam("token_hash")).limit(1)


def count_due(conn: Connection, now: int) -> int:
    """How many running deals have been out of time since ``now`` (Unix seconds) or longer."""
    counted: int = conn.execute(_COUNT_DUE, {"now": now}).scalar_one()
    return counted


_COUNT_DUE: Final = (
    select(func.count())
    .select_from(DEALS)
    .where(DEALS.c.ended_at.is_(None), DEALS.c.expires_at.is_not(None), DEALS.c.expires_at <= bindparam("now"))
)
