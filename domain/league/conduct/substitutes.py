"""Substitutes: the waiting list takes the places of those who leave a season that runs (docs/leagues.md, chapter 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf

from msgspec import UNSET

from domain.contract.game import Refused, Text
from domain.league import events as e
from domain.league.conduct import actions as c
from domain.league.conduct.events import SubstituteSeated
from domain.league.elimination import alive
from domain.league.results import annuls
from domain.league.rounds import is_played_out, may_be_paired
from domain.league.state import Enrolment, League, Result, Season, Stage, TableGame
from domain.log.log import Seeds
from domain.log.record import Command, Happened

EntrantRule = Callable[[League, str], bool]
"""A rule that holds of an entrant, by its id, or does not. Where a function takes one as a parameter, decisions go by
today's rule; an audit hands in the rule that older programs had (`domain.audit.older_substitutes`)."""


def first_waiting(league: League) -> Enrolment | None:
    """The first of the waiting list, where the plan lets it take places that become free (LG-ENR-7)."""
    if not league.plan.eligibility.substitutes:
        return None
    return next((own for own in league.season.enrolled.values() if own.waiting), None)


def substituted(league: League, entrant: str, waiting: Enrolment) -> Happened:
    """The event by which the first of the waiting list takes the place of an entrant."""
    held = league.entrants[waiting.entrant]
    return Happened(SubstituteSeated(entrant, waiting.entrant, held.account, held.level))


def would_have_games(league: League, entrant: str) -> bool:
    """Whether an entrant would still have games in the season that runs: so somebody may take its place."""
    stages = _stages_of(league, entrant)
    return any(_takes_part_in(league, stage, entrant) and _has_games_from(league, stage, entrant) for stage in stages)


def takes_part(league: League, entrant: str) -> bool:
    """Whether an entrant is in a stage that is not played out, with or without a game in what is left of it."""
    return any(_takes_part_in(league, stage, entrant) for stage in _stages_of(league, entrant))


def _stages_of(league: League, entrant: str) -> list[Stage]:
    """The stages of the season that an entrant's division plays."""
    season = league.season
    return [stage for stage in season.stages.values() if entrant in season.divisions.get(stage.division, ())]


def _takes_part_in(league: League, stage: Stage, entrant: str) -> bool:
    """Whether an entrant of a stage's division is in the stage, which is not played out; the first stage is for all."""
    if stage.status == "waiting":
        return stage.number == 1
    if stage.status == "closed" or entrant not in stage.entrants or is_played_out(league, stage):
        return False
    if stage.plan.kind != "knock-out":
        return entrant not in stage.annulled
    return _is_awaited(stage, entrant) or entrant in alive(stage)


def _is_awaited(stage: Stage, entrant: str) -> bool:
    """Whether the open round of a knock-out may still let an entrant go on: it has a bye, or a table without a
    result."""
    opened = stage.open_round
    return opened is not None and (entrant in opened.byes or entrant in stage.awaited)


def _has_games_from(league: League, stage: Stage, entrant: str) -> bool:
    """Whether whoever takes part in a stage has a game there that goes on, or may still have one, or may go on to a
    later stage."""
    if stage.status == "waiting" or entrant in stage.awaited or may_be_paired(league, stage, entrant):
        return True
    return any(later.number > stage.number for later in _stages_of(league, entrant))


def vacancy(league: League, may_be_taken: EntrantRule) -> str | None:
    """The place that has been free for longest in the season that runs, of those that may be taken."""
    return next((entrant for entrant in league.season.withdrawn if may_be_taken(league, entrant)), None)


def is_vacant(league: League, entrant: str) -> bool:
    """Whether somebody may take a place that was left: nobody has been given it since, and there are games for it."""
    own = league.season.enrolled.get(entrant)
    return own is not None and league.entrants[entrant].since < own.left and would_have_games(league, entrant)


def take_out(league: League, command: Command, action: c.TakeOut, seeds: Seeds) -> list[Happened]:
    """Take out who has lost too many games in a row to the clock (LG-ENR-8); what is done already is done."""
    if league.season.status != "running" or action.entrant not in league.season.enrolled:
        raise Refused("illegal", "{entrant} plays in no season that runs", entrant=action.entrant)
    if action.entrant in league.season.withdrawn:
        return []
    if action.entrant not in overdue(league):
        raise Refused("illegal", "{entrant} has not lost so many games in a row to the clock", entrant=action.entrant)
    return leaving(league, action.entrant, withdrawal(league.season, action.entrant))


def withdrawal(season: Season, entrant: str, why: Text | None = None) -> e.EntrantWithdrew:
    """The event by which an entrant leaves a season that runs: the last round that it is paired for in each stage
    (LG-RES-6), and the stages in which its games do not count any more (LG-RES-9)."""
    last = last_rounds(season, entrant)
    annulled = tuple(stage for stage in last if annuls(season.stages[stage], entrant))
    return e.EntrantWithdrew(entrant, last, why, annulled or UNSET)


def leaving(
    league: League, entrant: str, left: e.EntrantWithdrew, has_games: EntrantRule = would_have_games
) -> list[Happened]:
    """What it brings about that an entrant leaves the season that runs: a substitute, if there is one, plays on in its
    place, if it would have had games (`has_games`), and then no game is annulled (LG-ENR-7)."""
    waiting = first_waiting(league)
    if waiting is None or waiting.entrant == entrant or not has_games(league, entrant):
        return [Happened(left)]
    return [Happened(e.EntrantWithdrew(entrant, reason=left.reason)), substituted(league, entrant, waiting)]


def last_rounds(season: Season, entrant: str) -> dict[str, int]:
    """Stage -> the last round that an entrant is paired for that leaves now."""
    return {
        stage.id: len(stage.rounds)
        for stage in season.stages.values()
        if stage.status == "running" and entrant in stage.entrants
    }


def overdue(league: League) -> list[str]:
    """Who has lost as many games in a row to the clock as the plan allows at most (LG-ENR-8), and takes part."""
    return overdue_by(league, _missed)


def overdue_by(league: League, missed: Callable[[League, str], int]) -> list[str]:
    """Who is overdue if `missed` counts the games in a row that an entrant has lost to the clock; an audit hands in how
    older programs counted them."""
    season, most = league.season, league.plan.eligibility.missed
    if not most or season.status != "running":
        return []
    playing = [entrant for entrants in season.divisions.values() for entrant in entrants]
    return [
        entrant
        for entrant in playing
        if entrant not in season.withdrawn and missed(league, entrant) >= most and takes_part(league, entrant)
    ]


def _missed(league: League, entrant: str) -> int:
    """How many games in a row, up to the last that has ended, the place has lost to the clock with who holds it now."""
    missed = 0
    for table in sorted(_ended(league, entrant), key=lambda table: table.ended, reverse=True):
        if not _is_lost_to_the_clock(table, entrant):
            break
        missed += 1
    return missed


def _ended(league: League, entrant: str) -> Iterator[TableGame]:
    """The games that have ended since the place changed hands; what is corrected to void is none."""
    since = league.entrants[entrant].since
    for table in with_result(league, entrant):
        is_none = table.result is not None and table.result.void and table.is_corrected
        if table.ended > since and not is_none:
            yield table


def with_result(league: League, entrant: str) -> Iterator[TableGame]:
    """The tables of the season at which an entrant sits, and that have a result."""
    for stage in league.season.stages.values():
        for table in stage.tables.values():
            if entrant in table.seats and table.result is not None:
                yield table


def _is_lost_to_the_clock(table: TableGame, entrant: str) -> bool:
    """Whether the game was lost so, and no correction has given the entrant a better place since."""
    if entrant not in table.late or not table.is_corrected:
        return entrant in table.late
    return _place(table.result, entrant) >= _place(table.reported, entrant)


def _place(result: Result | None, entrant: str) -> float:
    """The place that a result gives an entrant, 1 for all who share what was won; without end where it gives none."""
    if result is None or result.void or entrant in result.absent or result.won is False:
        return inf
    return result.places.get(entrant, inf) if result.places else 1
