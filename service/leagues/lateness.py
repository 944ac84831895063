"""Who is late in a round: whose move the games of its open tables wait for."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Action
from domain.league.conduct.actions import Remind
from domain.league.state import League
from domain.table.table import Table
from service.errors import passing_over
from service.games.ledger import Ledger
from service.leagues.work import Work, open_tables
from service.series.ledger import SeriesLedger


class Lateness:
    """Finds in the games who keeps a round waiting. Thread-safe."""

    def __init__(self, ledger: Ledger, series: SeriesLedger) -> None:
        self._ledger = ledger
        self._series = series

    def of(self, league: League, stage_id: str) -> tuple[str, ...]:
        """The entrants of a stage whose people are to move in a game that its open round waits for."""
        found = [entrant for work in open_tables(league) if work.stage == stage_id for entrant in self._at(work)]
        return tuple(dict.fromkeys(found))

    def named(self, league: League, action: Action) -> Action:
        """A reminder that names who is late; any other action as it is."""
        if not isinstance(action, Remind):
            return action
        return Remind(action.stage, self.of(league, action.stage), action.reason, action.hours, action.author)

    def _at(self, work: Work) -> Iterator[str]:
        """Those to move at a table; nobody while its game is not open yet, or cannot be read."""
        tables: list[Table] = []
        with passing_over("not-found", "unreadable"):
            games = [work.fixture.id] if work.series is None else self._series.games(work.fixture.id)
            tables = [self._ledger.table(game_id) for game_id in games[-1:]]
        for table in tables:
            yield from (work.entrants[int(seat[1:]) - 1] for seat in table.pending if table.has_person(seat))
