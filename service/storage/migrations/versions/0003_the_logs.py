"""The logs: heads, checkpoints, tiles, entries, and the outcomes that wait for their place."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring a store from the revision before to this one."""
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
