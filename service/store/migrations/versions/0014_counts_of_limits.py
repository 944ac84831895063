"""Where there is no Redis the store counts what callers ask, for all processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "counts_of_limits",
        sa.Column("limited", sa.Text(), primary_key=True),
        sa.Column("counted", WHOLE, nullable=False),
        sa.Column("until", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
