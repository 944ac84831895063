"""A league as everybody sees it: seasons and divisions, rounds and tables, and what came of those."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.contract.game import to_json
from domain.league import points as p
from domain.league.results import points_of
from domain.league.state import Entrant, League, Result, Round, Season, Stage, TableGame
from domain.log.canon import Json
from domain.log.record import Entry, Public
from service.leagues.signed import Signed

Names = Mapping[str, str]
"""Entrant -> display name."""


def league_shown(league: League, entries: Sequence[Entry], names: Names) -> dict[str, Json]:
    """The league: its plan, its entrants, and its seasons with divisions and stages."""
    moves = {public.command: public.data for public in of_type(entries, "SeasonClosed")}
    closed = iter(moves.values())
    return {
        "id": league.id,
        "game": league.game,
        "rules": league.rules,
        "plan": to_json(league.plan),
        "lowest_wins": league.lowest_wins,
        "next_season": league.opens_next,
        "entrants": {own.id: _entrant(own, names) for own in league.entrants.values()},
        "seasons": [_season(season, next(closed, {})) for season in league.seasons],
        "version": league.version,
        "head": league.head.hex(),
    }


def _entrant(own: Entrant, names: Names) -> dict[str, Json]:
    kind = "ai" if own.level is not None else "person"
    return {"name": names[own.id], "kind": kind, "level": own.level, "replaced": own.replaced}


def _season(season: Season, moves: Mapping[str, Json]) -> dict[str, Json]:
    return {
        "number": season.number,
        "status": season.status,
        "enrolled": [
            {
                "entrant": own.entrant,
                "rating": own.rating,
                "waiting": own.waiting,
                "entropy": None if own.entropy_hash is None else "sealed" if own.owes_entropy else "opened",
            }
            for own in season.enrolled.values()
        ],
        "divisions": season.divisions,
        "withdrawn": season.withdrawn,
        "commitments": season.commitments,
        "stages": [_stage(stage) for stage in season.stages.values()],
        "promoted": moves.get("promoted", {}),
        "relegated": moves.get("relegated", {}),
        "order": list(season.order),
    }


def _stage(stage: Stage) -> dict[str, Json]:
    opened = stage.open_round
    return {
        "id": stage.id,
        "division": stage.division,
        "number": stage.number,
        "kind": stage.plan.kind,
        "status": stage.status,
        "rounds": len(stage.rounds),
        "due": None if opened is None else opened.due,
        "failed": stage.failed,
        "seed": stage.seed,
    }


def rounds_shown(stage: Stage, entries: Sequence[Entry]) -> dict[str, Json]:
    """The rounds of a stage, each with the key that was claimed for it, how it was paired, and its tables."""
    paired = {
        public.data["round"]: public.data
        for public in of_type(entries, "RoundPaired")
        if public.data["stage"] == stage.id
    }
    return {**_stage(stage), "rounds": [_round(stage, played, paired[played.number]) for played in stage.rounds]}


def _round(stage: Stage, played: Round, paired: Mapping[str, Json]) -> dict[str, Json]:
    return {
        "number": played.number,
        "attempt": played.attempt,
        "key": paired["key"],
        "due": played.due,
        "closed": played.closed,
        "byes": list(played.byes),
        "repeated": paired["repeated"],
        "fairness": paired["fairness"],
        "reason": paired["reason"],
        "tables": [
            {
                "table": table.number,
                "seats": list(table.seats),
                "game": table.game_id,
                "series": table.series,
                "outcome": outcome(stage, table),
            }
            for table in stage.tables_of(played)
        ],
    }


def tables_shown(league: League, stage: Stage, signed: Signed) -> list[dict[str, Json]]:
    """Every table of a stage: who sat where, with place, points and tally of each, and what came of it; who corrected
    that, and why."""
    return [_table(league, stage, table, signed) for table in stage.tables.values()]


def _table(league: League, stage: Stage, table: TableGame, signed: Signed) -> dict[str, Json]:
    points = points_of(table, league.plan, stage)
    result = table.result or Result()
    return {
        "stage": stage.id,
        "round": table.round,
        "table": table.number,
        "game": table.game_id,
        "series": table.series,
        "outcome": outcome(stage, table),
        "event": table.event or None,
        "corrected": signed.corrections(table.corrected),
        "won": result.won,
        "seats": [
            {
                "entrant": entrant,
                "place": result.places.get(entrant),
                "points": None if table.result is None else p.shown(points[entrant]),
                "tally": (result.tally or {}).get(entrant),
                "absent": entrant in result.absent,
            }
            for entrant in table.seats
        ],
    }


def outcome(stage: Stage, table: TableGame) -> str | None:
    """What came of a table in a word: `played`, `forfeit`, `void`, `annulled`; None while it is played."""
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
