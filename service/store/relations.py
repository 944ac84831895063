"""The relations of the store: the events, and beside them, in the same transactions, what may not be public and what
helps.

These are the tables as this program uses them; `service.store.migrations` brings every database there. A column that
holds a time holds seconds UTC, one that names an account, a game or a seat the id of it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy import BigInteger, Column, ColumnElement, Index, Integer, LargeBinary, MetaData, Table, Text, Uuid
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

REVISION = "0003"
"""The migration that gives this schema. Later ones have greater numbers."""

METADATA = MetaData()

_WHOLE = BigInteger().with_variant(Integer(), "sqlite")
_LOG = Uuid().with_variant(Text(), "sqlite")


def _relation(name: str, *parts: Column[Any] | Index) -> Table:
    return Table(name, METADATA, *parts, sqlite_with_rowid=False)


_text: partial[Column[Any]] = partial(Column, type_=Text(), nullable=False)
_whole: partial[Column[Any]] = partial(Column, type_=_WHOLE, nullable=False)
_time: partial[Column[Any]] = partial(_whole, doc="Seconds UTC.")
_bytes: partial[Column[Any]] = partial(Column, type_=LargeBinary(), nullable=False)
_key: partial[Column[Any]] = partial(Column, type_=Text(), primary_key=True)
_number_key: partial[Column[Any]] = partial(Column, type_=_WHOLE, primary_key=True)

stored_events = Table(
    "stored_events",
    METADATA,
    Column("originator_id", _LOG, primary_key=True, doc="The log's id; of a SQLite file in hex, without dashes."),
    Column("originator_version", _WHOLE, primary_key=True, doc="The event's place in its log, from 1."),
    Column("topic", Text(), doc="GAME:TYPE:SCHEMA."),
    Column("state", LargeBinary(), doc="The entry, encoded."),
)
"""Every log's events, as the recorders of the `eventsourcing` library keep them; none is ever changed."""


class _Position(ColumnElement[int]):
    """An event's place in the log of all games: a column of its own in PostgreSQL, the row's id in SQLite."""

    inherit_cache = True
    type = BigInteger()


@compiles(_Position)
def _column(position: _Position, compiler: SQLCompiler, **options: object) -> str:
    return "notification_id"


@compiles(_Position, "sqlite")
def _row_id(position: _Position, compiler: SQLCompiler, **options: object) -> str:
    return "rowid"


position = _Position()

installation = _relation(
    "installation",
    _key("key"),
    _whole("value", doc="What the key says: a number of the catalogue, a mark of the secret, seconds UTC."),
)

accounts = _relation(
    "accounts",
    _key("id"),
    _text("name"),
    _text("name_key", unique=True, doc="The name in normal form KC, without case."),
    _text("password", nullable=True, doc="Its Argon2 hash; NULL for who is logged in by tokens only."),
    _time("created"),
)

account_settings = _relation(
    "account_settings",
    _key("account"),
    _text("time_zone", doc="An IANA name."),
    _text("language", doc="An ISO 639-1 code."),
)

tokens = _relation(
    "tokens",
    _key("id"),
    _bytes("hash", unique=True, doc="SHA-256 of the secret."),
    _text("account"),
    _time("created"),
    Index("tokens_account", "account"),
)

token_uses = _relation(
    "token_uses",
    _key("id", doc="The token's."),
    _text("account"),
    _text("name", nullable=True),
    _time("used", nullable=True),
)

operators = _relation("operators", _key("account"))

vacations = _relation("vacations", _key("account"), _number_key("began", doc="Seconds UTC."), _time("ends"))

shunned = _relation(
    "shunned",
    _key("account"),
    _key("other", doc="The account that is blocked or muted."),
    _key("how", doc="`blocked` or `muted`."),
    _time("since"),
)

invitations = _relation(
    "invitations",
    _key("id"),
    _text("game"),
    _text("account", doc="Who invites."),
    _text("seat", nullable=True, doc="NULL for any that is free."),
    _time("created"),
    Index("invitations_game", "game"),
)

seeds = _relation(
    "seeds",
    _key("game", doc="The id of the log to be, of whichever kind."),
    _bytes("sealed", doc="The seed, encrypted under the game's id."),
    _text("account", doc="For whom it was reserved."),
    _time("reserved"),
)

rule_files = _relation(
    "rule_files",
    _key("sha256", doc="Of the content, hex."),
    _text("game", doc="The game's id in the catalogue."),
    _text("name"),
    _text("content"),
)

texts = _relation(
    "texts",
    _key("id"),
    _text("game", doc="The log that refers to the words, of whichever kind."),
    _text("account", nullable=True),
    _text("text"),
    _bytes("nonce", doc="32 bytes, under which the log commits to the words."),
    Index("texts_game", "game"),
)

messages = _relation(
    "messages",
    _key("game"),
    _number_key("number", doc="Their order at the table, from 1."),
    _text("account", nullable=True, doc="NULL of somebody who is gone."),
    _text("seat", nullable=True),
    _time("at"),
    _text("words", nullable=True, doc="NULL when they were deleted."),
    Index("messages_account", "account"),
)

reports = _relation(
    "reports",
    _key("id"),
    _text("game"),
    _whole("number", doc="The message's."),
    _text("account", doc="Who reports it."),
    _text("author", nullable=True, doc="NULL of somebody who is gone."),
    _text("words", doc="As they were when it was reported."),
    _text("reason"),
    _time("at"),
    _time("settled", nullable=True),
)

notes = _relation("notes", _key("game"), _key("account"), _text("words"), _time("changed"))

standing_orders = _relation(
    "standing_orders",
    _key("game"),
    _key("seat"),
    _text("account"),
    _text("orders", doc="JSON."),
    _whole("used", doc="How many decisions in a row they have answered."),
)

answers_held = _relation(
    "answers_held",
    _key("game"),
    _key("seat"),
    _text("holder", doc="The account or the AI level that answered."),
    _text("decision"),
    _text("action", doc="JSON, as it was posted."),
    _text("mark", doc="JSON: what the closed part of its command will hold."),
    _whole("by_order", doc="1 if a standing order answered, else 0."),
    _time("due"),
    _text("earlier", doc="JSON: idempotency key -> hash of the body, of the posts in whose place it came."),
)

rematches = _relation(
    "rematches",
    _key("game"),
    _number_key("number", doc="The how-manieth rematch of the game, from 1."),
    _text("made", doc="The id of the rematch."),
)

done_once = _relation(
    "done_once",
    _key("key", doc="Hash of account, address and idempotency key."),
    _text("account"),
    _text("body", doc="SHA-256 of the request's body, hex."),
    _text("made", doc="The id of what was opened."),
    _time("at"),
    Index("done_once_account", "account", "at"),
)

snapshots = _relation(
    "snapshots",
    _key("game"),
    _number_key("version"),
    _text("program", doc="SHA-256 of all that makes such a table, hex."),
    _bytes("content"),
)

signing_keys = _relation(
    "signing_keys",
    _key("key", doc="The public key, hex."),
    _bytes("sealed", doc="The private key, encrypted."),
    _time("created"),
)

journal_nodes = _relation(
    "journal_nodes",
    _number_key("level", doc="How high in the journal's Merkle tree: 0 for a leaf, each level a row of WIDTH below."),
    _number_key("number", doc="The node's place in its level, from 0."),
    _bytes("hash", doc="SHA-256, as RFC 6962 has it."),
)

journal_listings = _relation(
    "journal_listings", _key("game"), _number_key("version", doc="Of the journal's entry that names the game.")
)

cosignatures = _relation(
    "cosignatures",
    _number_key("size", doc="How many entries the checkpoint has."),
    _key("witness", doc="The witness's key, as a C2SP verifier key."),
    _text("line", doc="The signature line."),
)

records = _relation(
    "records",
    _key("id"),
    _text("head", unique=True, doc="The hash of its last event, hex."),
    _text("account", nullable=True, doc="Who brought it."),
    _time("taken_in"),
    _bytes("header", doc="JSON: the record without its events."),
    Index("records_taken_in", "taken_in", "id"),
)

record_entries = _relation(
    "record_entries",
    _key("record"),
    _number_key("version"),
    _bytes("state", doc="The entry, encoded."),
)

claims = _relation("claims", _key("key", doc="Of a paired round."), _text("log", doc="The league's."))

substitutes = _relation("substitutes", _key("league"), _key("account"))

characters = _relation(
    "characters", _key("id"), _text("account"), _time("made"), Index("characters_account", "account")
)

channels = _relation(
    "channels",
    _key("id"),
    _text("account"),
    _text("kind", doc="`mail`, or the form of a webhook."),
    _text("game", nullable=True, doc="NULL for all games."),
    _text("address"),
    _bytes("sealed", doc="The secret that signs what is sent, encrypted."),
    _whole("digest", nullable=True, doc="The hour of the owner's day, 0 to 23; NULL for each notice at once."),
    _time("confirmed", nullable=True),
    _time("created"),
    Index("channels_account", "account"),
)

muted = _relation("muted", _key("account"), _key("game", doc="A game, a league or a challenge."))

asked_notices = _relation(
    "asked_notices",
    _key("id", doc="The delivery's."),
    _text("account"),
    _text("channel"),
    _text("kind"),
    _text("once", doc="What tells it from others of its kind."),
    _time("at"),
    _whole("taken", doc="1 once an outbox has it, else 0."),
    Index("asked_notices_account", "account"),
)
