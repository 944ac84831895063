"""Outages have a relation of their own, in which they stay. Those that were not over for all games yet go on there, and
that of the upgrade itself is reckoned from when the clock was last there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

EARLIER = "outage since "

TAKEN_OVER = f"""
    INSERT INTO outages (id, since, until)
    SELECT row_number() OVER (ORDER BY value, key), CAST(substr(key, {len(EARLIER) + 1}) AS BIGINT), value
    FROM installation WHERE key LIKE '{EARLIER}%'
"""


def upgrade() -> None:
    op.create_table(
        "outages",
        sa.Column("id", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("since", WHOLE, nullable=False),
        sa.Column("until", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("outages_until", "outages", ["until"])
    op.execute(TAKEN_OVER)
    op.execute("""
        INSERT INTO installation (key, value)
        SELECT 'service heartbeat', value FROM installation WHERE key = 'clock heartbeat'
    """)
    op.execute(f"DELETE FROM installation WHERE key LIKE '{EARLIER}%'")
