"""The sheets of a stage, made from its results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from domain.league.plan import Plan
from domain.league.results import met_at, points_of
from domain.league.sheet import HALF, Game, Rest, Sheet
from domain.league.state import Result, Round, Stage, TableGame


def sheets(stage: Stage, plan: Plan, *, lowest_wins: bool) -> dict[str, Sheet]:
    """The sheet of every entrant of a stage, from the results that are in."""
    games: dict[str, list[Game]] = {entrant: [] for entrant in stage.entrants}
    rests: dict[str, list[Rest]] = {entrant: [] for entrant in stage.entrants}
    for played in stage.rounds:
        for table in stage.tables_of(played):
            if table.result is not None and not stage.is_annulled(table):
                _enter(table, table.result, points_of(table, plan, stage), games, rests, lowest_wins=lowest_wins)
        for entrant, rest in _without_table(stage, plan, played):
            rests[entrant].append(rest)
    return {entrant: _sheet(stage, entrant, games[entrant], rests[entrant]) for entrant in stage.entrants}


def _sheet(stage: Stage, entrant: str, games: Sequence[Game], rests: Sequence[Rest]) -> Sheet:
    start = stage.carried.get(entrant, Fraction(0)) + stage.adjusted.get(entrant, Fraction(0))
    points = sum((entry.points for entry in (*games, *rests)), start)
    return Sheet(entrant, tuple(games), tuple(rests), start, points)


def _without_table(stage: Stage, plan: Plan, played: Round) -> Iterable[tuple[str, Rest]]:
    """Who had no table in a round, and why: a bye (LG-RES-2), or, in a Swiss stage, absence (LG-RES-6).

    The round that everybody misses once in a round robin, and what follows after dropping out, are no rests.
    """
    seated = {entrant for table in stage.tables_of(played) for entrant in table.seats}
    bye_points = Fraction(0) if stage.plan.kind == "knock-out" else plan.bye_points(stage.number)
    for entrant in stage.entrants:
        if entrant in played.byes:
            yield entrant, Rest(played.number, bye_points, cause="bye")
        elif entrant not in seated and stage.plan.kind == "swiss":
            yield entrant, Rest(played.number, Fraction(0), cause="absent")


def _enter(
    table: TableGame,
    result: Result,
    points: Mapping[str, Fraction],
    games: Mapping[str, list[Game]],
    rests: Mapping[str, list[Rest]],
    *,
    lowest_wins: bool,
) -> None:
    playing = met_at(table)
    best = _best(result, playing, lowest_wins=lowest_wins)
    for seat, entrant in enumerate(table.seats):
        if entrant in playing:
            games[entrant].append(_game(table, result, entrant, seat, playing, points[entrant], best))
        else:
            rests[entrant].append(_rest(table, result, entrant, points[entrant]))


def _rest(table: TableGame, result: Result, entrant: str, points: Fraction) -> Rest:
    if result.void:
        return Rest(table.round, points, table.number, cause="void")
    others = tuple(other for other in table.seats if other != entrant)
    cause = "forfeit" if entrant in result.absent else "walkover"
    return Rest(table.round, points, table.number, cause=cause, against=others)


def _game(
    table: TableGame, result: Result, entrant: str, seat: int, playing: list[str], points: Fraction, best: int | None
) -> Game:
    place = result.places.get(entrant)
    others = [other for other in playing if other != entrant]
    return Game(
        table.round,
        points,
        table.number,
        seat=seat,
        place=None if place is None else 1 + sum(_ahead(result, other, entrant) for other in others),
        shared=any(result.places.get(other) == place for other in others),
        against={other: _score(result, entrant, other) for other in others},
        tally=(result.tally or {}).get(entrant),
        best=best,
    )


def _best(result: Result, playing: Iterable[str], *, lowest_wins: bool) -> int | None:
    tallies = [result.tally[entrant] for entrant in playing if entrant in result.tally] if result.tally else []
    if not tallies:
        return None
    return min(tallies) if lowest_wins else max(tallies)


def _ahead(result: Result, one: str, other: str) -> bool:
    return one in result.places and other in result.places and result.places[one] < result.places[other]


def _score(result: Result, one: str, other: str) -> Fraction:
    if _ahead(result, one, other):
        return Fraction(1)
    return Fraction(0) if _ahead(result, other, one) else HALF
