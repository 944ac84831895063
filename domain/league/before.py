"""What older programs made of results that people typed: places of some were taken for those of all.

Their logs stand, fold, and are examined as they were; nothing is decided so any more.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league import events as e
from domain.league import results
from domain.league.stages import made_known, typed_in
from domain.league.state import League, Result, reason_if_any
from domain.log.record import Command, Happened


def decide_as_before(league: League, command: Command, seeds: Mapping[str, bytes]) -> list[Happened]:
    """The events of a correction or forfeit as they once followed; `Refused` for any other command."""
    action = command.action
    if command.by != "operator" or not isinstance(action, a.Correct | a.Forfeit):
        raise Refused("illegal", "it was never decided otherwise")
    stage = league.stage(action.stage)
    table = stage.table(action.table)
    if isinstance(action, a.Correct):
        if table.result is None or action.author:
            raise Refused("illegal", "there is nothing to correct")
        results.check(table, typed_in(action))
        return made_known(league, stage, table, typed_in(action), action)
    result = Result(action.places, absent=action.absent)
    results.check(table, result)
    why = reason_if_any(action.reason)
    return [Happened(e.TableForfeited(stage.id, table.number, action.absent, action.places, why))]
