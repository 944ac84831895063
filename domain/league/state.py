"""What a league consists of: entrants, seasons, stages, rounds, tables. Changed by `events` alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from domain.contract.game import Event, Refused, Text
from domain.league.conduct.state import Dispute, Draft, KeptApart, Reminders
from domain.league.plan import Plan, StagePlan
from domain.league.points import Shown
from domain.log.aggregate import Aggregate
from domain.log.reading import Contents
from domain.log.record import Entry
from domain.log.upcast import UPCASTERS, Upcasters


class Entrant(msgspec.Struct):
    """Who holds a place in the league, over all seasons: a person's account or an AI level; `replaced` if the place
    changed hands, `before` the accounts that held it until then, `since` the version by which it did, `at` when, in
    seconds UTC."""

    id: str
    account: str | None = None
    level: str | None = None
    replaced: bool = False
    before: tuple[str, ...] = ()
    since: int = 0
    at: int = 0

    @property
    def person(self) -> str | None:
        """The account that holds the place; or held it last, if nobody does."""
        return self.account if self.account is not None or not self.before else self.before[-1]

    def hand_over(self, account: str | None, level: str | None, version: int, at: int) -> None:
        """The place changes hands; nobody holds one that is given up for another."""
        if self.account is not None:
            self.before = (*self.before, self.account)
        self.account, self.level, self.replaced, self.since, self.at = account, level, True, version, at


class Enrolment(msgspec.Struct):
    """An entrant's part in one season; `opened` is the version by which it opened its entropy, `lapsed` whether who
    gave the hash holds the place no more, `left` the version by which the place was left last."""

    entrant: str
    rating: int
    entropy_hash: str | None = None
    entropy: str | None = None
    waiting: bool = False
    opened: int = 0
    lapsed: bool = False
    left: int = 0

    @property
    def is_sealed(self) -> bool:
        """Whether a hash was given and is not opened, whoever holds the place."""
        return self.entropy_hash is not None and self.entropy is None

    @property
    def owes_entropy(self) -> bool:
        """Whether who holds the place gave a hash and has not opened it."""
        return self.is_sealed and not self.lapsed


class Result(msgspec.Struct, frozen=True):
    """What came of a table. `places` by entrant, ties having the same; `won` where the game ranks nobody; `tally`
    (wounds) by entrant; `absent` those who forfeited; `void` if the game does not count."""

    places: dict[str, int] = {}
    won: bool | None = None
    tally: dict[str, int] | None = None
    absent: tuple[str, ...] = ()
    void: bool = False


class Correction(msgspec.Struct, frozen=True):
    """That a result was corrected: the version of the event, its reason, and the account that did it (None: the log is
    older, and does not say)."""

    event: int
    reason: Text
    author: str | None = None


class Adjustment(msgspec.Struct, frozen=True):
    """Points that were given or taken: the version of the event, how many rounds had been paired by then, and as with a
    correction why, and by whom."""

    event: int
    round: int
    entrant: str
    points: Fraction
    reason: Text
    author: str | None = None


class TableGame(msgspec.Struct):
    """A table of a round: entrants in seat order, the game that is played there (or the series), and what came of it.

    `number` counts the tables of a stage; `game` the games, so that a replay has another number and another seed.
    `ended` is the version by which the game ended, `event` the one that told the result last; `reported` what the game
    itself came to, whatever was decided since; `tally` the last one that was told; `corrected` each correction; `late`
    who lost the game to the clock, as it told it itself.
    """

    number: int
    round: int
    seats: tuple[str, ...]
    game: int
    game_id: str
    result: Result | None = None
    series: bool = False
    ended: int = 0
    event: int = 0
    reported: Result | None = None
    tally: dict[str, int] | None = None
    corrected: tuple[Correction, ...] = ()
    late: tuple[str, ...] = ()

    @property
    def is_corrected(self) -> bool:
        """Whether the result was told anew since the game ended."""
        return self.event != self.ended


NEVER = 10**6
"""More hours than there are before the end of a round: nobody was reminded yet."""


class Round(msgspec.Struct):
    """A round of a stage. `due` is in seconds UTC, None without a limit; `attempt` counts its pairings; `event` is the
    version that paired it, `at` when it did; `reminded` the hours before its end of the last reminder, `calls` how
    often the organiser has reminded."""

    number: int
    attempt: int
    tables: list[int]
    byes: tuple[str, ...]
    due: int | None
    closed: bool = False
    event: int = 0
    at: int = 0
    reminded: int = NEVER
    calls: int = 0


class Value(msgspec.Struct, frozen=True):
    """The value that a tie-break has for an entrant, and its rule; None where it does not apply."""

    rule: str
    name: str
    value: Shown | None


class Line(msgspec.Struct, frozen=True):
    """A line of standings. Who cannot be told apart has the same rank."""

    rank: int
    entrant: str
    points: Shown
    values: tuple[Value, ...]


class Stage(msgspec.Struct):
    """A division's stage. `entrants` are in the order of their pairing numbers, from 1; `carried` points of the stage
    before; `adjusted` points that the organiser gave or took in all, `adjustments` one by one; `left` entrant -> last
    round it is paired for; `annulled` entrant -> the version by which its games count no more; `entered` entrant ->
    first round; `failed` why the next round could not be paired; `started` the version that started it."""

    id: str
    season: int
    division: str
    number: int
    plan: StagePlan
    commitment: str
    status: Literal["waiting", "running", "closed"] = "waiting"
    entrants: list[str] = []
    first_seat: int = 0
    entropy: tuple[tuple[str, str], ...] = ()
    draws: int = 0
    games: int = 0
    carried: dict[str, Fraction] = {}
    adjusted: dict[str, Fraction] = {}
    adjustments: list[Adjustment] = []
    left: dict[str, int] = {}
    annulled: dict[str, int] = {}
    entered: dict[str, int] = {}
    rounds: list[Round] = []
    tables: dict[int, TableGame] = {}
    failed: str | None = None
    standings: tuple[Line, ...] = ()
    seed: str | None = None
    started: int = 0

    @property
    def open_round(self) -> Round | None:
        """The round that is played now."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    @property
    def awaited(self) -> set[str]:
        """Who sits at a table of the open round that has no result yet."""
        tables = [] if self.open_round is None else self.tables_of(self.open_round)
        return {entrant for table in tables if table.result is None for entrant in table.seats}

    @property
    def numbers(self) -> dict[str, int]:
        """Entrant -> pairing number, from 1."""
        return {entrant: number for number, entrant in enumerate(self.entrants, 1)}

    def present(self, round_number: int) -> list[str]:
        """Who is to be paired in a round, in order of pairing numbers."""
        return [
            entrant
            for entrant in self.entrants
            if self.entered.get(entrant, 1) <= round_number <= self.left.get(entrant, round_number)
        ]

    def table(self, number: int) -> TableGame:
        """A table; `Refused("malformed")` if there is none of this number."""
        if number not in self.tables:
            raise Refused("malformed", "there is no table {number} in {stage}", number=number, stage=self.id)
        return self.tables[number]

    def is_annulled(self, table: TableGame) -> bool:
        """Whether a table does not count because somebody who sat there left too early (LG-RES-9)."""
        return any(entrant in self.annulled for entrant in table.seats)

    def tables_of(self, played: Round) -> Iterator[TableGame]:
        """The tables of a round."""
        return (self.tables[number] for number in played.tables)


class Season(msgspec.Struct):
    """A season: the plan that it is played by; who enrolled, in order; the divisions; their stages by id; who left
    while it ran, the accounts of the people who did (`gone`), and who left its waiting list then (`off_list`); at its
    end the order for the next; who is kept apart; when it opened, when its calendar closes enrolment and starts it,
    and when it was `closed` and `started`, in seconds UTC; `holders` are the people who had its places at its end, by
    entrant; `by_finals` whether an older program closed it, with whoever did not play in a final as that one left
    them."""

    number: int
    commitments: dict[str, str]
    plan: Plan
    status: Literal["enrolling", "opening", "running", "closed"] = "enrolling"
    enrolled: dict[str, Enrolment] = {}
    divisions: dict[str, list[str]] = {}
    stages: dict[str, Stage] = {}
    withdrawn: list[str] = []
    gone: list[str] = []
    off_list: list[str] = []
    order: tuple[str, ...] = ()
    apart: dict[int, KeptApart] = {}
    opened: int = 0
    closes: int | None = None
    starts: int | None = None
    closed: int | None = None
    started: int | None = None
    holders: dict[str, str] = {}
    by_finals: bool = False

    @property
    def holding(self) -> list[Enrolment]:
        """Who has a place, those on the waiting list left out."""
        return [enrolment for enrolment in self.enrolled.values() if not enrolment.waiting]

    def has_place(self, entrant: str) -> bool:
        """Whether an entrant has a place, or had one that it left; who waits has none."""
        own = self.enrolled.get(entrant)
        return own is not None and not own.waiting


class League(Aggregate):
    """A league: the fold of its log. `plan` is that of the season of the day; `lowest_wins` tells whether the lowest
    tally of the game is the best; `organiser` is the account that opened it; `opens_next` whether later seasons open by
    themselves; `ranks` whether the game ranks its seats (None: the log is older, and does not say); `reminders` when
    who is late is reminded, `disputes` by number, `draft` the next season as it is drafted."""

    owner = "league"

    def __init__(self, kinds: Mapping[str, type[Event]], upcasters: Upcasters = UPCASTERS) -> None:
        super().__init__(kinds, upcasters)
        self.game = ""
        self.rules = 0
        self.plan = Plan(2, (), ())
        self.lowest_wins = True
        self.name: Text | None = None
        self.organiser: str | None = None
        self.opens_next = False
        self.ranks: bool | None = None
        self.reminders: Reminders | None = None
        self.disputes: dict[int, Dispute] = {}
        self.draft: Draft | None = None
        self.entrants: dict[str, Entrant] = {}
        self.seasons: list[Season] = []
        self.stages: dict[str, Stage] = {}

    @property
    def season(self) -> Season:
        """The season of the day; `Refused("illegal")` before the first one."""
        if not self.seasons:
            raise Refused("illegal", "no season has been opened")
        return self.seasons[-1]

    def has_part(self, account: str) -> bool:
        """Whether the account holds or held a place."""
        return any(account in (entrant.account, *entrant.before) for entrant in self.entrants.values())

    def stage(self, stage_id: str) -> Stage:
        """A stage of any season; `Refused("malformed")` if there is none of this id."""
        if stage_id not in self.stages:
            raise Refused("malformed", "there is no stage {stage_id!r}", stage_id=stage_id)
        return self.stages[stage_id]

    def entrant_of(self, account: str) -> Entrant | None:
        """The place that the account holds; None if it holds none now."""
        return next((own for own in self.entrants.values() if own.account == account), None)

    def season_of(self, stage: Stage) -> Season:
        """The season to which a stage belongs."""
        return self.seasons[stage.season - 1]

    def plan_of(self, stage: Stage) -> Plan:
        """The plan of the season to which a stage belongs."""
        return self.season_of(stage).plan

    def happened(self, told: Contents, entry: Entry) -> None:
        """Draw numbers belong to a stage, whose key they are made with; only events of a stage draw."""
        super().happened(told, entry)
        for draw in told.draws:
            stage = self.stages[getattr(told.event, "stage", "")]
            stage.draws = max(stage.draws, draw.n + 1)


def check_holder(account: str | None, level: str | None) -> None:
    """`Refused("malformed")` unless it is either a person or an AI."""
    if (account is None) == (level is None):
        raise Refused("malformed", "either a person or an AI holds a place")


def reason_if_any(given: Text | str | None) -> Text | None:
    """The reference to a reason, if one was given; `Refused("malformed")` where its words were not replaced by one."""
    return None if given is None else reason(given)


def reason(given: Text | str | None) -> Text:
    """The reference to an organiser's reason; `Refused("malformed")` where the words were not replaced by one."""
    if not isinstance(given, Text):
        raise Refused("malformed", "an organiser gives a reason")
    return given
