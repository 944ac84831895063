"""What the journal lists of games, and how it is read. `service.store.event_store.Store.append` writes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.league.closed import finished_game
from domain.league.ratings import verdict_on
from domain.log.canon import Json
from domain.log.journal import EndListed, Listed, StartListed, VerdictListed, journal_of
from domain.log.journal import Journal as Document
from domain.log.record import Entry
from domain.table.parts import Header
from domain.table.table import Table
from service.store.event_store import Store

MOST_ENTRIES = 500
"""How many entries are read at a time."""


class Journal:
    """Reads the installation's journal."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def entries(self, after: int = 0, limit: int = MOST_ENTRIES) -> list[dict[str, Json]]:
        """The entries after version `after`, at most `limit` of them."""
        return [entry.as_json() for entry in self._store.journal(after, limit)]

    def document(self) -> Document:
        """The whole journal."""
        return journal_of(self._store.journal())


def listings(opened: Header, rules: int, entries: Sequence[Entry]) -> Iterator[Listed]:
    """What the journal lists of these entries of a game: its start and its end. `rules` is the number in force."""
    for entry in entries:
        label = entry.label
        place = (label.version, entry.hash)
        if label.type == "GameStarted":
            yield StartListed(opened.id, opened.game, rules, opened.commitment, *place)
        elif label.type == "GameClosed":
            cause = entry.read().data["cause"]
            yield EndListed(opened.id, opened.game, cause, rules, opened.commitment, *place)


def verdict_listed(table: Table, entries: Sequence[Entry]) -> VerdictListed:
    """What the journal lists of a closed game's rating. `entries` are its whole log, `table` is the one at its end."""
    verdict = verdict_on(finished_game(table, entries))
    return VerdictListed(verdict.id, verdict.people, verdict.bots)
