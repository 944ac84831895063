"""The idempotency keys of an account are found without a look at everybody's."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_index("done_once_account", "done_once", ["account", "at"])
