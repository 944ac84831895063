"""What follows by itself: the commands that a worker posts. Posting one late, or twice, changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Action
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.conduct.drafts import due_by_calendar
from domain.league.conduct.reminders import due_reminders
from domain.league.conduct.substitutes import overdue
from domain.league.rounds import is_played_out
from domain.league.state import League, Season, Stage


def due(league: League, at: int) -> list[Action]:
    """What is to be done in the season that runs, as of `at` (seconds UTC); one step a division at a time."""
    if not league.seasons:
        return []
    if league.season.status != "running":
        return due_by_calendar(league, at)
    season = league.season
    if all(stage.status == "closed" for stage in season.stages.values()):
        return [a.CloseSeason()]
    taken_out = [c.TakeOut(entrant) for entrant in overdue(league)]
    return [*taken_out, *(step for name in season.divisions for step in _next(league, season, name, at))]


def _next(league: League, season: Season, division: str, at: int) -> Iterator[Action]:
    stages = sorted((own for own in season.stages.values() if own.division == division), key=lambda own: own.number)
    stage = next((own for own in stages if own.status != "closed"), None)
    if stage is None:
        return
    if stage.status == "waiting":
        yield a.StartStage(stage.id)
    elif stage.open_round is not None:
        if _may_close(stage, at):
            yield a.CloseRound(stage.id)
        else:
            yield from due_reminders(league, stage, at)
    elif is_played_out(league, stage):
        yield a.CloseStage(stage.id)
    elif stage.failed is None:
        yield a.PairRound(stage.id)


def _may_close(stage: Stage, at: int) -> bool:
    """Whether all results of the open round are in, or it is due."""
    opened = stage.open_round
    assert opened is not None
    complete = all(table.result is not None for table in stage.tables_of(opened))
    return complete or (opened.due is not None and at >= opened.due)
