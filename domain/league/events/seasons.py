"""A league as a whole: it is opened, its seasons and their stages begin and end."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Text
from domain.league import points as p
from domain.league.divisions import closed_by_finals
from domain.league.events.base import LeagueEvent
from domain.league.plan import Plan
from domain.league.state import (
    League,
    Line,
    Season,
    Stage,
)


class LeagueOpened(LeagueEvent, frozen=True):
    """The first event: the game under which rules, and the plan with all defaults.

    `lowest_wins`: whether the lowest tally is the best; `procedure` that of chance; `organiser` an account's id;
    `ranks` whether the game ranks its seats, which older logs do not say.
    """

    id: str
    game: str
    rules: int
    plan: Plan
    lowest_wins: bool
    procedure: str
    name: Text | None = None
    organiser: str | None = None
    ranks: bool | UnsetType = UNSET

    def apply(self, league: League) -> None:
        league.ranks = None if self.ranks is UNSET else self.ranks
        league.id, league.game, league.rules = self.id, self.game, self.rules
        league.plan, league.lowest_wins = self.plan, self.lowest_wins
        league.name, league.organiser = self.name, self.organiser


class NextSeasonDecided(LeagueEvent, frozen=True):
    """Whether later seasons open by themselves; as long as nothing is said, they do not."""

    by_itself: bool

    def apply(self, league: League) -> None:
        league.opens_next = self.by_itself


class SeasonOpened(LeagueEvent, frozen=True):
    """Enrolment begins; the commitment to the seed of every stage of the season is public from now on. `closes` and
    `starts` are its calendar, seconds UTC, as far as there is one; `plan` is its plan and that of later seasons, where
    it is not the one of before."""

    season: int
    commitments: dict[str, str]
    closes: int | UnsetType = UNSET
    starts: int | UnsetType = UNSET
    plan: Plan | UnsetType = UNSET

    def apply(self, league: League) -> None:
        closes, starts = self.closes or None, self.starts or None
        league.plan = league.plan if self.plan is UNSET else self.plan
        opened = Season(self.season, self.commitments, league.plan, opened=league.at, closes=closes, starts=starts)
        league.seasons.append(opened)
        league.draft = None


class EnrolmentClosed(LeagueEvent, frozen=True):
    """From now on sealed entropy is opened, and nobody enrols."""

    def apply(self, league: League) -> None:
        league.season.status, league.season.closed = "opening", league.at


class SeasonStarted(LeagueEvent, frozen=True):
    """The divisions with their entrants in order; their stages wait to be started. Which division is the top one says
    the plan: what is stored keeps no order of names."""

    divisions: dict[str, tuple[str, ...]]
    stages: dict[str, tuple[str, int]]

    def apply(self, league: League) -> None:
        season = league.season
        season.status, season.started = "running", league.at
        names = [division.name for division in season.plan.divisions]
        season.divisions = {name: list(self.divisions[name]) for name in names if name in self.divisions}
        in_order = sorted((names.index(name), number, stage_id) for stage_id, (name, number) in self.stages.items())
        for at, number, stage_id in in_order:
            division = names[at]
            stage_plan = season.plan.stages[number - 1]
            commitment = season.commitments[stage_id]
            stage = Stage(stage_id, season.number, division, number, stage_plan, commitment)
            season.stages[stage_id] = league.stages[stage_id] = stage


class StageStarted(LeagueEvent, frozen=True):
    """A stage began. `entrants` in the order of pairing numbers, `first_seat` the seat of number 1 in round 1 at
    tables of two, both by lot; `entropy` what enters the key of its draws; `carried` points of the stage before."""

    stage: str
    entrants: tuple[str, ...]
    first_seat: int
    entropy: tuple[tuple[str, str], ...]
    carried: dict[str, p.Shown]

    def apply(self, league: League) -> None:
        stage = league.stages[self.stage]
        stage.status, stage.entrants, stage.first_seat = "running", list(self.entrants), self.first_seat
        stage.entropy, stage.started = self.entropy, league.version
        stage.carried = {entrant: p.read(points) for entrant, points in self.carried.items()}


class StageClosed(LeagueEvent, frozen=True):
    """A stage is over: its standings, frozen, and the seed of its chance and of its games."""

    stage: str
    standings: tuple[Line, ...]
    seed: str
    reason: Text | None = None

    def apply(self, league: League) -> None:
        stage = league.stages[self.stage]
        stage.status, stage.standings, stage.seed = "closed", self.standings, self.seed


class SeasonClosed(LeagueEvent, frozen=True):
    """The season is over: the `order` of all for the next one; who goes up and who goes down, and to which division."""

    order: tuple[str, ...]
    promoted: dict[str, str]
    relegated: dict[str, str]

    def apply(self, league: League) -> None:
        league.season.status, league.season.order = "closed", self.order
        league.season.by_finals = closed_by_finals(league.season)
        held = {entrant: league.entrants[entrant].account for entrant in self.order}
        league.season.holders = {entrant: account for entrant, account in held.items() if account is not None}
