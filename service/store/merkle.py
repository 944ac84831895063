"""The journal's Merkle tree in the store: hashes of subtrees, kept in the transaction that lists something.

All of it is derived from the journal: a store that an older program has filled is brought forward with the next entry.
"""

from __future__ import annotations

from typing import Any

from domain.log.journal import ReservationListed, StartListed
from domain.log.merkle import WIDTH, head_of, leaf_hash
from domain.log.record import Entry
from service.store.recorder import Change, Cursor

LAST_LEAF = "SELECT number FROM journal_nodes WHERE level=0 ORDER BY number DESC LIMIT 1"

NODES = "SELECT hash FROM journal_nodes WHERE level=? AND number>=? AND number<? ORDER BY number"

FOLLOWING = "SELECT state FROM stored_events WHERE originator_id=? AND originator_version>? ORDER BY originator_version"

ADD_NODE = "INSERT INTO journal_nodes (level, number, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"

ADD_LISTING = "INSERT INTO journal_listings (game, version) VALUES (?, ?) ON CONFLICT DO NOTHING"

NAMED = (ReservationListed.__name__, StartListed.__name__)
"""The listings that are found by the game that they name."""


def growing(journal: Any) -> Change:
    """The change that brings the tree forward to the last entry of the journal, whose stream has this key."""

    def grow(cursor: Cursor) -> None:
        cursor.execute(LAST_LEAF)
        last = cursor.fetchone()
        cursor.execute(FOLLOWING, (journal, 0 if last is None else last["number"] + 1))
        for row in cursor.fetchall():
            _add(cursor, Entry.decode(row["state"]))

    return grow


def _add(cursor: Cursor, entry: Entry) -> None:
    public = entry.read()
    _add_node(cursor, 0, public.version - 1, leaf_hash(entry.public))
    if public.type in NAMED:
        cursor.execute(ADD_LISTING, (public.data["id"], public.version))


def _add_node(cursor: Cursor, level: int, number: int, node: bytes) -> None:
    """Keep a node, and with the last of a row the one that stands for the row."""
    cursor.execute(ADD_NODE, (level, number, node))
    if number % WIDTH == WIDTH - 1:
        cursor.execute(NODES, (level, number - WIDTH + 1, number + 1))
        row = [bytes(one["hash"]) for one in cursor.fetchall()]
        _add_node(cursor, level + 1, number // WIDTH, head_of(row))
