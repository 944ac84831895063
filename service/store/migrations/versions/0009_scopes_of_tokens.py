"""A token may be for some purposes only, and for a time. Those that are there stay good for all, and last."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tokens", Column("scopes", Text()))
    op.add_column("tokens", Column("ends", BigInteger().with_variant(Integer(), "sqlite")))
