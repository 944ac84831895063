"""Between the log's entries and the library's stored events: a topic that no renamed module can break, and bytes."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.log.record import Entry, Label


def topic(game: str, label: Label) -> str:
    """`GAME:TYPE:SCHEMA` of an entry."""
    return f"{game}:{label.type}:{label.schema}"


def game_of(topic: str) -> str:
    """The game that is named in the topic of a stored event."""
    return topic.partition(":")[0]


def to_stored(stream: UUID, version: int, game: str, entries: Sequence[Entry]) -> list[StoredEvent]:
    """The entries that follow this version of a log; ValueError if they do not."""
    labels = [entry.label for entry in entries]
    if [label.version for label in labels] != list(range(version + 1, version + 1 + len(entries))):
        raise ValueError(f"the entries do not follow version {version}")
    return [
        StoredEvent(stream, label.version, topic(game, label), entry.encode())
        for label, entry in zip(labels, entries, strict=True)
    ]
