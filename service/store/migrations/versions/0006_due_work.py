"""What is due in running games is found without a look at all of them; and answers that wait, by when they appear and
by whose they are.

Of games that run already it is not worked out here: the processes that ask for what is due look at each of them once.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

RUNNING = """
    INSERT INTO due_work (game, kind, version, due, taken)
    SELECT {id}, kinds.kind, 0, 0, 0
    FROM stored_events e, (SELECT 'deadline' AS kind UNION ALL SELECT 'reminder') AS kinds
    WHERE e.topic LIKE '%:GameStarted:%' AND NOT EXISTS (
        SELECT 1 FROM stored_events c WHERE c.originator_id = e.originator_id AND c.topic LIKE '%:GameClosed:%'
    )
"""

IDS = {
    "postgresql": "CAST(e.originator_id AS text)",
    "sqlite": " || '-' || ".join(
        f"substr(e.originator_id, {start}, {length})" for start, length in ((1, 8), (9, 4), (13, 4), (17, 4), (21, 12))
    ),
}
"""A log's id as games have it: SQLite keeps it in hex, without dashes."""


def upgrade() -> None:
    op.create_table(
        "due_work",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("kind", sa.Text(), primary_key=True),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("due", WHOLE, nullable=False),
        sa.Column("taken", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("due_work_due", "due_work", ["kind", "due"])
    op.create_index("answers_held_due", "answers_held", ["due"])
    op.create_index("answers_held_holder", "answers_held", ["holder"])
    op.execute(sa.text(RUNNING.format(id=IDS[op.get_bind().dialect.name]).replace(":", r"\:")))
