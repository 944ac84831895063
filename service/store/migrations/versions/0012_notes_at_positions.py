"""People may note something at a version of a game, beside what they note on the game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "position_notes",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("version", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("changed", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
