"""What older programs decided otherwise at tables: operators gave seats away before the start; and what was asked and
agreed of a takeback outlived that a seat changed hands, so that who asked again asked all once more.

Their logs stand, fold, and are examined as they were; nothing is decided so any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.contract.game import Refused
from domain.log.record import OPERATOR, Command, Happened, Public
from domain.table import actions as a
from domain.table.decide import decide
from domain.table.open_decisions import OpenDecisions
from domain.table.rules.operate import acted, given_away
from domain.table.table import Table

TAKEN: Mapping[str, str] = {
    "OperatorActed": "has given a seat away as older programs did: before the start",
    "TakebackAnswered": "has answered a takeback as older programs did: with what was asked or agreed at a seat before"
    " it changed hands",
    "TakebackAsked": "has asked for a takeback as older programs did: once more, though all who sat there had agreed",
}
"""Type of the first event of a command that older programs may have decided otherwise -> what the remark says of it."""


def before_start(table: Table) -> bool:
    """Whether the table waits for people, and not for a share of its seed."""
    return table.status == "open" and table.awaited is None


def decide_as_before(table: Table, command: Command, seed: bytes, before: Sequence[Public]) -> list[Happened]:
    """The events of a command as they once followed; `Refused` for one that was never decided otherwise. `before` are
    the public parts of the events before it."""
    match command.action:
        case a.Operate(what="replace") as action if command.by == OPERATOR and before_start(table):
            return [acted(action), *given_away(table, action)]
        case a.AnswerTakeback():
            return decide(_waiting(table, _outliving(table, before)), command, seed)
        case a.TakeBack():
            return decide(_waiting(table, OpenDecisions(table.waiting.versions)), command, seed)
    raise Refused("illegal", "it was never decided otherwise")


def _waiting(table: Table, waiting: OpenDecisions) -> Table:
    """A table that waits for something else."""
    other = table.clone()
    other.waiting = waiting
    return other


def _outliving(table: Table, before: Sequence[Public]) -> OpenDecisions:
    """What the table waits for after these events, where the takeback asked last outlives that a seat changes hands."""
    waiting = OpenDecisions(table.waiting.versions)
    asked = (at for at in reversed(range(len(before))) if before[at].type == "TakebackAsked")
    for public in before[next(asked, len(before)) :]:
        if public.type != "SeatReplaced":
            waiting = waiting.after_public(public)
    return waiting
