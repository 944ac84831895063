"""PostgreSQL compares names by code points, whatever the collation of the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        op.alter_column("accounts", "name_key", type_=sa.Text(collation="C"))
