"""What older programs decided otherwise: of results that people typed, places of some were taken for those of all; no
games were annulled of who was taken out; places were given away that had been left, and rounds paired after the last;
divisions followed one another by the alphabet.

Their logs stand, fold, and are examined as they were; nothing is decided so any more.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league import events as e
from domain.league import results
from domain.league.conduct import actions as c
from domain.league.conduct.substitutes import last_rounds, leaving
from domain.league.enrolment import given_away
from domain.league.rounds import paired_by_hand
from domain.league.stages import closed_with, made_known, typed_in
from domain.league.state import League, Result, reason_if_any
from domain.log.record import ORGANISING, Command, Happened

_IN_PART = "has a result as older programs took it: not of everybody"

TAKEN: Mapping[str, str] = {
    "ResultCorrected": _IN_PART,
    "TableForfeited": _IN_PART,
    "EntrantWithdrew": "has taken somebody out as older programs did: no game is annulled",
    "EntrantReplaced": "has given away a place as older programs did: it had been left",
    "RoundPaired": "has paired a round as older programs did: after the last one",
    "SeasonClosed": "has closed the season as older programs did: with its divisions by the alphabet",
}
"""What a version says, by its first event, that follows from a command as it once did."""


def decide_as_before(league: League, command: Command, seeds: Mapping[str, bytes]) -> list[Happened]:
    """The events of a command as they once followed; `Refused` for one that was never decided otherwise."""
    match command.action:
        case a.Correct() as action if command.by == "operator":
            return _correct(league, action)
        case a.Forfeit() as action if command.by == "operator":
            return _forfeit(league, action)
        case c.TakeOut(entrant) if command.by == "service":
            return leaving(league, entrant, e.EntrantWithdrew(entrant, last_rounds(league.season, entrant)))
        case a.Replace() as action if command.by in ORGANISING:
            return given_away(league, action)
        case a.PairByHand() as action if command.by in ORGANISING:
            return paired_by_hand(league, league.stage(action.stage), command, action)
        case a.CloseSeason() if command.by == "service":
            return closed_with(league, sorted(league.season.divisions))
    raise Refused("illegal", "it was never decided otherwise")


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
    result = Result(action.places, absent=action.absent)
    results.check(table, result)
    why = reason_if_any(action.reason)
    return [Happened(e.TableForfeited(stage.id, table.number, action.absent, action.places, why))]
