"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "claims",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number", "seat", name=op.f("pk_claims")),
    )
    op.create_index("ix_claims_token_hash", "claims", ["token_hash"], unique=False)
    op.create_table(
        "deals",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.LargeBinary(), nullable=False),
        sa.Column("key_id", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("ruleset_hash", sa.LargeBinary(), nullable=True),
        sa.Column("open_note", sa.Text(), nullable=True),
        sa.Column("seals_note", sa.Text(), nullable=True),
        sa.Column("table_note", sa.Text(), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=True),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("claims", sa.Text(), nullable=True),
        sa.Column("seals", sa.Text(), nullable=True),
        sa.Column("nonces", sa.Text(), nullable=True),
        sa.Column("moves", sa.LargeBinary(), nullable=False),
        sa.Column("by_opener", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("outcome_index", sa.BigInteger(), nullable=True),
        sa.Column("sheet_id", sa.Text(), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_deals")),
    )
    op.create_index(
        "ix_deals_expires_at",
        "deals",
        ["expires_at"],
        unique=False,
        sqlite_where=sa.text("ended_at IS NULL AND expires_at IS NOT NULL"),
        postgresql_where=sa.text("ended_at IS NULL AND expires_at IS NOT NULL"),
    )
    op.create_index("ix_deals_state_number", "deals", ["state", "number"], unique=False)
    op.create_table(
        "idempotency",
        sa.Column("key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("body_hash", sa.LargeBinary(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("deal", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name=op.f("pk_idempotency")),
    )
    op.create_index("ix_idempotency_created_at", "idempotency", ["created_at"], unique=False)
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_leases")),
    )
    op.create_table(
        "meta",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_meta")),
    )
    op.create_table(
        "numbers",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("next", sa.BigInteger(), nullable=False),
        sa.Column("committed", sa.BigInteger(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("key_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_numbers")),
    )
    op.create_table(
        "rulesets",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("canonical", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_rulesets")),
    )
    op.create_table(
        "sheets",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("ruleset_hash", sa.LargeBinary(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("rows", sa.Text(), nullable=False),
        sa.Column("deal", sa.BigInteger(), nullable=True),
        sa.Column("attempts", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sheets")),
    )
    op.create_index("ix_sheets_token_hash", "sheets", ["token_hash"], unique=False)
    op.create_table(
        "log_heads",
        sa.Column("log", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("root", sa.LargeBinary(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("published_size", sa.BigInteger(), nullable=False),
        sa.Column("published_note", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("log", name=op.f("pk_log_heads")),
    )
    op.create_table(
        "log_checkpoints",
        sa.Column("log", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("log", "size", name=op.f("pk_log_checkpoints")),
    )
    op.create_table(
        "log_tiles",
        sa.Column("log", sa.Text(), nullable=False),
        sa.Column("level", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("index", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hashes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("log", "level", "index", name=op.f("pk_log_tiles")),
    )
    op.create_table(
        "log_entries",
        sa.Column("log", sa.Text(), nullable=False),
        sa.Column("index", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("bundle", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("log", "index", name=op.f("pk_log_entries")),
    )
    op.create_index(
        "ix_deals_unlogged",
        "deals",
        ["ended_at", "number"],
        unique=False,
        sqlite_where=sa.text("outcome IS NOT NULL AND outcome_index IS NULL"),
        postgresql_where=sa.text("outcome IS NOT NULL AND outcome_index IS NULL"),
    )
