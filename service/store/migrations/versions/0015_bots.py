"""Accounts may be marked as bots'."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table("bots", sa.Column("account", sa.Text(), primary_key=True), sqlite_with_rowid=False)
