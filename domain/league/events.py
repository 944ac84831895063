"""What happens in a league. Each event is a fact with all numbers that a rule worked out, and says what it changes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from domain.contract.game import Event, Json, Text
from domain.league import points as p
from domain.league.conduct.events import CONDUCT_EVENTS
from domain.league.plan import Plan
from domain.league.state import (
    Adjustment,
    Correction,
    Enrolment,
    Entrant,
    League,
    Line,
    Result,
    Round,
    Season,
    Stage,
    TableGame,
)


class LeagueEvent(Event, frozen=True):
    """An event of a league."""


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


class EnrolmentClosed(LeagueEvent, frozen=True):
    """From now on sealed entropy is opened, and nobody enrols."""

    def apply(self, league: League) -> None:
        league.season.status, league.season.closed = "opening", league.at


class EntropyOpened(LeagueEvent, frozen=True):
    """An entrant opened its sealed entropy."""

    entrant: str
    entropy: str

    def apply(self, league: League) -> None:
        league.season.enrolled[self.entrant].entropy = self.entropy


class EntrantStruck(LeagueEvent, frozen=True):
    """An entrant that did not open its entropy lost its place."""

    entrant: str

    def apply(self, league: League) -> None:
        del league.season.enrolled[self.entrant]


class EntrantWithdrew(LeagueEvent, frozen=True):
    """An entrant left. `last_rounds`: stage -> the last round that it is paired for; `annulled`: the stages in which
    its games do not count any more."""

    entrant: str
    last_rounds: dict[str, int] = {}
    reason: Text | None = None
    annulled: tuple[str, ...] | UnsetType = UNSET

    def apply(self, league: League) -> None:
        for stage, last in self.last_rounds.items():
            league.stages[stage].left[self.entrant] = last
        for stage in self.annulled or ():
            league.stages[stage].annulled[self.entrant] = league.version
        if league.season.status == "running":
            league.season.withdrawn.append(self.entrant)
        else:
            del league.season.enrolled[self.entrant]


class SeasonStarted(LeagueEvent, frozen=True):
    """The divisions, the top one first, each with its entrants in order; their stages wait to be started."""

    divisions: dict[str, tuple[str, ...]]
    stages: dict[str, tuple[str, int]]

    def apply(self, league: League) -> None:
        season = league.season
        season.status, season.started = "running", league.at
        season.divisions = {name: list(entrants) for name, entrants in self.divisions.items()}
        for stage_id, (division, number) in self.stages.items():
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
    """A place changed hands; its results stay."""

    entrant: str
    reason: Text
    account: str | None = None
    level: str | None = None

    def apply(self, league: League) -> None:
        league.entrants[self.entrant].hand_over(self.account, self.level, league.version)


class Seating(msgspec.Struct, frozen=True):
    """A table of a new round: its number, its entrants in seat order, and the number and id of its game or series."""

    number: int
    seats: tuple[str, ...]
    game: int
    game_id: str
    series: bool = False


class RoundPaired(LeagueEvent, frozen=True):
    """A round was paired. `key` is unique in the installation: whoever stores it claims it, so a round is paired once.

    `repeated` counts meetings that had been before; `fairness` is told for balanced groups; `reason` by hand only.
    A second attempt replaces the first one, which had no result.
    """

    stage: str
    round: int
    attempt: int
    key: str
    tables: tuple[Seating, ...]
    byes: tuple[str, ...]
    due: int | None
    repeated: int = 0
    fairness: dict[str, Json] | None = None
    reason: Text | None = None

    def apply(self, league: League) -> None:
        stage = league.stages[self.stage]
        if self.attempt > 1 and stage.open_round is not None:
            for number in stage.rounds.pop().tables:
                del stage.tables[number]
        for table in self.tables:
            stage.tables[table.number] = TableGame(
                table.number, self.round, table.seats, table.game, table.game_id, series=table.series
            )
            stage.games = max(stage.games, table.game)
        numbers = [table.number for table in self.tables]
        played = Round(self.round, self.attempt, numbers, self.byes, self.due, event=league.version, at=league.at)
        stage.rounds.append(played)
        stage.failed = None


class PairingFailed(LeagueEvent, frozen=True):
    """The next round could not be paired by the rules; the organiser has to."""

    stage: str
    round: int
    why: str

    def apply(self, league: League) -> None:
        league.stages[self.stage].failed = self.why


class TableFinished(LeagueEvent, frozen=True):
    """The game of a table was played to its end; `late` are those who lost it to the clock."""

    stage: str
    table: int
    places: dict[str, int]
    won: bool | None = None
    tally: dict[str, int] | None = None
    late: tuple[str, ...] | UnsetType = UNSET

    def apply(self, league: League) -> None:
        table = league.stages[self.stage].tables[self.table]
        table.result = table.reported = Result(self.places, self.won, self.tally)
        table.tally, table.event, table.late = self.tally, league.version, self.late or ()


class TableForfeited(LeagueEvent, frozen=True):
    """Some did not play; `places` ranks the others if they did."""

    stage: str
    table: int
    absent: tuple[str, ...]
    places: dict[str, int]
    reason: Text | None = None

    def apply(self, league: League) -> None:
        table = league.stages[self.stage].tables[self.table]
        table.result, table.event = Result(self.places, absent=self.absent), league.version


class TableVoided(LeagueEvent, frozen=True):
    """The game of a table does not count: `void`, `abandoned`, `cancelled`, or `due` when the round ended before it;
    `late` are those who lost it to the clock."""

    stage: str
    table: int
    cause: str
    late: tuple[str, ...] | UnsetType = UNSET

    def apply(self, league: League) -> None:
        table = league.stages[self.stage].tables[self.table]
        table.result, table.event, table.late = Result(void=True), league.version, self.late or ()


class TableReplayed(LeagueEvent, frozen=True):
    """A table whose game was void gets another one."""

    stage: str
    table: int
    game: int
    game_id: str
    reason: Text | None = None

    def apply(self, league: League) -> None:
        stage = league.stages[self.stage]
        table = stage.tables[self.table]
        table.game, table.game_id, table.result = self.game, self.game_id, None
        table.reported = table.tally = None
        table.late = ()
        stage.games = self.game


class RoundClosed(LeagueEvent, frozen=True):
    """A round is over."""

    stage: str
    round: int

    def apply(self, league: League) -> None:
        league.stages[self.stage].rounds[-1].closed = True


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


class ResultCorrected(LeagueEvent, frozen=True):
    """Somebody, the `author`, corrected what came of a table; older logs do not say who."""

    stage: str
    table: int
    result: Result
    reason: Text
    author: str | UnsetType = UNSET

    def apply(self, league: League) -> None:
        table = league.stages[self.stage].tables[self.table]
        table.result, table.event = self.result, league.version
        table.tally = table.tally if self.result.tally is None else self.result.tally
        table.corrected = (*table.corrected, Correction(league.version, self.reason, self.author or None))


class PointsAdjusted(LeagueEvent, frozen=True):
    """Somebody, the `author`, gave points, or took some; older logs do not say who."""

    stage: str
    entrant: str
    points: p.Shown
    reason: Text
    author: str | UnsetType = UNSET

    def apply(self, league: League) -> None:
        stage, points = league.stages[self.stage], p.read(self.points)
        stage.adjusted[self.entrant] = stage.adjusted.get(self.entrant, p.read(0)) + points
        stage.adjustments.append(
            Adjustment(league.version, len(stage.rounds), self.entrant, points, self.reason, self.author or None)
        )


class StandingsCorrected(LeagueEvent, frozen=True):
    """Frozen standings after a correction; who was promoted or relegated meanwhile stays where it is."""

    stage: str
    standings: tuple[Line, ...]

    def apply(self, league: League) -> None:
        league.stages[self.stage].standings = self.standings


_KINDS: tuple[type[Event], ...] = (
    LeagueOpened, NextSeasonDecided, SeasonOpened, EntrantEnrolled, WaitingEntrantAdmitted, EnrolmentClosed,
    EntropyOpened, EntrantStruck, EntrantWithdrew, SeasonStarted, StageStarted, EntrantEnteredLate,
    EntrantReplaced, RoundPaired, PairingFailed, TableFinished, TableForfeited, TableVoided, TableReplayed,
    RoundClosed, StageClosed, SeasonClosed, ResultCorrected, PointsAdjusted, StandingsCorrected, *CONDUCT_EVENTS,
)  # fmt: skip

LEAGUE_EVENTS: Mapping[str, type[Event]] = {kind.__name__: kind for kind in _KINDS}


def new_league() -> League:
    """A league before its first event."""
    return League(LEAGUE_EVENTS)
