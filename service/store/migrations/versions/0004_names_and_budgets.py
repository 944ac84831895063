"""Names that were given up are kept for a while."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "former_names",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text()),
        sa.Column("given_up", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("former_names_account", "former_names", ["account"])
