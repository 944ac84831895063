"""The outbox's tables: what is told over which channel, and what must be known of games and challenges for it."""

from __future__ import annotations

from sqlalchemy import Index, insert

from projections.columns import integer, key, partial_index, read_model, seconds, words
from projections.statements import once, put

outbox_start = read_model(
    "outbox_start",
    integer("position"),
    with_rowid=True,
)

outbox_games = read_model(
    "outbox_games",
    key("id"),
    words("played"),
)

outbox_seats = read_model(
    "outbox_seats",
    key("game"),
    key("seat"),
    words("account", nullable=True),
)

outbox_open = read_model(
    "outbox_open",
    key("game"),
    key("seat"),
    words("decision"),
)

outbox_kept = read_model(
    "outbox_kept",
    key("game"),
    key("decision"),
    key("seat"),
    words("account"),
)

outbox_takebacks = read_model(
    "outbox_takebacks",
    key("game"),
    key("seat"),
    words("decision"),
)

outbox_changing = read_model(
    "outbox_changing",
    key("game"),
    integer("command"),
    words("changed_by"),
)

outbox_hands = read_model(
    "outbox_hands",
    key("game"),
    key("seat"),
    key("kind"),
    key("account"),
    words("decision"),
)

outbox_rows = read_model(
    "outbox_rows",
    key("id"),
    words("channel"),
    words("account"),
    words("game"),
    words("played"),
    words("kind"),
    words("seat"),
    words("decision"),
    words("asked"),
    integer("version"),
    words("head"),
    seconds("at"),
    seconds("due"),
    words("state"),
    integer("attempts"),
    seconds("ended", nullable=True),
    words("error", nullable=True),
    partial_index("outbox_rows_due", "due", where="state = 'waiting'"),
    partial_index("outbox_rows_waiting", "channel", "due", where="state = 'waiting'"),
    partial_index("outbox_rows_ended", "ended", where="ended IS NOT NULL"),
    Index("outbox_rows_by_channel", "channel", "at"),
    Index("outbox_rows_by_account", "account", "kind", "at"),
)

outbox_taken = read_model(
    "outbox_taken",
    key("id"),
    seconds("due"),
)
"""The rows that somebody is sending, and since when each of them is due."""

OF_THE_LOG = (
    outbox_start,
    outbox_games,
    outbox_seats,
    outbox_open,
    outbox_kept,
    outbox_takebacks,
    outbox_changing,
    outbox_hands,
)
"""From where on the log is told of, and what must be known of it for that."""

ALL = (*OF_THE_LOG, outbox_rows, outbox_taken)

START = insert(outbox_start)

KNOW_GAME = once(outbox_games)

ADD_SEAT, ADD_OPEN = insert(outbox_seats), insert(outbox_open)

ADD_KEPT, ADD_TAKEBACK = insert(outbox_kept), insert(outbox_takebacks)

PUT_CHANGING, PUT_HAND = put(outbox_changing), put(outbox_hands)

KEEP_NOTHING = "DELETE FROM outbox_kept WHERE game = :game"

ADD_ROW = once(outbox_rows)
