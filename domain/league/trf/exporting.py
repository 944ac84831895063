"""A stage of a league as a tournament, to be written as a file: tables of two, as it was left by the last round that is
closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from domain.league import points as p
from domain.league.cards import acceleration, groups_apart
from domain.league.plan import Plan
from domain.league.standings import after_round, standings_after
from domain.league.state import League, Line, Round, Stage, TableGame
from domain.league.tiebreaks.registry import TIEBREAKS
from domain.league.trf.tournament import BLACK, STANDARD, WHITE, Abnormal, BadFile, Cell, Player, Tournament

ABSENT, BYE = Cell(None, None, "Z"), Cell(None, None, "U")


def tournament(league: League, stage: Stage, name: str, names: Mapping[str, str]) -> Tournament:
    """The stage's entrants under their pairing numbers, with ranks and points; `names` maps entrants to names.

    `BadFile` for a stage that such a file has no words for.
    """
    plan = league.plan_of(stage)
    if plan.seats_of(stage.number) != 2 or stage.plan.kind not in ("swiss", "round-robin"):
        raise BadFile("a file is of a Swiss stage or a round robin at tables of two")
    if stage.carried or stage.annulled:
        raise BadFile("a file has no words for points that do not come from its rounds")
    closed = [played for played in stage.rounds if played.closed]
    left = after_round(stage, len(closed))
    lines = standings_after(league, stage, len(closed))
    players = sorted(_players(league, left, lines, names), key=lambda player: player.number)
    return Tournament(
        name,
        {player.number: player for player in players},
        stage.plan.rounds or len(closed),
        _brings(plan, stage),
        BLACK if stage.first_seat else WHITE,
        tuple(groups_apart(league, left)),
        tiebreaks=tuple(TIEBREAKS[name].code or f"OTHER_{name.upper()}" for name in plan.tiebreaks),
        abnormal=tuple(
            Abnormal("", one.points, one.round or None, (left.numbers[one.entrant],))
            for one in left.adjustments
            if one.entrant in left.numbers
        ),
        accelerated=acceleration(stage, plan),
        type_code=_type_code(stage),
    )


def _players(league: League, stage: Stage, lines: Sequence[Line], names: Mapping[str, str]) -> Iterator[Player]:
    """The entrants of a stage with its rounds, as they stand by these lines."""
    numbers, enrolled = stage.numbers, league.season_of(stage).enrolled
    for line in lines:
        yield Player(
            numbers[line.entrant],
            names[line.entrant],
            tuple(_cell(stage, played, line.entrant, numbers) for played in stage.rounds),
            enrolled[line.entrant].rating,
            p.read(line.points),
            line.rank,
        )


def _type_code(stage: Stage) -> str:
    if stage.plan.kind == "round-robin":
        return "BERGER_ROUNDROBIN" if stage.plan.cycles == 1 else f"BERGER_ROUNDROBIN_G{stage.plan.cycles}"
    return "FIDE_DUTCH_2026_BAKU" if stage.plan.accelerated else "FIDE_DUTCH_2026"


def _cell(stage: Stage, played: Round, entrant: str, numbers: Mapping[str, int]) -> Cell:
    if entrant in played.byes:
        return BYE
    table = next((table for table in stage.tables_of(played) if entrant in table.seats), None)
    return ABSENT if table is None else _at_table(table, entrant, numbers)


def _at_table(table: TableGame, entrant: str, numbers: Mapping[str, int]) -> Cell:
    """What came of a table for one of its two; a void game is none."""
    result = table.result
    if result is None or result.void:
        return ABSENT
    [other] = (one for one in table.seats if one != entrant)
    colour = WHITE if table.seats[0] == entrant else BLACK
    if result.absent:
        return Cell(numbers[other], colour, "-" if entrant in result.absent else "+")
    if {entrant, other} - set(result.places):
        raise BadFile(f"table {table.number} ranks nobody")
    mine, theirs = result.places[entrant], result.places[other]
    return Cell(numbers[other], colour, "1" if mine < theirs else "0" if mine > theirs else "=")


def _brings(plan: Plan, stage: Stage) -> dict[str, Fraction]:
    """What each code brings by the plan's scale."""
    win, loss = [*plan.scale(), Fraction(0)][:2]
    return {
        **STANDARD,
        **dict.fromkeys("1W+F", win),
        **dict.fromkeys("=DH", (win + loss) / 2),
        **dict.fromkeys("0L", loss),
        "U": plan.bye_points(stage.number),
    }
