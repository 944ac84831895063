"""The decisions of a game that were real ones: where a seat had something to choose, and what it chose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.contract.game import Action, Decision
from domain.games.catalog import Catalog
from domain.log.record import Entry
from domain.log.whole import commands, whole
from domain.records.timeline import taken_back
from domain.table.actions import is_table_action
from domain.table.table import Table


class Answered(msgspec.Struct, frozen=True):
    """A decision of a seat and its answer: the version `at` which it was decided, the table there, and the level of
    the AI that held the seat, None of a person. The table is not the reader's own: it goes on with the log."""

    at: int
    seat: str
    decision: Decision
    action: Action
    level: str | None
    table: Table

    @property
    def state(self) -> Any:
        """The game's state there."""
        return self.table.state


def answered(entries: Sequence[Entry], catalog: Catalog) -> Iterator[Answered]:
    """The answers of a whole log that were not taken back, where there was another one to give."""
    table, gone = Table(catalog), taken_back(entry.read() for entry in entries)
    for group in commands(entries):
        found = None if table.version + 1 in gone else _answered(table, group[0])
        if found is not None and _is_real(found):
            yield found
        for entry in group:
            table.fold(entry)


def _answered(table: Table, first: Entry) -> Answered | None:
    """The answer that a command gives to its seat's open decision; None of any other command."""
    label = first.label
    if label.by != "seat" or label.seat is None or label.seat not in table.pending:
        return None
    raw, decision = whole(first).action or {}, table.pending[label.seat]
    if is_table_action(raw) or raw["type"] not in decision.verbs:
        return None
    action, level = table.game.parse(raw), table.seats[label.seat].level
    return Answered(table.version, label.seat, decision, action, level, table)


def _is_real(found: Answered) -> bool:
    legal = found.table.game.legal(found.state, found.seat)
    return not (legal.complete and len(legal.actions) == 1)
