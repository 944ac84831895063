"""Games that are over are analysed: what was asked for, and what was found of each decision."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("playouts", WHOLE, nullable=False),
        sa.Column("decisions", WHOLE, nullable=False),
        sa.Column("slices", WHOLE, nullable=False),
        sa.Column("asked", WHOLE, nullable=False),
        sa.Column("ended", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("analyses_ended", "analyses", ["ended"])
    op.create_table(
        "findings",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("version", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("content", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
