"""The tables. One compact row a deal; all that a deal is lies in its row, so that one write changes it as a whole."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)

METADATA: Final = MetaData(naming_convention={"pk": "pk_%(table_name)s", "ix": "ix_%(table_name)s_%(column_0_N_name)s"})

# SQLite takes only a column declared INTEGER as its row's own key, which spares a second tree.
NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")

DEALS: Final = Table(
    "deals",
    METADATA,
    Column("number", NUMBER, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False),
    # Counts the changes of the row; every change is a compare-and-set on it.
    Column("revision", Integer, nullable=False),
    Column("commitment", LargeBinary, nullable=False),
    # The server seed and the token secret, 64 bytes encrypted under the key named beside them.
    Column("key_id", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("ruleset_hash", LargeBinary),
    # Signed notes, byte for byte as they were published.
    Column("open_note", Text),
    Column("seals_note", Text),
    Column("table_note", Text),
    # Unix seconds.
    Column("opened_at", BigInteger),
    Column("expires_at", BigInteger),
    Column("ended_at", BigInteger),
    # JSON, by seat.
    Column("claims", Text),
    Column("seals", Text),
    Column("nonces", Text),
    # The moves of the hand and their signatures, in the encoding of its game.
    Column("moves", LargeBinary, nullable=False),
    Column("by_opener", Boolean(create_constraint=False), nullable=False),
    Column("outcome", Text),
    Column("outcome_index", BigInteger),
    Column("sheet_id", Text),
    Column("attempt", Integer),
)
Index("ix_deals_state_number", DEALS.c.state, DEALS.c.number)
_RUNNING: Final = text("ended_at IS NULL AND expires_at IS NOT NULL")
# Only the deals that run, so that looking for those whose time is up costs the same however many have ended.
Index("ix_deals_expires_at", DEALS.c.expires_at, sqlite_where=_RUNNING, postgresql_where=_RUNNING)

_UNLOGGED: Final = text("outcome IS NOT NULL AND outcome_index IS NULL")
# The outcomes that wait for their place in the log, in the order in which the deals ended.
Index("ix_deals_unlogged", DEALS.c.ended_at, DEALS.c.number, sqlite_where=_UNLOGGED, postgresql_where=_UNLOGGED)

LOG_HEADS: Final = Table(
    "log_heads",
    METADATA,
    # A row a log: commits, outcomes.
    Column("log", Text, primary_key=True),
    Column("size", BigInteger, nullable=False),
    Column("root", LargeBinary, nullable=False),
    # The signed checkpoint of that size; it may be on its way out, while the one below is what the world has been shown.
    Column("note", Text, nullable=False),
    Column("published_size", BigInteger, nullable=False),
    Column("published_note", Text),
)

LOG_CHECKPOINTS: Final = Table(
    "log_checkpoints",
    METADATA,
    # Every checkpoint that was published: the proof of an entry leads to the first that covers it, for ever.
    Column("log", Text, primary_key=True),
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("note", Text, nullable=False),
)

LOG_TILES: Final = Table(
    "log_tiles",
    METADATA,
    Column("log", Text, primary_key=True),
    Column("level", SmallInteger, primary_key=True, autoincrement=False),
    Column("index", BigInteger, primary_key=True, autoincrement=False),
    # 32 bytes a hash, up to 256 of them.
    Column("hashes", LargeBinary, nullable=False),
)

LOG_ENTRIES: Final = Table(
    "log_entries",
    METADATA,
    Column("log", Text, primary_key=True),
    Column("index", BigInteger, primary_key=True, autoincrement=False),
    # Up to 256 entries, as they are served.
    Column("bundle", LargeBinary, nullable=False),
)

NUMBERS: Final = Table(
    "numbers",
    METADATA,
    # One row, with id 1.
    Column("id", Integer, primary_key=True, autoincrement=False),
    # The lowest number that was never handed out, and the highest that is committed.
    Column("next", BigInteger, nullable=False),
    Column("committed", BigInteger, nullable=False),
    # The time of the last opening: openings never go back in time, even if the clock does.
    Column("opened_at", BigInteger, nullable=False),
    # The key that new secrets are encrypted under; a batch sealed under another one is not stored.
    Column("key_id", Text, nullable=False),
)

RULESETS: Final = Table(
    "rulesets",
    METADATA,
    Column("hash", LargeBinary, primary_key=True),
    Column("canonical", LargeBinary, nullable=False),
)

IDEMPOTENCY: Final = Table(
    "idempotency",
    METADATA,
    Column("key_hash", LargeBinary, primary_key=True),
    Column("body_hash", LargeBinary, nullable=False),
    # What the response is made from again.
    Column("result", Text, nullable=False),
    # The number of the deal that the call opened.
    Column("deal", BigInteger),
    # Unix seconds.
    Column("created_at", BigInteger, nullable=False),
)
Index("ix_idempotency_created_at", IDEMPOTENCY.c.created_at)

CLAIMS: Final = Table(
    "claims",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("token_hash", LargeBinary, nullable=False),
)
Index("ix_claims_token_hash", CLAIMS.c.token_hash)

SHEETS: Final = Table(
    "sheets",
    METADATA,
    # 32 hexadecimal digits.
    Column("id", Text, primary_key=True),
    # Counts the changes of the row; every change is a compare-and-set on it.
    Column("revision", Integer, nullable=False),
    # The SHA-256 of the token, and random bytes that the token was derived with if the call had an idempotency key.
    Column("token_hash", LargeBinary, nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("ruleset_hash", LargeBinary, nullable=False),
    # JSON: names by seat, and the rows, the first hand's first.
    Column("players", Text, nullable=False),
    Column("rows", Text, nullable=False),
    # The number of the deal that was opened last for this sheet, unless its points are entered; and, as JSON, how many were
    # opened for each hand.
    Column("deal", BigInteger),
    Column("attempts", Text, nullable=False),
    # Unix seconds.
    Column("created_at", BigInteger, nullable=False),
)
Index("ix_sheets_token_hash", SHEETS.c.token_hash)

LEASES: Final = Table(
    "leases",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)

META: Final = Table(
    "meta",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
