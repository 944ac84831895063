"""Leaving for good, as far as series, leagues and challenges go: places are given up before the person is forgotten."""

from __future__ import annotations

from collections.abc import Mapping

from domain.log.canon import Json
from projections.read_models import ReadModels
from service.challenges.ledger import ChallengeLedger
from service.deletion.leaving import as_far_as_possible
from service.leagues.ledger import LeagueLedger
from service.leagues.play import LeaguePlay
from service.series.ledger import SeriesLedger


class Places:
    """The places of people in series, leagues and challenges. Raises `ServiceError`.

    `read_models` must be up to the log.
    """

    def __init__(
        self,
        series: SeriesLedger,
        leagues: LeagueLedger,
        play: LeaguePlay,
        challenges: ChallengeLedger,
        read_models: ReadModels,
    ) -> None:
        self._series = series
        self._leagues = leagues
        self._play = play
        self._challenges = challenges
        self._read_models = read_models

    def give_up(self, account_id: str) -> None:
        """Withdraw from every league, leave groups that have not begun, and end as void the series that cannot go on
        without the person: in one that a substitute has inherited (LG-ENR-7) the seat is handed over."""
        for league_id in self._read_models.leagues.places_of(account_id):
            # It may have been given up, or its season may have ended, since the read models were looked at.
            with as_far_as_possible(f"league {league_id}"):
                self._leagues.withdraw(account_id, league_id)
        for series_id in self._read_models.series.running_of(account_id):
            with as_far_as_possible(f"series {series_id}"):
                self._leave_series(account_id, series_id)
        for challenge_id in self._read_models.challenges.open_to_tries():
            # Its group may have begun meanwhile; then the seat is given up as one of any game.
            with as_far_as_possible(f"challenge {challenge_id}"):
                self._challenges.give_up(account_id, challenge_id)

    def hand_over(self, terms: Mapping[str, Json]) -> None:
        """Give what a league has given to somebody else to them, in the game or series of these terms; there may be
        nothing of the kind."""
        table = terms.get("league")
        if isinstance(table, Mapping):
            with as_far_as_possible(f"table {table['table']} of {table['stage']}"):
                self._play.hand_over(table)

    def _leave_series(self, account_id: str, series_id: str) -> None:
        self.hand_over(self._series.look(series_id).header.terms)
        if self._series.look(series_id).members.seats_of(account_id):
            self._series.end(series_id)
