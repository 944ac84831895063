"""The relations as programs made them that knew no migrations, up to commit 00c363a and its schema.

What such a program has made already stays as it is; only what is missing is made.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Text

revision = "0001"
down_revision = None

STORED_EVENTS = {
    "sqlite": (
        "CREATE TABLE IF NOT EXISTS stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT,"
        " state BLOB, PRIMARY KEY (originator_id, originator_version))",
    ),
    "postgresql": (
        "CREATE TABLE IF NOT EXISTS stored_events (originator_id uuid NOT NULL, originator_version bigint NOT NULL,"
        " topic text, state bytea, notification_id bigserial, PRIMARY KEY (originator_id, originator_version))"
        " WITH (autovacuum_enabled = true, autovacuum_vacuum_threshold = 100000000,"
        " autovacuum_vacuum_scale_factor = 0.5, autovacuum_analyze_threshold = 1000,"
        " autovacuum_analyze_scale_factor = 0.01)",
        "CREATE UNIQUE INDEX IF NOT EXISTS stored_events_notification_id_idx ON stored_events (notification_id ASC)",
    ),
}
"""The events as the recorders of `eventsourcing` 9.5 make them, but for the function through which nobody inserts."""

_WHOLE = BigInteger().with_variant(Integer(), "sqlite")

_text: partial[Column[Any]] = partial(Column, type_=Text(), nullable=False)
_whole: partial[Column[Any]] = partial(Column, type_=_WHOLE, nullable=False)
_time = _whole
_bytes: partial[Column[Any]] = partial(Column, type_=LargeBinary(), nullable=False)
_key: partial[Column[Any]] = partial(Column, type_=Text(), primary_key=True)
_number_key: partial[Column[Any]] = partial(Column, type_=_WHOLE, primary_key=True)

RELATIONS: dict[str, tuple[Column[Any], ...]] = {
    "installation": (_key("key"), _whole("value")),
    "accounts": (
        _key("id"),
        _text("name"),
        _text("name_key", unique=True),
        _text("password", nullable=True),
        _time("created"),
    ),
    "account_settings": (_key("account"), _text("time_zone"), _text("language")),
    "tokens": (_key("id"), _bytes("hash", unique=True), _text("account"), _time("created")),
    "token_uses": (_key("id"), _text("account"), _text("name", nullable=True), _time("used", nullable=True)),
    "operators": (_key("account"),),
    "vacations": (_key("account"), _number_key("began"), _time("ends")),
    "shunned": (_key("account"), _key("other"), _key("how"), _time("since")),
    "invitations": (_key("id"), _text("game"), _text("account"), _text("seat", nullable=True), _time("created")),
    "seeds": (_key("game"), _bytes("sealed"), _text("account"), _time("reserved")),
    "rule_files": (_key("sha256"), _text("game"), _text("name"), _text("content")),
    "texts": (_key("id"), _text("game"), _text("account", nullable=True), _text("text"), _bytes("nonce")),
    "messages": (
        _key("game"),
        _number_key("number"),
        _text("account", nullable=True),
        _text("seat", nullable=True),
        _time("at"),
        _text("words", nullable=True),
    ),
    "reports": (
        _key("id"),
        _text("game"),
        _whole("number"),
        _text("account"),
        _text("author", nullable=True),
        _text("words"),
        _text("reason"),
        _time("at"),
        _time("settled", nullable=True),
    ),
    "notes": (_key("game"), _key("account"), _text("words"), _time("changed")),
    "standing_orders": (_key("game"), _key("seat"), _text("account"), _text("orders"), _whole("used")),
    "answers_held": (
        _key("game"),
        _key("seat"),
        _text("holder"),
        _text("decision"),
        _text("action"),
        _text("mark"),
        _whole("by_order"),
        _time("due"),
        _text("earlier"),
    ),
    "rematches": (_key("game"), _number_key("number"), _text("made")),
    "done_once": (_key("key"), _text("account"), _text("body"), _text("made"), _time("at")),
    "snapshots": (_key("game"), _number_key("version"), _text("program"), _bytes("content")),
    "signing_keys": (_key("key"), _bytes("sealed"), _time("created")),
    "records": (
        _key("id"),
        _text("head", unique=True),
        _text("account", nullable=True),
        _time("taken_in"),
        _bytes("header"),
    ),
    "record_entries": (_key("record"), _number_key("version"), _bytes("state")),
    "claims": (_key("key"), _text("log")),
    "substitutes": (_key("league"), _key("account")),
    "characters": (_key("id"), _text("account"), _time("made")),
    "channels": (
        _key("id"),
        _text("account"),
        _text("kind"),
        _text("game", nullable=True),
        _text("address"),
        _bytes("sealed"),
        _whole("digest", nullable=True),
        _time("confirmed", nullable=True),
        _time("created"),
    ),
    "muted": (_key("account"), _key("game")),
    "asked_notices": (
        _key("id"),
        _text("account"),
        _text("channel"),
        _text("kind"),
        _text("once"),
        _time("at"),
        _whole("taken"),
    ),
}

INDEXES = {
    "tokens_account": ("tokens", ["account"]),
    "invitations_game": ("invitations", ["game"]),
    "characters_account": ("characters", ["account"]),
    "texts_game": ("texts", ["game"]),
    "messages_account": ("messages", ["account"]),
    "records_taken_in": ("records", ["taken_in", "id"]),
    "channels_account": ("channels", ["account"]),
    "asked_notices_account": ("asked_notices", ["account"]),
}


def upgrade() -> None:
    for statement in STORED_EVENTS[op.get_context().dialect.name]:
        op.execute(statement)
    for name, columns in RELATIONS.items():
        op.create_table(name, *columns, sqlite_with_rowid=False, if_not_exists=True)
    for index, (name, indexed) in INDEXES.items():
        op.create_index(index, name, indexed, if_not_exists=True)
