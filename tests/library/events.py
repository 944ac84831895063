"""Entries of a log in the library's hands: its `Mapper`, `EventStore` and `Repository`, as cheap as they let one."""

from dataclasses import dataclass, field
from uuid import UUID

from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent

from domain.log.record import Entry
from domain.table.table import Table
from service.store.mapping import game_of, topic
from service.store.sqlite import SqliteRecorder

SELECT = """
    SELECT originator_version, topic, state FROM stored_events
    WHERE originator_id=:log AND originator_version>:after ORDER BY originator_version
"""


@dataclass(frozen=True)
class LogEvent:
    """An entry as the library wants a domain event: it knows the aggregate that it belongs to."""

    originator_id: UUID
    originator_version: int
    game: str
    entry: Entry


class EntryMapper(Mapper):
    """The library's `Mapper` with the log's own bytes, which a hash covers."""

    def __init__(self):
        super().__init__(JSONTranscoder())

    def to_stored_event(self, domain_event):
        label = domain_event.entry.label
        stored = domain_event.entry.encode()
        return StoredEvent(domain_event.originator_id, label.version, topic(domain_event.game, label), stored)

    def to_domain_event(self, stored_event):
        entry = Entry.decode(stored_event.state)
        return LogEvent(stored_event.originator_id, stored_event.originator_version, game_of(stored_event.topic), entry)


class QuickRecorder(SqliteRecorder):
    """The store's recorder, which answers the library's question by its own connections and not by the pool."""

    def select_events(self, originator_id, *, gt=None, **rest):
        found = self.rows(SELECT, log=self.key(originator_id), after=gt or 0)
        return [StoredEvent(originator_id, row["originator_version"], row["topic"], row["state"]) for row in found]


@dataclass
class Game:
    """A game as the library's `Repository` wants an aggregate; its `deepcopy` is the table's own clone."""

    id: UUID
    table: Table
    version: int = 0
    entries: list[Entry] = field(default_factory=list)

    def __deepcopy__(self, memo):
        return Game(self.id, self.table.clone(), self.version, list(self.entries))


def projector(catalog):
    """The function that folds events into a game."""

    def project(game, events):
        for event in events:
            game = game or Game(event.originator_id, Table(catalog))
            game.table.fold(event.entry)
            game.entries.append(event.entry)
            game.version = event.originator_version
        return game

    return project
