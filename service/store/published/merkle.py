"""The journal's Merkle tree in the store: hashes of subtrees, kept in the transaction that lists something.

All of it is derived from the journal: a store that an older program has filled is brought forward with the next entry.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, select

from domain.log.journal import ReservationListed, StartListed
from domain.log.merkle import WIDTH, head_of, leaf_hash
from domain.log.record import Entry
from projections.statements import Cursor, matching, once
from service.store.mapping import STATES
from service.store.recorder import Change
from service.store.relations import journal_listings, journal_nodes

nodes = journal_nodes.c

LAST_LEAF = select(nodes.number).where(nodes.level == 0).order_by(nodes.number.desc()).limit(1)

NODES = (
    select(nodes.hash)
    .where(matching(nodes.level), nodes.number >= bindparam("first"), nodes.number < bindparam("end"))
    .order_by(nodes.number)
)

ADD_NODE = once(journal_nodes)

ADD_LISTING = once(journal_listings)

NAMED = (ReservationListed.__name__, StartListed.__name__)
"""The listings that are found by the game that they name."""


def growing(journal: Any) -> Change:
    """The change that brings the tree forward to the last entry of the journal, whose stream has this key."""

    def grow(cursor: Cursor) -> None:
        last = cursor.execute(LAST_LEAF).fetchone()
        after = 0 if last is None else last["number"] + 1
        for row in cursor.execute(STATES, originator_id=journal, after=after).fetchall():
            _add(cursor, Entry.decode(row["state"]))

    return grow


def _add(cursor: Cursor, entry: Entry) -> None:
    public = entry.read()
    _add_node(cursor, 0, public.version - 1, leaf_hash(entry.public))
    if public.type in NAMED:
        cursor.execute(ADD_LISTING, game=public.data["id"], version=public.version)


def _add_node(cursor: Cursor, level: int, number: int, node: bytes) -> None:
    """Keep a node, and with the last of a row the one that stands for the row."""
    cursor.execute(ADD_NODE, level=level, number=number, hash=node)
    if number % WIDTH == WIDTH - 1:
        found = cursor.execute(NODES, level=level, first=number - WIDTH + 1, end=number + 1).fetchall()
        row = [bytes(one["hash"]) for one in found]
        _add_node(cursor, level + 1, number // WIDTH, head_of(row))
