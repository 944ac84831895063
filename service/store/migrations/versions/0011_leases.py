"""Processes of which one at a time does what is due say so in a relation, on however many machines they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("since", WHOLE, nullable=False),
        sa.Column("renewals", WHOLE, nullable=False),
        sa.Column("swept", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
