"""The answer to a request that had an idempotency key is kept, and what is old is found by its age."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, LargeBinary

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("done_once", Column("answer", LargeBinary()))
    op.create_index("done_once_at", "done_once", ["at"])
