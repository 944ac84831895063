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
    names, made_of = telling(stage, lines), _MadeOf(league, stage, rounds, signed)
    return shapes.StageStandings.of(
        stage,
        stage=stage.id,
        round=rounds,
        rounds=len(stage.rounds),
        frozen=stage.status == "closed" and last,
        corrected=[public.version for public in corrections] if last else [],
        rules={"points": "LG-PTS-1", **_rules(league, stage, lines, names)},
        lines=[made_of.line(line, names) for line in lines],
    )


class _MadeOf:
    """What the cells of a stage's standings are the sums of, after so many of its rounds."""

    def __init__(self, league: League, stage: Stage, rounds: int, signed: Signed) -> None:
        self._stage = after_round(stage, rounds)
        self._sheets = sheets(self._stage, league.plan_of(stage), lowest_wins=league.lowest_wins)
        self._shares = shares_after(league, stage, rounds) if stage.status != "waiting" else {}
        self._signed = signed

    def line(self, line: Line, names: Sequence[str]) -> shapes.Line:
        """A line with the tie-breaks of these names."""
        points = parts(self._stage, self._sheets[line.entrant])
        values = [self._value(line.entrant, value) for value in line.values if value.name in names]
        return shapes.Line.of(line, parts=[_part(part, self._signed) for part in points], values=values)

    def _value(self, entrant: str, value: Value) -> shapes.Value:
        """A tie-break's value; one that was frozen may be the sum of what results were, and then has no parts."""
        found = parts_of(self._stage, entrant, self._shares.get((entrant, value.name), ()))
        is_sum = value.value == p.shown(sum((part.points for part in found), Fraction(0)))
        return shapes.Value.of(value, parts=[_part(part, self._signed) for part in found] if is_sum else [])


def _rules(league: League, stage: Stage, lines: Sequence[Line], names: Sequence[str]) -> Mapping[str, str]:
    """What the columns are ordered by, each with its rule: the plan's tie-breaks, and what a knock-out puts first."""
    if lines:
        return {value.name: value.rule for value in lines[0].values if value.name in names}
    if stage.plan.kind == "knock-out":
        return {}
    return {name: TIEBREAKS[name].rule for name in league.plan_of(stage).tiebreaks}


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
