"""The seeds of games may be shared between two installations."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Text

revision = "0007"
down_revision = "0006"

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "shared_games",
        Column("game", Text(), primary_key=True),
        Column("waits", _NUMBER, nullable=False),
        Column("revealed", Text()),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shared_seeds",
        Column("game", Text(), primary_key=True),
        Column("host", Text(), nullable=False),
        Column("host_commitment", Text(), nullable=False),
        Column("sealed", LargeBinary(), nullable=False),
        Column("shares", _NUMBER, nullable=False),
        Column("head", Text()),
        Column("ended", Text()),
        Column("created", _NUMBER, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "refused_questions",
        Column("game", Text(), primary_key=True),
        Column("question", Text(), primary_key=True),
        Column("reason", Text(), nullable=False),
        Column("at", _NUMBER, nullable=False),
        sqlite_with_rowid=False,
    )
