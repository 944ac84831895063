"""Who takes part: enrolment, sealed entropy, leaving, coming late, a place that changes hands."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Text
from domain.league.events.base import LeagueEvent
from domain.league.state import (
    Enrolment,
    Entrant,
    League,
)


class EntrantEnrolled(LeagueEvent, frozen=True):
    """Somebody enrolled, with a place or on the waiting list."""

    entrant: str
    rating: int
    waiting: bool
    account: str | None = None
    level: str | None = None
    entropy_hash: str | None = None

    def apply(self, league: League) -> None:
        league.entrants.setdefault(self.entrant, Entrant(self.entrant, self.account, self.level))
        enrolment = Enrolment(self.entrant, self.rating, self.entropy_hash, waiting=self.waiting)
        league.season.enrolled[self.entrant] = enrolment


class WaitingEntrantAdmitted(LeagueEvent, frozen=True):
    """A place became free for the first of the waiting list."""

    entrant: str

    def apply(self, league: League) -> None:
        league.season.enrolled[self.entrant].waiting = False


class EntropyOpened(LeagueEvent, frozen=True):
    """An entrant opened its sealed entropy."""

    entrant: str
    entropy: str

    def apply(self, league: League) -> None:
        own = league.season.enrolled[self.entrant]
        own.entropy, own.opened = self.entropy, league.version


class EntrantStruck(LeagueEvent, frozen=True):
    """An entrant that did not open its entropy lost its place."""

    entrant: str

    def apply(self, league: League) -> None:
        del league.season.enrolled[self.entrant]


class EntrantWithdrew(LeagueEvent, frozen=True):
    """An entrant left: the season, or the waiting list. `last_rounds`: stage -> the last round that it is paired for;
    `annulled`: the stages in which its games do not count any more."""

    entrant: str
    last_rounds: dict[str, int] = {}
    reason: Text | None = None
    annulled: tuple[str, ...] | UnsetType = UNSET

    def apply(self, league: League) -> None:
        for stage, last in self.last_rounds.items():
            league.stages[stage].left[self.entrant] = last
        for stage in self.annulled or ():
            league.stages[stage].annulled[self.entrant] = league.version
        account = league.entrants[self.entrant].account
        if league.season.status == "running" and league.season.has_place(self.entrant):
            league.season.withdrawn.append(self.entrant)
            league.season.enrolled[self.entrant].left = league.version
            if account is not None:
                league.season.gone.append(account)
        else:
            del league.season.enrolled[self.entrant]
            if league.season.status == "running":
                league.season.off_list.append(self.entrant)


class EntrantEnteredLate(LeagueEvent, frozen=True):
    """Somebody joined a running stage under the last pairing number, to be paired from `first_round` on."""

    stage: str
    entrant: str
    rating: int
    first_round: int
    account: str | None = None
    level: str | None = None

    def apply(self, league: League) -> None:
        stage = league.stages[self.stage]
        league.entrants.setdefault(self.entrant, Entrant(self.entrant, self.account, self.level))
        league.season.enrolled[self.entrant] = Enrolment(self.entrant, self.rating)
        league.season.divisions[stage.division].append(self.entrant)
        stage.entrants.append(self.entrant)
        stage.entered[self.entrant] = self.first_round


class EntrantReplaced(LeagueEvent, frozen=True):
    """A place changed hands; its results stay. Who waited for one, or had one in an earlier season, gives that up."""

    entrant: str
    reason: Text
    account: str | None = None
    level: str | None = None

    def apply(self, league: League) -> None:
        given_up = None if self.account is None else league.entrant_of(self.account)
        if given_up is not None:
            given_up.hand_over(None, None, league.version, league.at)
            league.season.enrolled.pop(given_up.id, None)
        league.entrants[self.entrant].hand_over(self.account, self.level, league.version, league.at)
        if self.entrant in league.season.enrolled:
            league.season.enrolled[self.entrant].lapsed = True
