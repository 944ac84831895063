"""A device on which notices are shown is a channel, and has a name."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("channels", Column("device", Text()))
