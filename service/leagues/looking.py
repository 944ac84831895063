"""What anybody may read of leagues; all of it is public."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from domain.audit.aggregates import LEAGUE, Document, document
from domain.league.conduct.drafts import plan_ahead
from domain.league.conduct.state import Draft
from domain.league.elimination import went_on
from domain.league.plan import Plan
from domain.league.stages import winner
from domain.league.state import League, Stage
from domain.league.trf.exporting import tournament
from domain.league.trf.tournament import BadFile
from domain.league.trf.writing import write
from domain.log.canon import Json
from domain.log.words import Words
from service.errors import ServiceError
from service.leagues import answer_shapes as shapes
from service.leagues import files
from service.leagues.calendar import moment
from service.leagues.commands import LeagueCommands, LeagueLog
from service.leagues.signed import Signed, authors
from service.leagues.standings import standings_shown
from service.leagues.substitutes import Substitutes
from service.leagues.views import Names, league_shown, rounds_shown, stages_of, tables_shown
from service.people.accounts import Accounts
from service.people.bots import AccountNames
from service.shape import Decided
from service.store.event_store import Store
from service.store.rendering import ShownEntries, operated
from service.store.texts import words_of

UNNAMED = "A league"
"""How a league is called whose name was forgotten."""


@dataclass(frozen=True)
class Stages:
    """Which stages are asked for; those of the last season that has begun if nothing is said."""

    season: int | None = None
    division: str | None = None
    stage: str | None = None

    def of(self, league: League) -> list[Stage]:
        """The stages; `not-found` for one that does not exist."""
        found = stages_of(league, self.season, self.division, self.stage)
        if not found and (self.season, self.division, self.stage) != (None, None, None):
            raise ServiceError("not-found", "the league has no such season, division or stage")
        return found


class LeagueViews:
    """Shows leagues. Thread-safe; `not-found` for one that does not exist."""

    def __init__(self, store: Store, commands: LeagueCommands, substitutes: Substitutes, accounts: Accounts) -> None:
        self._store = store
        self._commands = commands
        self._substitutes = substitutes
        self._accounts = accounts

    @contextmanager
    def reading(self, league_id: str) -> Iterator[LeagueLog]:
        """The league's log as it is, for this thread alone until the block ends, and not to be changed."""
        with self._commands.latest(league_id) as log:
            yield log

    def league(self, league_id: str) -> shapes.League:
        """The league: name, organiser, plan, entrants, seasons."""
        with self.reading(league_id) as log:
            league = log.aggregate
            return league_shown(
                league,
                log.entries,
                self.names(league),
                bots=self._known(league).bots,
                name=self.name(league),
                organiser=self._accounts.names({league.organiser or ""}).get(league.organiser or ""),
                substitutes=self._ready(league_id),
                words=self.words(league_id),
            )

    def champions(self, league_id: str) -> list[tuple[int, str]]:
        """The seasons that are over, the last first, each with the entrant who has won it as the standings are now."""
        with self.reading(league_id) as log:
            seasons = reversed(log.aggregate.seasons)
            return [(season.number, won) for season in seasons if (won := winner(season)) is not None]

    def rounds(self, league_id: str, wanted: Stages) -> list[shapes.StageRounds]:
        """The stages with their rounds and tables."""
        with self.reading(league_id) as log:
            league = log.aggregate
            return [rounds_shown(league.plan_of(stage), stage, log.entries) for stage in wanted.of(league)]

    def went_on(self, league_id: str, wanted: Stages) -> dict[str, list[list[str]]]:
        """Who went on from each round of the knock-outs among the stages, by the ids of these."""
        with self.reading(league_id) as log:
            return {stage.id: went_on(stage) for stage in wanted.of(log.aggregate) if stage.plan.kind == "knock-out"}

    def standings(self, league_id: str, wanted: Stages, after: int | None = None) -> list[shapes.StageStandings]:
        """The standings of the stages; or after a round, of those that had it: `not-found` if none of them had."""
        with self.reading(league_id) as log:
            league = log.aggregate
            stages = [stage for stage in wanted.of(league) if after is None or after <= len(stage.rounds)]
            if after is not None and not stages:
                raise ServiceError("not-found", "no stage that is asked for has had a round {after}", after=after)
            signed = self._signed(league)
            return [standings_shown(league, stage, log.entries, signed, after) for stage in stages]

    def tables(self, league_id: str, wanted: Stages) -> list[shapes.Table]:
        """All tables of the stages."""
        with self.reading(league_id) as log:
            league = log.aggregate
            signed = self._signed(league)
            return [table for stage in wanted.of(league) for table in tables_shown(league, stage, signed)]

    def events(self, league_id: str, after: int = 0, limit: int = 200) -> list[dict[str, Json]]:
        """The log after version `after`, at most `limit` entries, with the words that they refer to."""
        with self.reading(league_id) as log:
            entries = log.entries[max(after, 0) :][:limit]
        return ShownEntries(entries, (), self._words(league_id)).as_json()

    def operated(self, league_id: str) -> list[Decided]:
        """What the organiser, or an operator, decided."""
        with self.reading(league_id) as log:
            return operated(log.entries)

    def document(self, league_id: str) -> Document:
        """The whole log as a document that `nightledger audit` examines."""
        with self.reading(league_id) as log:
            return document(LEAGUE, log.aggregate, log.entries)

    def report_file(self, league_id: str, stage_id: str) -> str:
        """A stage as a tournament report file; `illegal` for one that such a file has no words for."""
        with self.reading(league_id) as log:
            league = log.aggregate
            [stage] = Stages(stage=stage_id).of(league)
            try:
                return write(tournament(league, stage, self.name(league), self.names(league)))
            except (BadFile, ValueError) as error:
                raise ServiceError("illegal", str(error)) from None

    def standings_csv(self, league_id: str, wanted: Stages, after: int | None = None) -> str:
        """The standings of the stages as CSV; or after a round."""
        return files.standings_csv(self.standings(league_id, wanted, after), self.names_of(league_id))

    def tables_csv(self, league_id: str, wanted: Stages) -> str:
        """All tables of the stages as CSV."""
        return files.tables_csv(self.tables(league_id, wanted), self.names_of(league_id))

    def calendar(self, league_id: str, wanted: Stages) -> bytes:
        """The deadlines of the stages' rounds as an iCalendar file."""
        with self.reading(league_id) as log:
            return files.deadlines(log.aggregate, self.name(log.aggregate), wanted.of(log.aggregate))

    def names_of(self, league_id: str) -> Names:
        """Entrant -> display name."""
        with self.reading(league_id) as log:
            return self.names(log.aggregate)

    def names(self, league: League) -> dict[str, str]:
        """Entrant -> display name: a person's name, or an AI's level and number; its id for one who was forgotten. A
        place that was given up for another has the name of who held it."""
        known = self._known(league)
        return {
            own.id: known.get(own.person or "", own.id) if own.level is None else f"{own.level} {own.id[1:]}"
            for own in league.entrants.values()
        }

    def _known(self, league: League) -> AccountNames:
        return self._accounts.names({own.person for own in league.entrants.values() if own.person is not None})

    def name(self, league: League) -> str:
        """The name of the league."""
        return self.name_of(league.id, None if league.name is None else league.name.id)

    def called(self, league_id: str) -> str:
        """The name of a league, by its id."""
        with self.reading(league_id) as log:
            return self.name(log.aggregate)

    def plan_ahead(self, league_id: str) -> Plan:
        """The plan that the next season will have."""
        with self.reading(league_id) as log:
            return plan_ahead(log.aggregate)

    def draft(self, league_id: str) -> Draft | None:
        """The draft of the next season; None if there is none."""
        with self.reading(league_id) as log:
            return log.aggregate.draft

    def deadline(self, league_id: str, due: int) -> str:
        """When a round is due, as clocks show it in the league's zone, or in UTC."""
        with self.reading(league_id) as log:
            return f"{moment(log.aggregate.plan, due):%Y-%m-%d %H:%M} {log.aggregate.plan.zone or 'UTC'}"

    def name_of(self, league_id: str, name_id: str | None) -> str:
        """The name of a league, by the id of the reference in its first event."""
        kept = None if name_id is None else self._words(league_id).get(name_id)
        return UNNAMED if kept is None else kept.text

    def words(self, league_id: str) -> dict[str, str]:
        """The words that organisers wrote in the league, by the id of their reference."""
        return {text_id: kept.text for text_id, kept in self._words(league_id).items()}

    def _signed(self, league: League) -> Signed:
        return Signed(self._accounts.names(set(authors(league))), self.words(league.id))

    def _ready(self, league_id: str) -> list[str]:
        """The names of those who would take a place."""
        ready = self._substitutes.of(league_id)
        return sorted(self._accounts.names(ready).values())

    def _words(self, league_id: str) -> dict[str, Words]:
        return words_of(self._store, league_id)
