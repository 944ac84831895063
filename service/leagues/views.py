"""A league as everybody sees it: seasons and divisions, rounds and tables, and what came of those."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from domain.contract.game import to_json
from domain.league import points as p
from domain.league.conduct.state import Draft, Reminders
from domain.league.plan import Plan
from domain.league.results import points_of
from domain.league.state import Enrolment, Entrant, League, Result, Round, Season, Stage, TableGame
from domain.log.canon import Json
from domain.log.record import Entry, Public
from service.leagues import answer_shapes as shapes
from service.leagues.calendar import local
from service.leagues.signed import Signed

Names = Mapping[str, str]
"""Entrant -> display name."""


def league_shown(
    league: League,
    entries: Sequence[Entry],
    names: Names,
    *,
    bots: Container[str | None],
    name: str,
    organiser: str | None,
    substitutes: list[str],
    words: Mapping[str, str],
) -> shapes.League:
    """The league: its plan, its entrants, and its seasons with divisions and stages.

    `names` are those of its entrants, `bots` the accounts that programs play with; `name` is its own, `substitutes` are
    those who would take a place, `words` those of organisers by the id of their reference.
    """
    closed = (public.data for public in of_type(entries, "SeasonClosed"))
    return shapes.League.of(
        league,
        name=name,
        organiser=organiser,
        substitutes=substitutes,
        plan=to_json(league.plan),
        next_season=league.opens_next,
        draft=None if league.draft is None else _draft(league.draft),
        reminders=_reminders(league.reminders, words),
        entrants={own.id: _entrant(own, names, bots) for own in league.entrants.values()},
        seasons=[_season(season, next(closed, {})) for season in league.seasons],
        head=league.head.hex(),
    )


def _draft(draft: Draft) -> shapes.Draft:
    return shapes.Draft.of(draft, plan=None if draft.plan is None else to_json(draft.plan))


def _reminders(reminders: Reminders | None, words: Mapping[str, str]) -> shapes.Reminders | None:
    if reminders is None:
        return None
    return shapes.Reminders(hours=list(reminders.hours), words=words.get(reminders.words.id))


def _entrant(own: Entrant, names: Names, bots: Container[str | None]) -> shapes.LeagueEntrant:
    kind: Literal["person", "ai"] = "person" if own.level is None else "ai"
    return shapes.LeagueEntrant.of(own, name=names[own.id], kind=kind, bot=own.person in bots)


def _season(season: Season, moves: Mapping[str, Json]) -> shapes.Season:
    return shapes.Season.of(
        season,
        plan=to_json(season.plan),
        enrolled=[_enrolled(own) for own in season.enrolled.values()],
        apart={str(number): shapes.Apart.of(one) for number, one in season.apart.items()},
        stages=[_stage(stage) for stage in season.stages.values()],
        promoted=moves.get("promoted", {}),
        relegated=moves.get("relegated", {}),
    )


def _enrolled(own: Enrolment) -> shapes.Enrolled:
    given = "opened" if own.entropy is not None else "sealed" if own.owes_entropy else None
    return shapes.Enrolled.of(own, entropy=given)


def _stage(stage: Stage) -> shapes.Stage:
    return shapes.Stage.of(stage, kind=stage.plan.kind, due=_due(stage), rounds=len(stage.rounds))


def _due(stage: Stage) -> int | None:
    opened = stage.open_round
    return None if opened is None else opened.due


def rounds_shown(plan: Plan, stage: Stage, entries: Sequence[Entry]) -> shapes.StageRounds:
    """The rounds of a stage, each with the key that was claimed for it, how it was paired, and its tables."""
    paired = {
        public.data["round"]: public.data
        for public in of_type(entries, "RoundPaired")
        if public.data["stage"] == stage.id
    }
    rounds = [_round(plan, stage, played, paired[played.number]) for played in stage.rounds]
    return shapes.StageRounds.of(stage, kind=stage.plan.kind, due=_due(stage), rounds=rounds)


def _round(plan: Plan, stage: Stage, played: Round, paired: Mapping[str, Json]) -> shapes.Round:
    told = {name: paired[name] for name in ("key", "repeated", "fairness", "reason")}
    told["due_local"] = local(plan, played.due)
    return shapes.Round.of(played, **told, tables=[_round_table(stage, table) for table in stage.tables_of(played)])


def _round_table(stage: Stage, table: TableGame) -> shapes.RoundTable:
    return shapes.RoundTable.of(table, table=table.number, game=table.game_id, outcome=outcome(stage, table))


def tables_shown(league: League, stage: Stage, signed: Signed) -> list[shapes.Table]:
    """Every table of a stage: who sat where, with place, points and tally of each, and what came of it; who corrected
    that, and why."""
    return [_table(league, stage, table, signed) for table in stage.tables.values()]


def _table(league: League, stage: Stage, table: TableGame, signed: Signed) -> shapes.Table:
    points = points_of(table, league.plan_of(stage), stage)
    result = table.result or Result()
    seats = [
        shapes.TableSeat(
            entrant=entrant,
            place=result.places.get(entrant),
            points=None if table.result is None else p.shown(points[entrant]),
            tally=(result.tally or {}).get(entrant),
            absent=entrant in result.absent,
        )
        for entrant in table.seats
    ]
    return shapes.Table.of(
        table,
        stage=stage.id,
        table=table.number,
        game=table.game_id,
        outcome=outcome(stage, table),
        event=table.event or None,
        corrected=signed.corrections(table.corrected),
        won=result.won,
        seats=seats,
    )


def outcome(stage: Stage, table: TableGame) -> shapes.Outcome:
    """What came of a table in a word; None while it is played."""
    if table.result is None:
        return None
    if table.result.void:
        return "void"
    if stage.is_annulled(table):
        return "annulled"
    return "forfeit" if table.result.absent else "played"


def stages_of(
    league: League, season: int | None = None, division: str | None = None, stage: str | None = None
) -> list[Stage]:
    """The stages that are asked for, in order: of the last season that has begun if none is named."""
    begun = max((own.season for own in league.stages.values()), default=None)
    wanted = begun if season is None and stage is None else season
    return [
        own
        for own in league.stages.values()
        if stage in (None, own.id) and wanted in (None, own.season) and division in (None, own.division)
    ]


def of_type(entries: Iterable[Entry], kind: str) -> Iterator[Public]:
    """The public parts of the events of a type."""
    return (entry.read() for entry in entries if entry.label.type == kind)
