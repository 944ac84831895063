"""Apps of others may be allowed to have tokens."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "apps",
        sa.Column("id", sa.Text(), primary_key=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("account", "name", "redirect_uris", "scopes")),
        sa.Column("created", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("apps_account", "apps", ["account"])
    words = ("app", "account", "redirect_uri", "scopes", "challenge")
    op.create_table(
        "app_codes",
        sa.Column("code", sa.Text(), primary_key=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in words),
        sa.Column("ends", WHOLE, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("app_codes_app", "app_codes", ["app"])
    op.add_column("tokens", sa.Column("app", sa.Text()))
    op.add_column("tokens", sa.Column("code", sa.Text()))
    op.create_index("tokens_app", "tokens", ["app"])
    op.create_index("tokens_code", "tokens", ["code"], unique=True)
