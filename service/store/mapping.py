"""Log entries as the stored events of the `eventsourcing` library, and how these are read again. Their topic names no
class, so that no renamed module breaks it; their state is the entry's bytes."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from sqlalchemy import LargeBinary, Text, bindparam, cast, exists, func, select

from domain.log.record import Entry, Label
from projections.statements import matching
from service.store.relations import stored_events

OF_LOG = matching(stored_events.c.originator_id)

STATES = (
    select(stored_events.c.state)
    .where(OF_LOG, stored_events.c.originator_version > bindparam("after"))
    .order_by(stored_events.c.originator_version)
)
"""The entries of a log after a version, encoded."""

LAST = select(stored_events.c.state).where(OF_LOG).order_by(stored_events.c.originator_version.desc()).limit(1)
"""The last entry of a log, encoded."""

HASH_CHARACTERS = 64

BEHIND_HASH = 2
"""Bytes that stand behind the hash of an encoded entry, in each form in which entries are stored."""

entry_hash = func.substr(
    stored_events.c.state, func.length(stored_events.c.state) - (HASH_CHARACTERS + BEHIND_HASH - 1), HASH_CHARACTERS
)
"""The hash of an entry in hex, as bytes, without what else is stored of it."""

HAS_ENTRY = select(
    exists()
    .where(
        OF_LOG,
        stored_events.c.originator_version == bindparam("version"),
        entry_hash == cast(bindparam("head", type_=Text()), LargeBinary()),
    )
    .label("found")
)
"""Whether a log has this version with this hash."""


def topic(game: str, label: Label) -> str:
    """`GAME:TYPE:SCHEMA` of an entry."""
    return f"{game}:{label.type}:{label.schema}"


def game_of(topic: str) -> str:
    """The game that is named in the topic of a stored event."""
    return topic.partition(":")[0]


def to_stored(stream: UUID, version: int, game: str, entries: Sequence[Entry]) -> list[StoredEvent]:
    """The entries that follow this version of a log; ValueError if they do not."""
    stored = []
    for follows, entry in enumerate(entries, version + 1):
        if entry.label.version != follows:
            raise ValueError(f"the entries do not follow version {version}")
        stored.append(StoredEvent(stream, follows, topic(game, entry.label), entry.encode()))
    return stored
