"""The journal has a Merkle tree, and checkpoints that witnesses cosign."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "journal_nodes",
        sa.Column("level", WHOLE, primary_key=True),
        sa.Column("number", WHOLE, primary_key=True),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "journal_listings",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("version", WHOLE, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cosignatures",
        sa.Column("size", WHOLE, primary_key=True),
        sa.Column("witness", sa.Text(), primary_key=True),
        sa.Column("line", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
