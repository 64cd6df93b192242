"""Score sheets."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring a store from the revision before to this one."""
    op.create_table(
        "games",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("key_hash", sa.LargeBinary(), nullable=True),
        sa.Column("body_hash", sa.LargeBinary(), nullable=False),
        sa.Column("ruleset_hash", sa.LargeBinary(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("rows", sa.Text(), nullable=False),
        sa.Column("deal", sa.BigInteger(), nullable=True),
        sa.Column("attempts", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index("ix_games_token_hash", "games", ["token_hash"], unique=False)
    op.create_index("ix_games_key_hash", "games", ["key_hash"], unique=True)
    with_key = sa.text("key_hash IS NOT NULL")
    op.create_index(
        "ix_games_keyed", "games", ["created_at"], unique=False, sqlite_where=with_key, postgresql_where=with_key
    )
