"""The SQL on sheets. Every function takes the connection that a ``read`` or a ``write`` gave."""

from dataclasses import dataclass, fields
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select, update

from fairdeal.service.storage.database import Again
from fairdeal.service.storage.schema import SHEETS


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of ``sheets`` as it was read. Its ``repr`` shows nothing that leads to the token."""

    id: str
    revision: int
    token_hash: bytes
    salt: bytes
    ruleset_hash: bytes
    players: str
    rows: str
    deal: int | None
    attempts: str
    created_at: int

    def __repr__(self) -> str:
        return f"<SheetRow {self.id} revision {self.revision}>"


_ROW: Final = select(*(SHEETS.c[field.name] for field in fields(SheetRow)))


def fetch(conn: Connection, sheet: str) -> SheetRow | None:
    """The row of a sheet; ``None`` if there is none."""
    row = conn.execute(_FETCH, {"wanted": sheet}).first()
    return None if row is None else SheetRow(*row)


_FETCH: Final = _ROW.where(SHEETS.c.id == bindparam("wanted"))


def is_token(conn: Connection, token_hash: bytes) -> bool:
    """Whether some sheet's token has this SHA-256 (32 bytes)."""
    return conn.execute(_IS_TOKEN, {"wanted": token_hash}).first() is not None


_IS_TOKEN: Final = select(SHEETS.c.id).where(SHEETS.c.token_hash == bindparam("wanted")).limit(1)


def create(conn: Connection, row: SheetRow) -> None:
    """Store a new sheet."""
    conn.execute(_CREATE, {field.name: getattr(row, field.name) for field in fields(SheetRow)})


_CREATE: Final = insert(SHEETS).values({column.name: bindparam(column.name) for column in SHEETS.c})


def change(conn: Connection, row: SheetRow, *, rows: str, deal: int | None, attempts: str) -> None:
    """Set what changes of a sheet, and count its revision up.

    Raises:
        Again: somebody changed it since it was read.
    """
    values = {
        "old_id": row.id,
        "old_revision": row.revision,
        "new_rows": rows,
        "new_deal": deal,
        "new_attempts": attempts,
    }
    if conn.execute(_CHANGE, values).rowcount != 1:
        raise Again


_CHANGE: Final = (
    update(SHEETS)
    .where(SHEETS.c.id == bindparam("old_id"), SHEETS.c.revision == bindparam("old_revision"))
    .values(
        {
            "revision": SHEETS.c.revision + 1,
            "rows": bindparam("new_rows"),
            "deal": bindparam("new_deal"),
            "attempts": bindparam("new_attempts"),
        }
    )
)
