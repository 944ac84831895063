"""Positions in PostgreSQL are drawn from the sequence of their column, which goes on behind those that were worked out.

What is to be listed in the journal waits in a relation of its own. Programs that store events under a lock on all of
them stop writing in PostgreSQL.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

SEQUENCE = (
    "LOCK TABLE stored_events IN EXCLUSIVE MODE",
    """
    SELECT setval('stored_events_notification_id_seq', max(notification_id)) FROM stored_events
    HAVING max(notification_id) IS NOT NULL
    """,
    "UPDATE installation SET value = 5 WHERE key = 'event catalogue' AND value < 5",
)


def upgrade() -> None:
    op.create_table(
        "unlisted",
        sa.Column("number", WHOLE, primary_key=True),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("at", WHOLE, nullable=False),
    )
    if op.get_context().dialect.name == "postgresql":
        for statement in SEQUENCE:
            op.execute(statement)
