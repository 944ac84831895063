"""What older programs decided otherwise at tables: operators gave seats away that nobody had sat down at yet.

Their logs stand, fold, and are examined as they were; nothing is decided so any more.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Refused
from domain.log.record import OPERATOR, Command, Happened
from domain.table import actions as a
from domain.table.rules.operate import acted, given_away
from domain.table.table import Table

TAKEN: Mapping[str, str] = {
    "OperatorActed": "has given a seat away as older programs did: before the start",
}
"""What a version says, by its first event, that follows from a command as it once did."""


def before_start(table: Table) -> bool:
    """Whether the table waits for people, and not for a share of its seed."""
    return table.status == "open" and table.awaited is None


def decide_as_before(table: Table, command: Command) -> list[Happened]:
    """The events of a command as they once followed; `Refused` for one that was never decided otherwise."""
    match command.action:
        case a.Operate(what="replace") as action if command.by == OPERATOR and before_start(table):
            return [acted(action), *given_away(table, action)]
    raise Refused("illegal", "it was never decided otherwise")
