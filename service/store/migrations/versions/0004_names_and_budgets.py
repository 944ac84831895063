"""Names that were given up are kept for a while, and what accounts make others look at is counted.

Webhooks that are there count, as do links that invite; and they stay in use, whoever has confirmed them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

COUNT = """
    INSERT INTO spendings (account, budget, number, item, at, pending)
    SELECT account, '{budget}', row_number() OVER (PARTITION BY account ORDER BY created, id), {item}, created, 1
    FROM {relation} WHERE {of}
"""


def upgrade() -> None:
    op.create_table(
        "former_names",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text()),
        sa.Column("given_up", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("former_names_account", "former_names", ["account"])
    op.create_table(
        "spendings",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("budget", sa.Text(), primary_key=True),
        sa.Column("number", WHOLE, primary_key=True),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("at", WHOLE, nullable=False),
        sa.Column("pending", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute(COUNT.format(budget="webhooks", item="id", relation="channels", of="kind != 'mail'"))
    op.execute(
        COUNT.format(budget="pending invitations", item="game || ' link ' || id", relation="invitations", of="1 = 1")
    )
    op.execute("UPDATE channels SET confirmed = created WHERE kind != 'mail' AND confirmed IS NULL")
