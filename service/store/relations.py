"""The relations of the store: the events, and beside them, in the same transactions, what may not be public and what
helps.

These are the tables as this program uses them; `service.store.migrations` brings every database there. A column that
holds a time holds seconds UTC, one that names an account, a game or a seat the id of it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, ColumnElement, Index, LargeBinary, MetaData, Table, Text, Uuid
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from projections.columns import INTEGER, integer, key, number_key, octets, seconds, sorted_words, words

REVISION = "0019"
"""The migration that gives this schema. Later ones have greater numbers."""

METADATA = MetaData()

_LOG = Uuid().with_variant(Text(), "sqlite")


def _relation(name: str, *parts: Column[Any] | Index) -> Table:
    return Table(name, METADATA, *parts, sqlite_with_rowid=False)


stored_events = Table(
    "stored_events",
    METADATA,
    Column("originator_id", _LOG, primary_key=True, doc="The log's id; of a SQLite file in hex, without dashes."),
    Column("originator_version", INTEGER, primary_key=True, doc="The event's place in its log, from 1."),
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
    key("key"),
    integer("value", doc="What the key says: a number of the catalogue, a mark of the secret, seconds UTC."),
)

accounts = _relation(
    "accounts",
    key("id"),
    words("name"),
    sorted_words("name_key", unique=True, doc="The name in normal form KC, without case."),
    words("password", nullable=True, doc="Its Argon2 hash; NULL for who is logged in by tokens only."),
    seconds("created"),
)

account_settings = _relation(
    "account_settings",
    key("account"),
    words("time_zone", doc="An IANA name."),
    words("language", doc="An ISO 639-1 code."),
)

former_names = _relation(
    "former_names",
    key("name", doc="A keyed hash of the name without case, hex: the name cannot be read from it."),
    words("account", nullable=True, doc="Who gave it up; NULL of somebody who is gone."),
    seconds("given_up"),
    Index("former_names_account", "account"),
)

tokens = _relation(
    "tokens",
    key("id"),
    octets("hash", unique=True, doc="SHA-256 of the secret."),
    words("account"),
    seconds("created"),
    words("scopes", nullable=True, doc="What it may be used for, separated by spaces; NULL: for all."),
    seconds("ends", nullable=True, doc="From when it is worth nothing; NULL: it lasts."),
    words("app", nullable=True, doc="Whose it is; NULL: its account's own."),
    words("code", nullable=True, doc="The hash of the code that the app got it for."),
    Index("tokens_account", "account"),
    Index("tokens_app", "app"),
    Index("tokens_code", "code", unique=True),
)

apps = _relation(
    "apps",
    key("id"),
    words("account", doc="Who registered it."),
    words("name"),
    words("redirect_uris", doc="Separated by spaces."),
    words("scopes", doc="What it may ask for at most, separated by spaces."),
    seconds("created"),
    Index("apps_account", "account"),
)

app_codes = _relation(
    "app_codes",
    key("code", doc="SHA-256 of it, hex."),
    words("app"),
    words("account", doc="Who has allowed it."),
    words("redirect_uri"),
    words("scopes", doc="What it was allowed for, separated by spaces."),
    words("challenge", doc="SHA-256 of the verifier, base64url (RFC 7636)."),
    seconds("ends"),
    Index("app_codes_app", "app"),
)

token_uses = _relation(
    "token_uses",
    key("id", doc="The token's."),
    words("account"),
    words("name", nullable=True),
    seconds("used", nullable=True),
)

operators = _relation("operators", key("account"))

bots = _relation("bots", key("account", doc="One that a program plays with."))

vacations = _relation("vacations", key("account"), number_key("began", doc="Seconds UTC."), seconds("ends"))

shunned = _relation(
    "shunned",
    key("account"),
    key("other", doc="The account that is blocked or muted."),
    key("how", doc="`blocked` or `muted`."),
    seconds("since"),
)

invitations = _relation(
    "invitations",
    key("id"),
    words("game"),
    words("account", doc="Who invites."),
    words("seat", nullable=True, doc="NULL for any that is free."),
    seconds("created"),
    Index("invitations_game", "game"),
)

spendings = _relation(
    "spendings",
    key("account"),
    key("budget"),
    number_key("number", doc="Their order, from 1."),
    words("item", doc="What it was spent on: a game, a webhook, or an invitation to a game."),
    seconds("at"),
    integer("pending", doc="1 as long as it counts among what the account has at a time, else 0."),
)

seeds = _relation(
    "seeds",
    key("game", doc="The id of what it is for: a log, of whichever kind, or a stage of a league."),
    octets("sealed", doc="The seed, encrypted under that id."),
    words("account", doc="For whom it was reserved; empty of somebody who is gone."),
    seconds("reserved"),
)

shared_games = _relation(
    "shared_games",
    key("game", doc="A game here whose seed is shared with a partner."),
    integer("waits", doc="The version since which something is awaited of the partner; 0 while nothing is."),
    words("revealed", nullable=True, doc="JSON: what the partner revealed at the end."),
)

shared_seeds = _relation(
    "shared_seeds",
    key("game", doc="A game of another installation, to which this one gives shares."),
    words("host", doc="The public key of the installation that runs it, hex."),
    words("host_commitment", doc="To the host's own seed, hex."),
    octets("sealed", doc="The seed here, encrypted under the game's id."),
    integer("shares", doc="How many were given."),
    words("head", nullable=True, doc="Which the last share is bound to, hex."),
    words("ended", nullable=True, doc="The head of the game's end, for which the seed was revealed, hex."),
    seconds("created"),
)

refused_questions = _relation(
    "refused_questions",
    key("game"),
    key("question", doc="JSON: what was asked, with the host's signature."),
    words("reason"),
    seconds("at"),
)

rule_files = _relation(
    "rule_files",
    key("sha256", doc="Of the content, hex."),
    words("game", doc="The game's id in the catalogue."),
    words("name"),
    words("content"),
)

texts = _relation(
    "texts",
    key("id"),
    words("game", doc="The log that refers to the words, of whichever kind."),
    words("account", nullable=True),
    words("text"),
    octets("nonce", doc="32 bytes, under which the log commits to the words."),
    Index("texts_game", "game"),
)

messages = _relation(
    "messages",
    key("game"),
    number_key("number", doc="Their order at the table, from 1."),
    words("account", nullable=True, doc="NULL of somebody who is gone."),
    words("seat", nullable=True),
    seconds("at"),
    words("words", nullable=True, doc="NULL when they were deleted."),
    Index("messages_account", "account"),
)

reports = _relation(
    "reports",
    key("id"),
    words("game"),
    integer("number", doc="The message's."),
    words("account", doc="Who reports it."),
    words("author", nullable=True, doc="NULL of somebody who is gone."),
    words("words", doc="As they were when it was reported."),
    words("reason"),
    seconds("at"),
    seconds("settled", nullable=True),
)

notes = _relation("notes", key("game"), key("account"), words("words"), seconds("changed"))

position_notes = _relation(
    "position_notes",
    key("game"),
    key("account"),
    number_key("version", doc="Of the game, at which it is noted."),
    words("words"),
    seconds("changed"),
)

private_branches = _relation(
    "private_branches",
    key("id"),
    words("game"),
    words("account", doc="Whose it is, and nobody else's."),
    words("seat", doc="From what it knows the world is drawn."),
    integer("version", doc="Of the game, at which it begins."),
    words("seed", doc="Of the world and of its chance, hex."),
    words("answers", doc="JSON: `[seat, action]` of each."),
    words("notes", doc="JSON: how many answers stand before it -> the note."),
    seconds("began"),
    Index("private_branches_account", "account", "game"),
)

standing_orders = _relation(
    "standing_orders",
    key("game"),
    key("seat"),
    words("account"),
    words("orders", doc="JSON."),
    integer("used", doc="How many decisions in a row they have answered."),
)

answers_held = _relation(
    "answers_held",
    key("game"),
    key("seat"),
    words("holder", doc="The account or the AI level that answered."),
    words("decision"),
    words("action", doc="JSON, as it was posted."),
    words("mark", doc="JSON: what the closed part of its command will hold."),
    integer("by_order", doc="1 if a standing order answered, else 0."),
    seconds("due"),
    words("earlier", doc="JSON: idempotency key -> hash of the body, of the posts in whose place it came."),
    Index("answers_held_due", "due"),
    Index("answers_held_holder", "holder"),
)

outages = _relation(
    "outages",
    number_key("id", doc="Their order, from 1."),
    seconds("since"),
    seconds("until"),
    Index("outages_until", "until"),
)
"""Times in which nobody could act in any game: games that run count each once."""

due_work = _relation(
    "due_work",
    key("game"),
    key("kind", doc="`deadline`, or `reminder`."),
    integer("version", doc="Of the log from which it was worked out; 0 where it was not yet."),
    seconds("due", doc="When the game is to be looked at; 0 where that is not worked out yet."),
    seconds("taken", doc="Until when a process has taken it for itself; 0 where none has."),
    Index("due_work_due", "kind", "due"),
)
"""When something is to be done in a game by the clock: a hint of where to look, as the log decides."""

leases = _relation(
    "leases",
    key("name", doc="Of the process that is to be one at a time: `clock`, `dispatcher`, `notify`."),
    words("holder", doc="What tells the process that has it from all others; empty where none has."),
    words("place", doc="Where that runs: the machine's name and the number of the process."),
    seconds("since"),
    integer("renewals", doc="Rises with every renewal: a row that does not change has no holder any more."),
    integer("swept", doc="When all that was due was done, in seconds UTC; 0: not yet."),
)

rematches = _relation(
    "rematches",
    key("game"),
    number_key("number", doc="The how-manieth rematch of the game, from 1."),
    words("made", doc="The id of the rematch."),
)

done_once = _relation(
    "done_once",
    key("key", doc="Hash of who asked, of what, and of the idempotency key."),
    words("account", doc="Whom the answer goes with; empty where that is nobody."),
    words("body", doc="A keyed hash of the request's body, hex; before there were keys, and of forms, its SHA-256."),
    words("made", doc="The id of what was opened, or of the attempt that carried the request out."),
    seconds("at"),
    octets("answer", nullable=True, doc="What a repeat is answered; NULL until that is known."),
    Index("done_once_account", "account", "at"),
    Index("done_once_at", "at"),
)

snapshots = _relation(
    "snapshots",
    key("game"),
    number_key("version"),
    words("program", doc="SHA-256 of all that makes such a table, hex."),
    octets("content"),
)

analyses = _relation(
    "analyses",
    key("game", doc="A game that is over."),
    words("seed", doc="What chance is made of, beside the log."),
    integer("playouts", doc="How many are made for a decision."),
    integer("decisions", doc="How many decisions it has; 0 while they are not counted."),
    integer("slices", doc="How often a worker has gone on with it."),
    seconds("asked"),
    seconds("ended", doc="0 while it is not."),
    Index("analyses_ended", "ended"),
)

findings = _relation(
    "findings",
    key("game"),
    number_key("version", doc="At which it was decided."),
    words("content", doc="JSON: what was found."),
)
"""What follows from a log by long work: may be thrown away with its analysis, and is the same when it is made again."""

signing_keys = _relation(
    "signing_keys",
    key("key", doc="The public key, hex."),
    octets("sealed", doc="The private key, encrypted."),
    seconds("created"),
)

unlisted = Table(
    "unlisted",
    METADATA,
    Column("number", INTEGER, primary_key=True, doc="Their order; the database gives it."),
    words("type", doc="Of what is to be listed, as the journal names it."),
    octets("data", doc="JSON: what is to be listed."),
    seconds("at"),
)
"""What was stored and is not in the journal yet."""

journal_nodes = _relation(
    "journal_nodes",
    number_key("level", doc="How high in the journal's Merkle tree: 0 for a leaf, each level a row of WIDTH below."),
    number_key("number", doc="The node's place in its level, from 0."),
    octets("hash", doc="SHA-256, as RFC 6962 has it."),
)

journal_listings = _relation(
    "journal_listings", key("game"), number_key("version", doc="Of the journal's entry that names the game.")
)

cosignatures = _relation(
    "cosignatures",
    number_key("size", doc="How many entries the checkpoint has."),
    key("witness", doc="The witness's key, as a C2SP verifier key."),
    words("line", doc="The signature line."),
)

records = _relation(
    "records",
    key("id"),
    words("head", unique=True, doc="The hash of its last event, hex."),
    words("account", nullable=True, doc="Who brought it; NULL of somebody who is gone, or of an operator's command."),
    seconds("taken_in"),
    octets("header", doc="JSON: the record without its events and what lies beside them."),
    Index("records_taken_in", "taken_in", "id"),
)

record_entries = _relation(
    "record_entries",
    key("record"),
    number_key("version", doc="0: what lies beside the entries."),
    octets("state", doc="The entry, encoded; under 0 JSON: the record's data, options, files and words."),
)

claims = _relation("claims", key("key", doc="Of a paired round."), words("log", doc="The league's."))

substitutes = _relation("substitutes", key("league"), key("account"))

characters = _relation(
    "characters", key("id"), words("account"), seconds("made"), Index("characters_account", "account")
)

channels = _relation(
    "channels",
    key("id"),
    words("account"),
    words("kind", doc="`mail`, `push`, or the form of a webhook."),
    words("game", nullable=True, doc="NULL for all games."),
    words("address"),
    octets("sealed", doc="The secret that signs what is sent, or the keys of a device, encrypted."),
    integer("digest", nullable=True, doc="The hour of the owner's day, 0 to 23; NULL for each notice at once."),
    seconds("confirmed", nullable=True),
    seconds("created"),
    words("device", nullable=True, doc="What a device is called; NULL of what is none."),
    Index("channels_account", "account"),
)

muted = _relation("muted", key("account"), key("game", doc="A game, a league or a challenge."))

asked_notices = _relation(
    "asked_notices",
    key("id", doc="The delivery's."),
    words("account"),
    words("channel"),
    words("kind"),
    words("once", doc="What tells it from others of its kind."),
    seconds("at"),
    integer("taken", doc="1 once an outbox has it, else 0."),
    Index("asked_notices_account", "account"),
)

counts_of_limits = _relation(
    "counts_of_limits",
    key("limited", doc="A limit, and who is counted."),
    integer("counted"),
    seconds("until", doc="The end of the window, from when it counts anew."),
)
