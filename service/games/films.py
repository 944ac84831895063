"""Games as films: their scenes and landmarks, the course of their charts, and what a seat read of the log while it was
played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from domain.contract.facets.charted import chart_titles
from domain.contract.facets.told import sentences
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.records.deeds import deeds
from domain.records.film import Film, Moment, course, film, moment
from domain.table.table import Table
from service.games import views
from service.games.game_logs import GameLogs
from service.games.shapes.answers import Game
from service.games.viewing import GameViews

REMEMBERED = 64
"""Of how many games, as far as they have come, the film and the charts are kept."""


class Films:
    """Shows games as films, as far as somebody may see them. Thread-safe; raises `ServiceError`."""

    def __init__(self, logs: GameLogs, views: GameViews, catalog: Catalog) -> None:
        self._logs = logs
        self._views = views
        self._catalog = catalog
        self._film = lru_cache(REMEMBERED)(self._made)
        self._course = lru_cache(REMEMBERED)(self._followed)

    def film(self, game_id: str, account_id: str | None, seat: str | None = None) -> Film:
        """The film of a game."""
        _, end = self._seen(game_id, account_id, seat)
        return self._film(game_id, end)

    def course(
        self, game_id: str, account_id: str | None, seat: str | None = None, until: int | None = None
    ) -> tuple[Moment, ...]:
        """What stood in the game's charts at each turn, as the account saw it then, and last at version `until`.

        Without it the last one is what the account sees now.
        """
        reader, end = self._seen(game_id, account_id, seat)
        last = end if until is None else min(until, end)
        turns = [one for one in self._course(game_id, end, reader) if one.version < last]
        with self._logs.latest(game_id) as log:
            table = self._logs.table_at(log, last)
        if table.state is None or not chart_titles(table.game):
            return ()
        return (*turns, moment(table, reader))

    def events(
        self, game_id: str, account_id: str | None, seat: str | None, after: int, limit: int
    ) -> list[dict[str, Json]]:
        """Log entries as whoever looks could read them while the game was played, whatever was laid open since."""
        with self._logs.latest(game_id) as log:
            return self._views.events(log, account_id, seat, after, limit, live=True)

    def views(self, game_id: str, account_id: str | None, seat: str | None, versions: Sequence[int]) -> Iterator[Game]:
        """The game as the account saw it at these versions, which rise, in one pass over its log."""
        reader, end = self._seen(game_id, account_id, seat)
        with self._logs.latest(game_id) as log:
            entries = log.entries[:end]
        table, wanted = Table(self._catalog), set(versions)
        for entry in entries:
            table.fold(entry)
            if table.version in wanted:
                yield self._views.view(table, reader, past=True)

    def deeds(self, game_id: str, account_id: str | None) -> Mapping[str, list[tuple[str, int]]]:
        """Seat -> what it did, as its game counts it: types of events with how often, the most frequent first."""
        _, end = self._seen(game_id, account_id, None)
        with self._logs.latest(game_id) as log:
            entries, seats, game = log.entries[:end], tuple(log.table.seats), log.table.game
        return deeds([entry.read() for entry in entries], seats, sentences(game).counted)

    def _seen(self, game_id: str, account_id: str | None, seat: str | None) -> tuple[str, int]:
        """Through whose eyes the account sees the game, and up to which version."""
        with self._logs.latest(game_id) as log:
            seen = views.sight(log.table, account_id, seat)
            return seen.reader, log.version if seen.until is None else seen.until

    def _made(self, game_id: str, end: int) -> Film:
        with self._logs.latest(game_id) as log:
            entries, game = log.entries[:end], log.table.game
        return film([entry.read() for entry in entries], game.marks, sentences(game).landmarks)

    def _followed(self, game_id: str, end: int, reader: str) -> tuple[Moment, ...]:
        with self._logs.latest(game_id) as log:
            entries, has_charts = log.entries[:end], bool(chart_titles(log.table.game))
        return tuple(course(Table(self._catalog), entries, reader)) if has_charts else ()
