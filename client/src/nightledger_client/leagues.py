"""Leagues: seasons, divisions, rounds, standings. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Document, Event, LogPart


class LeagueEntrant(msgspec.Struct, kw_only=True, frozen=True):
    """Who holds a place, over all seasons."""

    name: str
    kind: str
    level: str | None = None
    replaced: bool


class Enrolled(msgspec.Struct, kw_only=True, frozen=True):
    """An entrant's part in a season."""

    entrant: str
    rating: int
    waiting: bool
    entropy: str | None = None


class Stage(msgspec.Struct, kw_only=True, frozen=True):
    """A stage of a division."""

    id: str
    division: str
    number: int
    kind: str
    status: str
    rounds: int
    due: int | None = None
    failed: str | None = None
    seed: str | None = None


class Season(msgspec.Struct, kw_only=True, frozen=True):
    """A season."""

    number: int
    status: str
    enrolled: list[Enrolled]
    divisions: dict[str, list[str]]
    withdrawn: list[str]
    commitments: dict[str, str]
    stages: list[Stage]
    promoted: dict[str, str] | None = None
    relegated: dict[str, str] | None = None
    order: list[str]


class League(msgspec.Struct, kw_only=True, frozen=True):
    """A league."""

    id: str
    name: str
    game: str
    rules: int
    organiser: str | None
    substitutes: list[str]
    plan: dict[str, Any]
    lowest_wins: bool
    next_season: bool
    entrants: dict[str, LeagueEntrant]
    seasons: list[Season]
    version: int
    head: str


class ListedLeague(msgspec.Struct, kw_only=True, frozen=True):
    """A league in a list."""

    id: str
    name: str
    game: str
    organiser: str | None
    season: int
    status: str
    entrants: int
    opened: int
    changed: int


class LeaguesPage(msgspec.Struct, kw_only=True, frozen=True):
    """A page of the list, the newest league first."""

    leagues: list[ListedLeague]
    next: str | None


class LeagueAnswer(msgspec.Struct, kw_only=True, frozen=True):
    """What a command brought about."""

    league: League
    events: list[Event]


class RoundTable(msgspec.Struct, kw_only=True, frozen=True):
    """A table of a round."""

    table: int
    seats: list[str]
    game: str
    series: bool
    outcome: str | None


class Round(msgspec.Struct, kw_only=True, frozen=True):
    """A round, with the key that was claimed for it."""

    number: int
    attempt: int
    key: str
    due: int | None
    closed: bool
    byes: list[str]
    repeated: int
    fairness: dict[str, Any] | None = None
    reason: dict[str, Any] | None = None
    tables: list[RoundTable]


class StageRounds(msgspec.Struct, kw_only=True, frozen=True):
    """A stage with its rounds."""

    id: str
    division: str
    number: int
    kind: str
    status: str
    rounds: list[Round]
    due: int | None = None
    failed: str | None = None
    seed: str | None = None


class Rounds(msgspec.Struct, kw_only=True, frozen=True):
    """The stages with their rounds."""

    stages: list[StageRounds]


class TableSeat(msgspec.Struct, kw_only=True, frozen=True):
    """A seat of a table."""

    entrant: str
    place: int | None
    points: Any
    tally: int | None
    absent: bool


class Table(msgspec.Struct, kw_only=True, frozen=True):
    """A table with what came of it."""

    stage: str
    round: int
    table: int
    game: str
    series: bool
    outcome: str | None
    won: bool | None = None
    seats: list[TableSeat]


class Tables(msgspec.Struct, kw_only=True, frozen=True):
    """Tables."""

    tables: list[Table]


class Value(msgspec.Struct, kw_only=True, frozen=True):
    """A tie-break's value; null where it does not apply."""

    rule: str
    name: str
    value: Any


class Line(msgspec.Struct, kw_only=True, frozen=True):
    """A line of standings. Points are a number, or a fraction such as "19/3"."""

    rank: int
    entrant: str
    points: Any
    values: list[Value]


class StageStandings(msgspec.Struct, kw_only=True, frozen=True):
    """The standings of a stage."""

    stage: str
    division: str
    season: int
    frozen: bool
    corrected: list[int]
    rules: dict[str, str]
    lines: list[Line]


class Standings(msgspec.Struct, kw_only=True, frozen=True):
    """The standings of stages, and who the entrants are."""

    standings: list[StageStandings]
    names: dict[str, str]


class LeaguesResource:
    """Leagues: seasons, divisions, rounds, standings."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_leagues(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> LeaguesPage:
        """Leagues, the newest first."""
        return self._connection.ask(LeaguesPage, "GET", "/api/v1/leagues", query={"cursor": cursor, "limit": limit})

    def open_league(
        self,
        *,
        game: str,
        name: str,
        plan: dict[str, Any],
        idempotency_key: str | Unset = UNSET,
        next_season: bool | Unset = UNSET,
    ) -> League:
        """Open a league, with you as its organiser. Then open a season, and people may enrol."""
        return self._connection.ask(
            League,
            "POST",
            "/api/v1/leagues",
            headers={"Idempotency-Key": idempotency_key},
            body={"game": game, "name": name, "plan": plan, "next_season": next_season},
        )

    def look_at_league(self, league_id: str) -> League:
        """The league: its plan, its entrants, its seasons with divisions and stages."""
        return self._connection.ask(League, "GET", self._connection.path("/api/v1/leagues/{league_id}", league_id))

    def open_season(self, league_id: str) -> LeagueAnswer:
        """Open enrolment for the next season (organiser). The commitments to the seeds of its stages are public
        now.
        """
        return self._connection.ask(
            LeagueAnswer, "POST", self._connection.path("/api/v1/leagues/{league_id}/seasons", league_id)
        )

    def enrol(
        self,
        league_id: str,
        *,
        entropy_hash: str | Unset = UNSET,
        level: str | Unset = UNSET,
        entrant: str | Unset = UNSET,
    ) -> LeagueAnswer:
        """Enrol, as long as enrolment is open; an organiser enrols AIs by naming a level."""
        return self._connection.ask(
            LeagueAnswer,
            "POST",
            self._connection.path("/api/v1/leagues/{league_id}/entrants", league_id),
            body={"entropy_hash": entropy_hash, "level": level, "entrant": entrant},
        )

    def withdraw(self, league_id: str) -> LeagueAnswer:
        """Leave: before the start altogether, afterwards from the next round on."""
        return self._connection.ask(
            LeagueAnswer, "DELETE", self._connection.path("/api/v1/leagues/{league_id}/entrants/me", league_id)
        )

    def open_league_entropy(self, league_id: str, *, entropy: str) -> LeagueAnswer:
        """Open your sealed entropy, when enrolment has closed. Who does not is struck when the season starts."""
        return self._connection.ask(
            LeagueAnswer,
            "PUT",
            self._connection.path("/api/v1/leagues/{league_id}/entrants/me/entropy", league_id),
            body={"entropy": entropy},
        )

    def offer_to_substitute(self, league_id: str) -> League:
        """Be ready to take a place that becomes free: an organiser gives it to nobody else."""
        return self._connection.ask(
            League, "PUT", self._connection.path("/api/v1/leagues/{league_id}/substitutes/me", league_id)
        )

    def take_offer_back(self, league_id: str) -> League:
        """Be no longer ready."""
        return self._connection.ask(
            League, "DELETE", self._connection.path("/api/v1/leagues/{league_id}/substitutes/me", league_id)
        )

    def organise(
        self,
        league_id: str,
        *,
        verb: str,
        reason: str | Unset = UNSET,
        stage: str | Unset = UNSET,
        table: int | Unset = UNSET,
        round: int | Unset = UNSET,
        tables: list[list[str]] | Unset = UNSET,
        entrant: str | Unset = UNSET,
        account: str | Unset = UNSET,
        level: str | Unset = UNSET,
        places: dict[str, int] | Unset = UNSET,
        tally: dict[str, int] | Unset = UNSET,
        won: bool | Unset = UNSET,
        absent: list[str] | Unset = UNSET,
        void: bool | Unset = UNSET,
        by_itself: bool | Unset = UNSET,
        points: int | str | Unset = UNSET,
    ) -> LeagueAnswer:
        """Decide as the organiser. All but `next-season`, `close-enrolment`, `start-season` and `enter-late` need
        a reason, and all may read it in the log.
        """
        return self._connection.ask(
            LeagueAnswer,
            "POST",
            self._connection.path("/api/v1/leagues/{league_id}/organiser", league_id),
            body={
                "verb": verb,
                "reason": reason,
                "stage": stage,
                "table": table,
                "round": round,
                "tables": tables,
                "entrant": entrant,
                "account": account,
                "level": level,
                "places": places,
                "tally": tally,
                "won": won,
                "absent": absent,
                "void": void,
                "by_itself": by_itself,
                "points": points,
            },
        )

    def rounds(
        self, league_id: str, *, season: int | Unset = UNSET, division: str | Unset = UNSET, stage: str | Unset = UNSET
    ) -> Rounds:
        """The rounds of stages: who met whom, in which games, and until when."""
        return self._connection.ask(
            Rounds,
            "GET",
            self._connection.path("/api/v1/leagues/{league_id}/rounds", league_id),
            query={"season": season, "division": division, "stage": stage},
        )

    def tables(
        self, league_id: str, *, season: int | Unset = UNSET, division: str | Unset = UNSET, stage: str | Unset = UNSET
    ) -> Tables:
        """Every table, with places, points and tallies."""
        return self._connection.ask(
            Tables,
            "GET",
            self._connection.path("/api/v1/leagues/{league_id}/tables", league_id),
            query={"season": season, "division": division, "stage": stage},
        )

    def standings(
        self, league_id: str, *, season: int | Unset = UNSET, division: str | Unset = UNSET, stage: str | Unset = UNSET
    ) -> Standings:
        """Standings, with the value of every tie-break and the rule that gives it; frozen when the stage has
        closed.
        """
        return self._connection.ask(
            Standings,
            "GET",
            self._connection.path("/api/v1/leagues/{league_id}/standings", league_id),
            query={"season": season, "division": division, "stage": stage},
        )

    def league_log(self, league_id: str, *, after: int | Unset = UNSET, limit: int | Unset = UNSET) -> LogPart:
        """Everything that happened, organisers' decisions with their reasons."""
        return self._connection.ask(
            LogPart,
            "GET",
            self._connection.path("/api/v1/leagues/{league_id}/log", league_id),
            query={"after": after, "limit": limit},
        )

    def league_record(self, league_id: str) -> Document:
        """The whole log, to be audited by anybody."""
        return self._connection.ask(
            Document, "GET", self._connection.path("/api/v1/leagues/{league_id}/record", league_id)
        )

    def standings_csv(
        self, league_id: str, *, season: int | Unset = UNSET, division: str | Unset = UNSET, stage: str | Unset = UNSET
    ) -> str:
        """Standings as CSV."""
        return self._connection.text(
            "GET",
            self._connection.path("/api/v1/leagues/{league_id}/standings.csv", league_id),
            query={"season": season, "division": division, "stage": stage},
        )

    def tables_csv(
        self, league_id: str, *, season: int | Unset = UNSET, division: str | Unset = UNSET, stage: str | Unset = UNSET
    ) -> str:
        """Tables as CSV."""
        return self._connection.text(
            "GET",
            self._connection.path("/api/v1/leagues/{league_id}/tables.csv", league_id),
            query={"season": season, "division": division, "stage": stage},
        )

    def deadlines(
        self, league_id: str, *, season: int | Unset = UNSET, division: str | Unset = UNSET, stage: str | Unset = UNSET
    ) -> str:
        """The deadlines of rounds as an iCalendar file."""
        return self._connection.text(
            "GET",
            self._connection.path("/api/v1/leagues/{league_id}/deadlines.ics", league_id),
            query={"season": season, "division": division, "stage": stage},
        )
