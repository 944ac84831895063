"""Branches: a practice game that begins from a position of a closed one, with a seed of its own.

`GameOpened.terms["branch"]` names the game, version and head that the position is of. In place of `table/start` the
service posts `table/branch` with the events of that game that count up to there; they become events of the new log,
which therefore needs nothing else to be folded, played on and audited.
"""

from __future__ import annotations

from typing import Any

import msgspec

from domain.contract.game import Asked, Event, Refused, State, to_json
from domain.log.record import Command, Happened
from domain.table import actions as a
from domain.table import events as e
from domain.table.rules.seating import check_may_begin
from domain.table.table import Table


class Origin(msgspec.Struct, frozen=True):
    """Where a branch begins: the id of a closed game, a version that ends one of its commands, and its hash (hex)."""

    id: str
    version: int
    head: str


def position_of(source: Table) -> a.Branch:
    """The action that begins a game from the position of this table, which stands where a command has ended.

    Of the `Asked` that closed the commands only the last is kept: it says what is open. `Refused` when the game has
    not begun there, or is over.
    """
    events = [event for _, event in source.history]
    if source.state is None or not isinstance(events[-1], Asked):
        raise Refused("illegal", "version {version} is not the end of a command of the game", version=source.version)
    if not events[-1].open:
        raise Refused("illegal", "nobody has anything to decide at version {version}", version=source.version)
    kept = [event for event in events[:-1] if not isinstance(event, Asked)]
    return a.Branch(tuple((type(event).__name__, to_json(event)) for event in (*kept, events[-1])))


def branch(table: Table, command: Command, action: a.Branch, seed: bytes) -> list[Happened]:
    """Begin from a given position: its events are folded to see that they are one, and told again."""
    check_may_begin(table)
    if table.branched_from is None:
        raise Refused("illegal", "only a game that was opened as a branch begins from a position")
    given = _decoded(table, action)
    return [Happened(e.GameStarted(table.given_entropy())), *(Happened(event) for event in given)]


def _decoded(table: Table, action: a.Branch) -> list[Event]:
    """The position's events, if they fold to a table of this game at which somebody must decide."""
    game: Any = table.game
    try:
        events = [game.decode_event(kind, data) for kind, data in action.events]
        state: State = game.fold(events)
        over = game.is_over(state)
    except Exception as error:
        # Of a forged position anything may be wrong, in ways that only the game's own events find.
        raise Refused("illegal", f"the position cannot be folded: {type(error).__name__}: {error}") from None
    if [isinstance(event, Asked) for event in events] != [False] * (len(events) - 1) + [True]:
        raise Refused("illegal", "a position closes with what is asked, once")
    if over or not state.open or state.seats != table.header.seats:
        raise Refused("illegal", "the position is not one of this table, at which somebody must decide")
    if action.events[0][1].get("options", table.header.options) != table.header.options:
        raise Refused("illegal", "the position was played under other options")
    return events
