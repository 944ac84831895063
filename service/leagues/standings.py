"""The standings of a stage as everybody sees them: every value with its rule, and what the points are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from domain.league import points as p
from domain.league.breakdown import Part, parts, parts_of
from domain.league.sheets import sheets
from domain.league.standings import after_round, shares_after, standings_after, telling
from domain.league.state import League, Line, Stage, Value
from domain.league.tiebreaks.registry import TIEBREAKS
from domain.log.record import Entry
from service.leagues import answer_shapes as shapes
from service.leagues.signed import Signed
from service.leagues.views import of_type


def standings_shown(
    league: League, stage: Stage, entries: Sequence[Entry], signed: Signed, after: int | None = None
) -> shapes.StageStandings:
    """The standings of a stage, as they are or as they were frozen; or after so many of its rounds (LG-STG-6)."""
    rounds = len(stage.rounds) if after is None else after
    last = rounds >= len(stage.rounds)
    lines = standings_after(league, stage, rounds) if stage.status != "waiting" else ()
    corrections = [public for public in of_type(entries, "StandingsCorrected") if public.data["stage"] == stage.id]
    names = telling(stage, lines)
    counted = after_round(stage, rounds)
    made = sheets(counted, league.plan, lowest_wins=league.lowest_wins)
    shares = shares_after(league, stage, rounds) if lines else {}

    def value(line: Line, one: Value) -> shapes.Value:
        found = parts_of(counted, line.entrant, shares.get((line.entrant, one.name), ()))
        return shapes.Value.of(one, parts=[_part(part, signed) for part in found] if _is_sum(one, found) else [])

    return shapes.StageStandings.of(
        stage,
        stage=stage.id,
        round=rounds,
        rounds=len(stage.rounds),
        frozen=stage.status == "closed" and last,
        corrected=[public.version for public in corrections] if last else [],
        rules={"points": "LG-PTS-1", **_rules(league, stage, lines, names)},
        lines=[
            shapes.Line.of(
                line,
                parts=[_part(part, signed) for part in parts(counted, made[line.entrant])],
                values=[value(line, one) for one in line.values if one.name in names],
            )
            for line in lines
        ],
    )


def _rules(league: League, stage: Stage, lines: Sequence[Line], names: Sequence[str]) -> Mapping[str, str]:
    """What the columns are ordered by, each with its rule: the plan's tie-breaks, and what a knock-out puts first."""
    if lines:
        return {value.name: value.rule for value in lines[0].values if value.name in names}
    return {} if stage.plan.kind == "knock-out" else {name: TIEBREAKS[name].rule for name in league.plan.tiebreaks}


def _is_sum(value: Value, found: Sequence[Part]) -> bool:
    """Whether the value is what the results are now: one that was frozen may be what they were."""
    return value.value == p.shown(sum((part.points for part in found), Fraction(0)))


def _part(part: Part, signed: Signed) -> shapes.Part:
    table = part.table
    return shapes.Part.of(
        part,
        table=None if table is None else table.number,
        game=None if table is None else table.game_id,
        series=table is not None and table.series,
        opponents=list(part.opponents),
        points=p.shown(part.points),
        corrected=signed.corrections(part.corrected),
        author=signed.by(part.author),
        reason=signed.why(part.reason),
    )
