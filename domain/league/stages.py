"""Stages: start, results, close; and the end of a season (docs/leagues.md, chapters 3, 5 and 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from domain.contract import quantities
from domain.contract.game import Refused
from domain.league import actions as a
from domain.league import events as e
from domain.league import points as p
from domain.league import results
from domain.league.chance import stage_chance
from domain.league.divisions import division_order, without_idle
from domain.league.rounds import is_played_out
from domain.league.sheets import sheets
from domain.league.standings import standings
from domain.league.state import League, Result, Season, Stage, TableGame, reason, reason_if_any
from domain.league.tiebreaks.house import LOTS
from domain.league.typed import check_typed, corrected
from domain.log.derived import game_id, seed_of
from domain.log.log import Seeds
from domain.log.record import ORGANISING, Command, Happened

# ---- start and close


def start_stage(league: League, command: Command, action: a.StartStage, seeds: Seeds) -> list[Happened]:
    """Start a stage with those who go on: lots for pairing numbers among equals, and for the first seat (LG-CH-3)."""
    stage = league.stage(action.stage)
    if stage.status != "waiting":
        return []
    season = league.season_of(stage)
    before = _stage_before(season, stage)
    if before is not None and before.status != "closed":
        raise Refused("illegal", "{stage} is not closed", stage=before.id)
    going_on = _going_on(season, stage, before)
    entropy = tuple((own, given) for own in sorted(going_on, key=_number) if (given := _entropy(season, own)))
    chance = stage_chance(stage, entropy, seeds)
    lots = chance.draw("shuffle", "pairing numbers", sorted(going_on, key=_number), 0)
    first = chance.draw("flip", "first seat", ["0", "1"], 1)
    order = going_on if before is not None else _seeded(season, going_on, lots.result)
    started = e.StageStarted(stage.id, tuple(order), int(first.result), entropy, _carried(league, stage, before, order))
    return [Happened(started, (lots, first))]


def _stage_before(season: Season, stage: Stage) -> Stage | None:
    return next(
        (
            other
            for other in season.stages.values()
            if other.division == stage.division and other.number == stage.number - 1
        ),
        None,
    )


def _going_on(season: Season, stage: Stage, before: Stage | None) -> list[str]:
    """The division, or the best of the stage before, without those who left (LG-STG-1); in the order in which they
    stand."""
    standing = season.divisions[stage.division] if before is None else [line.entrant for line in before.standings]
    staying = [entrant for entrant in standing if entrant not in season.withdrawn]
    return staying if before is None else staying[: before.plan.advance]


def _seeded(season: Season, entrants: Sequence[str], lots: Sequence[str]) -> list[str]:
    """Pairing numbers of a first stage: by rating, lots among equals (LG-STG-2)."""
    return sorted(entrants, key=lambda own: (-season.enrolled[own].rating, lots.index(own)))


def _carried(league: League, stage: Stage, before: Stage | None, order: Sequence[str]) -> dict[str, p.Shown]:
    """The points that count on from the stage before, where the plan says so (LG-STG-3)."""
    if before is None or not stage.plan.carry:
        return {}
    own = sheets(before, league.plan_of(before), lowest_wins=league.lowest_wins)
    return {entrant: p.shown(own[entrant].points) for entrant in order}


def _entropy(season: Season, entrant: str) -> str | None:
    return season.enrolled[entrant].entropy


def _number(entrant: str) -> int:
    return int(entrant[1:])


def close_stage(league: League, command: Command, action: a.CloseStage, seeds: Seeds) -> list[Happened]:
    """Draw the last lots, freeze the standings, publish the seed (LG-STG-4, LG-CH-5).

    The organiser may end a stage between two rounds (LG-STG-5).
    """
    stage = league.stage(action.stage)
    if stage.status == "closed":
        return []
    early = command.by in ORGANISING and stage.open_round is None
    if stage.status == "waiting" or not (is_played_out(league, stage) or early):
        raise Refused("illegal", "{stage} is not played out", stage=stage.id)
    lots = stage_chance(stage, stage.entropy, seeds).draw("shuffle", "lots", stage.entrants, 0)
    closed = e.StageClosed(
        stage.id,
        standings(league, stage, lots.result),
        seed_of(stage.id, seeds).hex(),
        reason_if_any(action.reason),
    )
    return [Happened(closed, (lots,))]


def close_season(league: League, command: Command, action: a.CloseSeason, seeds: Seeds) -> list[Happened]:
    """Promote and relegate when all divisions are done (LG-DIV-4)."""
    season = league.season
    if season.status == "closed":
        return []
    return closed_with(league, list(season.divisions), without_idle)


def closed_with(league: League, divisions: Sequence[str], order: Callable[[Season, str], list[str]]) -> list[Happened]:
    """The event that closes the season, with these divisions, the top one first, each in its order; `Refused` while a
    stage goes on."""
    season = league.season
    if season.status != "running" or any(stage.status != "closed" for stage in season.stages.values()):
        raise Refused("illegal", "not all stages are closed")
    before = {name: order(season, name) for name in divisions}
    after = _exchanged(league, before)
    names = list(before)
    was = {entrant: names.index(name) for name, order in before.items() for entrant in order}
    now = {entrant: names.index(name) for name, order in after.items() for entrant in order}
    closed = e.SeasonClosed(
        order=tuple(entrant for order in after.values() for entrant in order),
        promoted={entrant: names[now[entrant]] for entrant in was if now[entrant] < was[entrant]},
        relegated={entrant: names[now[entrant]] for entrant in was if now[entrant] > was[entrant]},
    )
    return [Happened(closed)]


def winner(season: Season) -> str | None:
    """Who has won a season: the first of its top division, of several at rank 1 the better seeded (LG-DIV-5), as the
    standings are now (LG-COR-2); None as long as it goes on."""
    if season.status != "closed" or not season.divisions:
        return None
    return next(iter(division_order(season, next(iter(season.divisions)))), None)


def _exchanged(league: League, before: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The last of each division change places with as many of the best of the one below (LG-DIV-4)."""
    names = list(before)
    moving = [_relegated(league, before, index) for index in range(len(names))]
    after: dict[str, list[str]] = {}
    for index, name in enumerate(names):
        order = before[name]
        up, down = moving[index - 1] if index else 0, moving[index]
        from_above = before[names[index - 1]][-up:] if up else []
        from_below = before[names[index + 1]][:down] if down else []
        after[name] = [*from_above, *order[up : len(order) - down], *from_below]
    return after


def _relegated(league: League, before: Mapping[str, Sequence[str]], index: int) -> int:
    """How many go down from a division: as planned, but no more than half of it or of the one below."""
    names = list(before)
    if index + 1 >= len(names):
        return 0
    planned = next(division.relegated for division in league.plan.divisions if division.name == names[index])
    return min(planned, len(before[names[index]]) // 2, len(before[names[index + 1]]) // 2)


# ---- results


def report(league: League, command: Command, action: a.Report, seeds: Seeds) -> list[Happened]:
    """What came of a table's game; the same report again does nothing (LG-RES-1, LG-RES-5)."""
    stage, table = _open_table(league, action.stage, action.table)
    if strangers := set(action.late or ()) - set(table.seats):
        raise Refused(
            "malformed", "{entrant} does not sit at table {table}", entrant=min(strangers), table=table.number
        )
    if action.cause != "over":
        return _known(table, Result(void=True), e.TableVoided(stage.id, table.number, action.cause, action.late))
    result = Result(action.places, action.won, action.tally)
    results.check(table, result)
    finished = e.TableFinished(stage.id, table.number, action.places, action.won, action.tally, action.late)
    return _known(table, result, finished)


def forfeit(league: League, command: Command, action: a.Forfeit, seeds: Seeds) -> list[Happened]:
    """Some did not play (LG-RES-3, LG-RES-4)."""
    stage, table = _open_table(league, action.stage, action.table)
    result = Result(action.places, absent=action.absent)
    if not action.absent:
        raise Refused("malformed", "somebody forfeits")
    check_typed(league, table, result)
    why = reason_if_any(action.reason)
    return _known(table, result, e.TableForfeited(stage.id, table.number, action.absent, action.places, why))


def _known(table: TableGame, result: Result, event: e.LeagueEvent) -> list[Happened]:
    if table.result == result:
        return []
    if table.result is not None:
        raise Refused("illegal", "table {table} has another result; the organiser may correct it", table=table.number)
    return [Happened(event)]


def replay(league: League, command: Command, action: a.Replay, seeds: Seeds) -> list[Happened]:
    """Another game for a table whose game was void, as long as the round is open (LG-RES-5)."""
    stage, table = _open_table(league, action.stage, action.table)
    if stage.open_round is None or table.number not in stage.open_round.tables:
        raise Refused("illegal", "round {round} is closed", round=table.round)
    if table.result is None or not table.result.void:
        raise Refused("illegal", "the game of table {table} is not void", table=table.number)
    game = stage.games + 1
    why = reason_if_any(action.reason)
    return [Happened(e.TableReplayed(stage.id, table.number, game, game_id(stage.id, game), why))]


def correct(league: League, command: Command, action: a.Correct, seeds: Seeds) -> list[Happened]:
    """Correct what came of a table; frozen standings are made anew, visibly (LG-COR-1, LG-COR-2)."""
    stage = league.stage(action.stage)
    table = stage.table(action.table)
    if table.result is None:
        raise Refused("illegal", "table {table} has no result", table=table.number)
    result = corrected(league, table, typed_in(action))
    return made_known(league, stage, table, result, action)


def typed_in(action: a.Correct) -> Result:
    """The result that a correction says, as it was typed."""
    return Result(action.places, action.won, action.tally, action.absent, action.void)


def made_known(league: League, stage: Stage, table: TableGame, result: Result, action: a.Correct) -> list[Happened]:
    """The event of a correction to this result, and what follows from it."""
    event = e.ResultCorrected(stage.id, table.number, result, reason(action.reason), action.author)
    tables = {**stage.tables, table.number: msgspec.structs.replace(table, result=result)}
    return [Happened(event), *_standing_anew(league, msgspec.structs.replace(stage, tables=tables))]


def adjust(league: League, command: Command, action: a.Adjust, seeds: Seeds) -> list[Happened]:
    """Give or take points (LG-COR-3)."""
    stage = league.stage(action.stage)
    if action.entrant not in stage.entrants:
        raise Refused("malformed", "{entrant} is not in {stage}", entrant=action.entrant, stage=stage.id)
    points = quantities.points(action.points)
    total = stage.adjusted.get(action.entrant, p.read(0)) + points
    if max(abs(total.numerator), total.denominator) > p.FINEST:
        raise Refused(
            "illegal",
            "the adjustments of {entrant} do not add up to a number of points any more",
            entrant=action.entrant,
        )
    adjusted = {**stage.adjusted, action.entrant: total}
    event = e.PointsAdjusted(stage.id, action.entrant, p.shown(points), reason(action.reason), action.author)
    return [Happened(event), *_standing_anew(league, msgspec.structs.replace(stage, adjusted=adjusted))]


def _standing_anew(league: League, stage: Stage) -> list[Happened]:
    """Corrected standings of a closed stage; the lots that were drawn when it closed stay."""
    if stage.status != "closed":
        return []
    return [Happened(e.StandingsCorrected(stage.id, standings(league, stage, lots_of(stage))))]


def lots_of(stage: Stage) -> list[str]:
    """The lots of a closed stage, in order, read off its standings; in order of rank where lots were not asked for."""
    drawn = {
        line.entrant: int(value.value or 0) for line in stage.standings for value in line.values if value.name == LOTS
    }
    return sorted(drawn, key=drawn.__getitem__) if drawn else [line.entrant for line in stage.standings]


def _open_table(league: League, stage_id: str, number: int) -> tuple[Stage, TableGame]:
    """A table whose round is open, or that has a result; `Refused` for any other."""
    stage = league.stage(stage_id)
    table = stage.table(number)
    if table.result is None and (stage.open_round is None or number not in stage.open_round.tables):
        raise Refused("illegal", "round {round} is closed", round=table.round)
    return stage, table
