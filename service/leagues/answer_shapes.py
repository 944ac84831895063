"""What is answered about leagues: divisions, rounds, tables and standings, each shape once."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.league.breakdown import PART_KINDS
from service.shape import Id, Instant, LogEntry, Object, Points, Shape

Outcome: TypeAlias = Annotated[
    Literal["played", "forfeit", "void", "annulled"] | None, Meta(description="Null while it is played.")
]

PartKind: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": list(PART_KINDS)})]

Due: TypeAlias = Annotated[int | None, Meta(description="When the open round ends, seconds UTC; null: none does.")]

Moved: TypeAlias = Annotated[dict[str, str], Meta(description="Entrant -> new division.")]


class LeagueEntrant(Shape, kw_only=True, frozen=True):
    """Who holds a place, over all seasons."""

    name: str
    kind: Literal["person", "ai"]
    level: Annotated[str | None, Meta(description="Of an AI.")]
    bot: Annotated[bool, Meta(description="Whether a program plays with the account.")]
    replaced: Annotated[bool, Meta(description="Whether the place changed hands.")]


class Enrolled(Shape, kw_only=True, frozen=True):
    """An entrant's part in a season."""

    entrant: str
    rating: Annotated[int, Meta(description="When enrolling.")]
    waiting: Annotated[bool, Meta(description="On the waiting list.")]
    entropy: Annotated[Literal["sealed", "opened"] | None, Meta(description="Null: none given.")]


class StageSeen(Shape, kw_only=True, frozen=True):
    """A stage of a division, but for its rounds."""

    id: str
    division: str
    number: int
    kind: str
    status: Literal["waiting", "running", "closed"]
    due: Due
    failed: Annotated[str | None, Meta(description="Why the next round waits to be paired by hand; null: it does not.")]
    seed: Annotated[str | None, Meta(description="Published when the stage closes, hex.")]


class Stage(StageSeen, kw_only=True, frozen=True):
    """A stage of a division."""

    rounds: Annotated[int, Meta(description="How many were paired.")]


class Apart(Shape, kw_only=True, frozen=True):
    """Entrants of whom no two meet."""

    entrants: list[str]
    first: Annotated[int, Meta(description="From which round on.")]
    last: Annotated[int | None, Meta(description="Up to which round; null: to the end.")]


class Season(Shape, kw_only=True, frozen=True):
    """A season."""

    number: int
    plan: Annotated[Object, Meta(description="By which it is played.")]
    status: Literal["enrolling", "opening", "running", "closed"]
    enrolled: list[Enrolled]
    divisions: Annotated[dict[str, list[str]], Meta(description="Division -> its entrants.")]
    apart: Annotated[dict[str, Apart], Meta(description="The groups of whom no two meet in Swiss stages, by number.")]
    closes: Annotated[int | None, Meta(description="When enrolment closes by itself, seconds UTC; null: it does not.")]
    starts: Annotated[int | None, Meta(description="When it starts by itself, seconds UTC; null: it does not.")]
    withdrawn: Annotated[list[str], Meta(description="The entrants who left while it ran.")]
    commitments: Annotated[dict[str, str], Meta(description="Stage -> what commits to its seed, hex.")]
    stages: list[Stage]
    promoted: Moved
    relegated: Moved
    order: Annotated[list[str], Meta(description="At its end, for the next one.")]


class Draft(Shape, kw_only=True, frozen=True):
    """The next season as it is drafted."""

    opens: Annotated[int | None, Meta(description="Seconds UTC; null: the organiser opens it.")]
    closes: Annotated[
        int | None, Meta(description="When enrolment closes, seconds UTC; null: the organiser closes it.")
    ]
    starts: Annotated[int | None, Meta(description="Seconds UTC; null: the organiser starts it.")]
    returning: Annotated[bool, Meta(description="Whether all of the last season are enrolled at once.")]
    like: Annotated[int | None, Meta(description="The season that it is a copy of; null: of none.")]
    plan: Annotated[Object | None, Meta(description="By which it will be played; null: by the league's, as before.")]


class Reminders(Shape, kw_only=True, frozen=True):
    """When who is late in a round is reminded by itself, and in which words."""

    hours: Annotated[list[int], Meta(description="Before the round is due; none: nobody is reminded.")]
    words: Annotated[str | None, Meta(description="The organiser's; null: they were forgotten.")]


class League(Shape, kw_only=True, frozen=True):
    """A league."""

    id: Id
    name: str
    game: str
    rules: Annotated[int, Meta(description="The number of the rules that it is played by.")]
    organiser: Annotated[str | None, Meta(description="Null: that account is deleted.")]
    substitutes: Annotated[list[str], Meta(description="Who would take a place that becomes free.")]
    plan: Annotated[Object, Meta(description="That of the season of the day, or of the first.")]
    lowest_wins: Annotated[bool, Meta(description="Whether the lowest tally of a game is the best.")]
    next_season: Annotated[bool, Meta(description="Whether the seasons after the first open by themselves.")]
    draft: Annotated[Draft | None, Meta(description="Null: none.")]
    reminders: Annotated[Reminders | None, Meta(description="Null: nobody is reminded by itself.")]
    entrants: dict[str, LeagueEntrant]
    seasons: list[Season]
    version: Annotated[int, Meta(description="Number of events in the log.")]
    head: Annotated[str, Meta(description="Hash of the log up to here, hex.")]


class DisputeMessage(Shape, kw_only=True, frozen=True):
    """Something that was said in a dispute."""

    entrant: Annotated[str | None, Meta(description="The party that said it; null: the organiser.")]
    author: Annotated[str | None, Meta(description="Who said it as the organiser.")]
    words: Annotated[str | None, Meta(description="Null: they were forgotten.")]
    at: Instant
    event: Annotated[int, Meta(description="The version of the log.")]


class Dispute(Shape, kw_only=True, frozen=True):
    """A dispute about a table."""

    number: int
    stage: str
    table: int
    entrant: Annotated[str, Meta(description="Who opened it.")]
    parties: Annotated[list[str], Meta(description="Entrants who sit at the table, or sat there when it was opened.")]
    status: Literal["open", "upheld", "dismissed", "withdrawn"]
    said: Annotated[list[DisputeMessage], Meta(description="All that was said, in order.")]
    verdict: Annotated[DisputeMessage | None, Meta(description="Null: there is none.")]


class Disputes(Shape, kw_only=True, frozen=True):
    """The disputes of a league."""

    disputes: Annotated[list[Dispute], Meta(description="The newest first.")]


class LeagueAnswer(Shape, kw_only=True, frozen=True):
    """What a command brought about."""

    league: League
    events: list[LogEntry]


class ListedLeague(Shape, kw_only=True, frozen=True):
    """A league in a list."""

    id: Id
    name: str
    game: str
    organiser: str | None
    season: int
    status: Literal["announced", "enrolling", "opening", "running", "closed"]
    entrants: Annotated[int, Meta(description="Who has a place in the season.")]
    opened: Instant
    changed: Instant


class LeaguesPage(Shape, kw_only=True, frozen=True):
    """A page of the list, the newest league first."""

    leagues: list[ListedLeague]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last.")]


class RoundTable(Shape, kw_only=True, frozen=True):
    """A table of a round."""

    table: int
    seats: Annotated[list[str], Meta(description="Entrants, in seat order.")]
    game: Annotated[Id, Meta(description="The id of the game, or of the series.")]
    series: bool
    outcome: Outcome


class Round(Shape, kw_only=True, frozen=True):
    """A round, with the key that was claimed for it."""

    number: int
    attempt: Annotated[int, Meta(description="Counts its pairings, from 1.")]
    key: str
    due: Annotated[int | None, Meta(description="Seconds UTC; null: no limit.")]
    due_local: Annotated[
        str | None,
        Meta(description="The same as clocks show it in the plan's zone, ISO 8601; null: no limit, or no zone."),
    ]
    closed: bool
    byes: Annotated[list[str], Meta(description="Entrants without a game.")]
    repeated: Annotated[int, Meta(description="Meetings that had been before.")]
    fairness: Annotated[Object | None, Meta(description="Of balanced groups: how even the design is.")]
    reason: Annotated[Object | None, Meta(description="Of a pairing by hand.")]
    tables: list[RoundTable]


class StageRounds(StageSeen, kw_only=True, frozen=True):
    """A stage with its rounds."""

    rounds: list[Round]


class Rounds(Shape, kw_only=True, frozen=True):
    """The stages with their rounds."""

    stages: list[StageRounds]


class Correction(Shape, kw_only=True, frozen=True):
    """That a result was corrected; null for a name or words that are forgotten, or that an older log does not tell."""

    event: Annotated[int, Meta(description="The version of the log.")]
    author: Annotated[str | None, Meta(description="Who did it.")]
    reason: str | None


class TableSeat(Shape, kw_only=True, frozen=True):
    """A seat of a table."""

    entrant: str
    place: Annotated[int | None, Meta(description="From 1; who shares one has the same.")]
    points: Annotated[Points | None, Meta(description='A number, or a fraction such as "19/3"; null: none yet.')]
    tally: Annotated[int | None, Meta(description="Wounds, or what else the game counts.")]
    absent: Annotated[bool, Meta(description="Whether it forfeited.")]


class Table(Shape, kw_only=True, frozen=True):
    """A table with what came of it."""

    stage: str
    round: int
    table: int
    game: Annotated[Id, Meta(description="The id of the game, or of the series.")]
    series: bool
    outcome: Outcome
    event: Annotated[int | None, Meta(description="The version of the log that told its result.")]
    corrected: Annotated[list[Correction], Meta(description="Of its result, the last one behind.")]
    won: Annotated[bool | None, Meta(description="Where the game ranks nobody: whether it was won.")]
    seats: list[TableSeat]


class Tables(Shape, kw_only=True, frozen=True):
    """Tables."""

    tables: list[Table]


class Part(Shape, kw_only=True, frozen=True):
    """A part of somebody's points, with the event of the log that told it."""

    kind: PartKind
    round: Annotated[int | None, Meta(description="Null: carried over from the stage before.")]
    table: int | None
    game: Annotated[Id | None, Meta(description="The game, or the series.")]
    series: bool
    opponents: list[str]
    place: int | None
    points: Points
    event: Annotated[int, Meta(description="The version of the log.")]
    corrected: list[Correction]
    author: Annotated[str | None, Meta(description="Of an adjustment.")]
    reason: Annotated[str | None, Meta(description="Of an adjustment.")]


class Value(Shape, kw_only=True, frozen=True):
    """A tie-break's value; null where it does not apply."""

    rule: str
    name: str
    value: Points | None
    parts: Annotated[list[Part], Meta(description="Those that the value is the sum of; none of what is no sum.")]


class Line(Shape, kw_only=True, frozen=True):
    """A line of standings. Points are a number, or a fraction such as "19/3"."""

    rank: int
    entrant: str
    points: Points
    parts: Annotated[list[Part], Meta(description="Those that the points are the sum of.")]
    values: list[Value]


class StageStandings(Shape, kw_only=True, frozen=True):
    """The standings of a stage."""

    stage: str
    division: str
    season: int
    round: Annotated[int, Meta(description="After how many rounds these are.")]
    rounds: Annotated[int, Meta(description="How many the stage has had.")]
    frozen: Annotated[bool, Meta(description="The stage is closed: they are its result.")]
    corrected: Annotated[list[int], Meta(description="Versions of the log that corrected frozen ones.")]
    rules: Annotated[dict[str, str], Meta(description="Name -> rule id.")]
    lines: list[Line]


class Standings(Shape, kw_only=True, frozen=True):
    """The standings of stages, and who the entrants are."""

    standings: list[StageStandings]
    names: Annotated[dict[str, str], Meta(description="Entrant -> name.")]
