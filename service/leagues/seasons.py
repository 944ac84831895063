"""Opening seasons: the seeds of their stages are made, kept, and committed to, before anybody enrols."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.league import actions
from domain.league.conduct.drafts import plan_ahead
from domain.league.plan import stage_ids
from domain.league.seasons import next_season_is_due, returning_at_once, staying
from domain.league.state import League
from domain.log.journal import Listed, ReservationListed
from domain.log.record import Entry, organising, seed_commitment
from service.errors import ServiceError
from service.leagues.commands import Check, LeagueCommands, check_organiser
from service.people.accounts import Accounts
from service.store.event_store import Change, Store

Ratings = Callable[[str, str, bool], int]
"""The rating in a game of a person (False), or of a program: a bot's account or an AI level (True)."""


class Seasons:
    """Opens the seasons of leagues. Thread-safe. Raises `ServiceError` when it does not do its work."""

    def __init__(
        self,
        store: Store,
        commands: LeagueCommands,
        accounts: Accounts,
        ratings: Ratings,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._commands = commands
        self._accounts = accounts
        self._ratings = ratings
        self._clock = clock
        self._entropy = entropy

    def open(self, account_id: str, league_id: str) -> Sequence[Entry]:
        """Open enrolment for the next season, as the organiser: nobody is enrolled yet, unless its draft says so."""
        check = check_organiser(self._accounts, account_id)
        with self._commands.latest(league_id) as log:
            check(log.aggregate)
            league = log.aggregate
            stages, by = _next_stages(league), organising(account_id, league.organiser)
            ratings = self._ratings_of(league) if returning_at_once(league) else {}
        return self._post(league_id, by, account_id, stages, ratings, check)

    def open_next(self, league_id: str) -> int:
        """Open the season that follows by itself, with all who come back (LG-DIV-6): how many events that were.

        Nothing is left to do when another worker was faster.
        """
        with self._commands.latest(league_id) as log:
            league = log.aggregate
            if not next_season_is_due(league, self._clock()):
                return 0
            stages, organiser = _next_stages(league), str(league.organiser)
            comes_back = returning_at_once(league) if league.draft is not None else True
            ratings = self._ratings_of(league) if comes_back and league.seasons else {}
        return len(self._post(league_id, "service", organiser, stages, ratings, self._check_is_due))

    def _ratings_of(self, league: League) -> dict[str, int]:
        """Those who come back, each at the rating of now; who was forgotten does not."""
        back = [league.entrants[entrant] for entrant in staying(league.season)]
        known = self._accounts.names({own.account for own in back if own.account is not None})
        people = {
            own.id: self._ratings(league.game, own.account, own.account in known.bots)
            for own in back
            if own.account is not None and own.account in known
        }
        return people | {own.id: self._ratings(league.game, own.level, True) for own in back if own.level is not None}

    def _post(
        self,
        league_id: str,
        by: str,
        account_id: str,
        stages: list[str],
        ratings: Mapping[str, int],
        check: Check,
    ) -> Sequence[Entry]:
        """Store the opening together with the seeds that it commits to."""
        seeds = {stage: self._entropy(32) for stage in stages}
        commitments = {stage: seed_commitment(stage, seed) for stage, seed in seeds.items()}
        kept: list[Change] = [
            self._store.seed_kept(stage, seed, account_id, self._clock()) for stage, seed in seeds.items()
        ]
        listed: list[Listed] = [ReservationListed(stage, account_id, commitments[stage]) for stage in stages]
        action = actions.OpenSeason(commitments, dict(ratings))
        return self._commands.post(league_id, by, action, extra=kept, listed=listed, account_id=account_id, check=check)

    def _check_is_due(self, league: League) -> None:
        if not next_season_is_due(league, self._clock()):
            raise ServiceError("illegal", "the next season is open already")


def _next_stages(league: League) -> list[str]:
    return stage_ids(league.id, len(league.seasons) + 1, plan_ahead(league))
