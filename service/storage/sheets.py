"""The SQL on games. Every function takes the connection that a ``read`` or a ``write`` gave."""

from dataclasses import dataclass, fields
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from fairdeal.service.storage.database import Again
from fairdeal.service.storage.schema import GAMES

KEY_KEPT_SECONDS: Final = 24 * 60 * 60
"""How long after its game was created an idempotency key is remembered."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A row of ``games`` as it was read. Its ``repr`` shows nothing that leads to the token."""

    id: str
    revision: int
    token_hash: bytes
    salt: bytes
    key_hash: bytes | None
    body_hash: bytes
    ruleset_hash: bytes
    players: str
    rows: str
    deal: int | None
    attempts: str
    created_at: int

    def __repr__(self) -> str:
        return f"<GameRow {self.id} revision {self.revision}>"


_ROW: Final = select(*(GAMES.c[field.name] for field in fields(GameRow)))


def fetch(conn: Connection, game: str) -> GameRow | None:
    """The row of a game; ``None`` if there is none."""
    row = conn.execute(_FETCH, {"wanted": game}).first()
    return None if row is None else GameRow(*row)


_FETCH: Final = _ROW.where(GAMES.c.id == bindparam("wanted"))


def created_with(conn: Connection, key_hash: bytes) -> GameRow | None:
    """The game that was created with the idempotency key of this SHA-256 (32 bytes)."""
    row = conn.execute(_CREATED_WITH, {"wanted": key_hash}).first()
    return None if row is None else GameRow(*row)


_CREATED_WITH: Final = _ROW.where(GAMES.c.key_hash == bindparam("wanted"))


def is_token(conn: Connection, token_hash: bytes) -> bool:
    """Whether some game's token has this SHA-256 (32 bytes)."""
    return conn.execute(_IS_TOKEN, {"wanted": token_hash}).first() is not None


_IS_TOKEN: Final = select(GAMES.c.id).where(GAMES.c.token_hash == bindparam("wanted")).limit(1)


def create(conn: Connection, row: GameRow) -> None:
    """Store a new game.

    Raises:
        Again: another transaction used the same idempotency key meanwhile: the call has to be judged anew.
    """
    try:
        conn.execute(_CREATE, {field.name: getattr(row, field.name) for field in fields(GameRow)})
    except IntegrityError as conflict:
        raise Again from conflict


_CREATE: Final = insert(GAMES).values({column.name: bindparam(column.name) for column in GAMES.c})


def change(conn: Connection, row: GameRow, *, rows: str, deal: int | None, attempts: str) -> None:
    """Set what changes of a game, and count its revision up.

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
    update(GAMES)
    .where(GAMES.c.id == bindparam("old_id"), GAMES.c.revision == bindparam("old_revision"))
    .values(
        {
            "revision": GAMES.c.revision + 1,
            "rows": bindparam("new_rows"),
            "deal": bindparam("new_deal"),
            "attempts": bindparam("new_attempts"),
        }
    )
)


def forget_key(conn: Connection, game: str) -> None:
    """Forget the idempotency key of one game."""
    conn.execute(_FORGET, {"wanted": game})


_FORGET: Final = update(GAMES).where(GAMES.c.id == bindparam("wanted")).values(key_hash=None)


def purge_keys(conn: Connection, now: int, limit: int) -> int:
    """Forget up to ``limit`` keys of games created a day or longer before ``now`` (Unix seconds); says how many."""
    return conn.execute(_PURGE, {"before": now - KEY_KEPT_SECONDS, "most": limit}).rowcount


_PURGE: Final = (
    update(GAMES)
    .where(
        GAMES.c.id.in_(
            select(GAMES.c.id)
            .where(GAMES.c.key_hash.is_not(None), GAMES.c.created_at <= bindparam("before"))
            .order_by(GAMES.c.created_at)
            .limit(bindparam("most"))
        )
    )
    .values(key_hash=None)
)
