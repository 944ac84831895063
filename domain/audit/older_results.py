"""What older programs decided otherwise: of results that people typed, places of some were taken for those of all; no
games were annulled of who was taken out; places were given away that had been left, or to who had them, and rounds
paired after the last, or with all who had sat at a table of a knock-out; by hand byes were given in finals; calendars
of seasons that opened late were not put off; divisions followed one another by the alphabet.

Their logs stand, fold, and are examined as they were; nothing is decided so any more.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.audit.older_places import overdue_before
from domain.contract.game import Refused
from domain.league import actions as a
from domain.league import events as e
from domain.league import results
from domain.league.conduct import actions as c
from domain.league.conduct.drafts import Calendar
from domain.league.conduct.substitutes import last_rounds, leaving, overdue, takes_part
from domain.league.divisions import with_all_of_finals
from domain.league.elimination import alive_by_plan
from domain.league.enrolment import given_away
from domain.league.rounds import paired_by_hand, paired_by_rule, paired_in
from domain.league.seasons import opened_by
from domain.league.stages import closed_with, made_known, typed_in
from domain.league.state import League, Result, Stage, reason_if_any
from domain.log.record import ORGANISING, Command, Happened

_IN_PART = "has a result as older programs took it: not of everybody"
_PAIRED = (
    "has paired a round as older programs did: after the last one, in a knock-out with all of a table, "
    "or by hand with byes where there are none"
)

TAKEN: Mapping[str, str] = {
    "ResultCorrected": _IN_PART,
    "TableForfeited": _IN_PART,
    "EntrantWithdrew": "has taken somebody out as older programs did: no game is annulled",
    "EntrantReplaced": "has given away a place as older programs did: one that had been left, or to who had it",
    "SeasonOpened": "has opened a season as older programs did: its calendar was not put off",
    "RoundPaired": _PAIRED,
    "PairingFailed": _PAIRED,
    "SeasonClosed": "has closed the season as older programs did: with its divisions by the alphabet",
}
"""Type of the first event of a command -> what the remark on it says (`domain.audit.older`)."""


def decide_as_before(league: League, command: Command, seeds: Mapping[str, bytes]) -> list[Happened]:
    """The events of a command as they once followed; `Refused` for one that was never decided otherwise."""
    match command.action:
        case a.Correct() as action if command.by == "operator":
            return _correct(league, action)
        case a.Forfeit() as action if command.by == "operator":
            return _forfeit(league, action)
        case c.TakeOut(entrant) if command.by == "service" and entrant in {*overdue(league), *overdue_before(league)}:
            return leaving(league, entrant, e.EntrantWithdrew(entrant, last_rounds(league.season, entrant)), takes_part)
        case a.Replace() as action if command.by in ORGANISING:
            return given_away(league, action, besides=league.season.off_list)
        case a.OpenSeason() as action if command.by != "seat":
            return opened_by(league, command, action, _calendar)
        case a.PairRound() as action if command.by != "seat":
            return _pair(league, command, action, seeds)
        case a.PairByHand() as action if command.by in ORGANISING:
            present = _present(league.stage(action.stage))
            return paired_by_hand(league, command, action, present, present)
        case a.CloseSeason() if command.by == "service":
            return closed_with(league, sorted(league.season.divisions), with_all_of_finals)
    raise Refused("illegal", "it was never decided otherwise")


def _calendar(league: League, at: int) -> Calendar:
    """What a draft said, whenever the season opened; else as long after the opening as in the season before it, which
    may have been before it (LG-DIV-7)."""
    if league.draft is not None:
        return league.draft.closes, league.draft.starts
    if not league.seasons:
        return None, None
    before = league.season
    closes, starts = (None if one is None else at + one - before.opened for one in (before.closes, before.starts))
    return closes, starts


def _pair(league: League, command: Command, action: a.PairRound, seeds: Mapping[str, bytes]) -> list[Happened]:
    """A round of a knock-out of which the plan let as many go on as sit at a table (LG-KO-3)."""
    stage = league.stage(action.stage)
    all_went_on = stage.plan.kind == "knock-out" and stage.plan.through >= league.plan_of(stage).fewest_of(stage.number)
    if not all_went_on or stage.status != "running" or stage.open_round is not None:
        raise Refused("illegal", "it was never decided otherwise")
    return paired_by_rule(league, stage, command, action, seeds, alive_by_plan(stage))


def _present(stage: Stage) -> list[str]:
    """Who was there to be paired."""
    if stage.open_round is not None:
        return paired_in(stage, stage.open_round)
    return alive_by_plan(stage) if stage.plan.kind == "knock-out" else stage.present(len(stage.rounds) + 1)


def _correct(league: League, action: a.Correct) -> list[Happened]:
    stage = league.stage(action.stage)
    table = stage.table(action.table)
    if table.result is None or action.author:
        raise Refused("illegal", "there is nothing to correct")
    results.check(table, typed_in(action))
    return made_known(league, stage, table, typed_in(action), action)


def _forfeit(league: League, action: a.Forfeit) -> list[Happened]:
    stage = league.stage(action.stage)
    table = stage.table(action.table)
    if table.result is not None:
        raise Refused("illegal", "table {table} has another result; the organiser may correct it", table=table.number)
    result = Result(action.places, absent=action.absent)
    results.check(table, result)
    why = reason_if_any(action.reason)
    return [Happened(e.TableForfeited(stage.id, table.number, action.absent, action.places, why))]
