"""Operators' verbs: each an event with a reason that all may read. No event sets the state of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.contract.game import Asked, Refused, Text
from domain.contract.quantities import DURATIONS, HOUR, INSTANTS, PLACES
from domain.log.record import Command, Happened
from domain.table import actions as a
from domain.table import events as e
from domain.table.happened import still_asked
from domain.table.rules.absence import given_back
from domain.table.rules.clock import ORGANISER, SeatClock
from domain.table.rules.seating import check_takes_ai
from domain.table.rules.takeback import taken_back
from domain.table.table import Table

SOONEST = HOUR
"""Seconds from now, or from when a clock that stands still runs again, that a deadline is brought forward to at the
earliest."""


def operate(table: Table, command: Command, action: a.Operate, seed: bytes) -> list[Happened]:
    """Carry out an operator's verb; `Refused` if it is none or does not fit."""
    verb = _VERBS.get(action.what)
    if verb is None:
        raise Refused(
            "malformed", "unknown verb {verb!r}; there are {verbs}", verb=action.what, verbs=", ".join(_VERBS)
        )
    told = acted(action)
    return [told, *verb(table, action, command.at, seed)]


def acted(action: a.Operate) -> Happened:
    """That an operator did this, with the reason."""
    if not isinstance(action.reason, Text):
        raise Refused("malformed", "an operator gives a reason")
    return Happened(e.OperatorActed(action.what, action.reason, dict(action.places or {})))


def _take_back(table: Table, action: a.Operate, at: int, seed: bytes) -> list[Happened]:
    """Back to a boundary, past a draw too: only in a game that is not rated."""
    back = taken_back(table, _number(action))
    passes_a_draw = any(done.tells for done in table.commands if done.first > _number(action))
    if passes_a_draw and table.header.terms.get("rated"):
        raise Refused("illegal", "a rated game is not taken back past a draw")
    return back


def _replace(table: Table, action: a.Operate, at: int, seed: bytes) -> list[Happened]:
    """A seat of a running game changes hands; before the start it is for whoever sits down there."""
    if table.status != "running":
        raise Refused("illegal", "no seat is given away before the game has begun: who opened it frees and fills seats")
    return given_away(table, action)


def given_away(table: Table, action: a.Operate) -> list[Happened]:
    """A seat is given to a person or an AI; `Refused` where that names neither, or both."""
    if action.seat not in table.seats:
        raise Refused("malformed", "unknown seat {seat!r}", seat=action.seat)
    if (action.account is None) == (action.level is None):
        raise Refused("malformed", "either a person or an AI takes the seat")
    if action.level is not None:
        check_takes_ai(table, action.seat)
    back = given_back(table, [action.seat]) if action.account is None else []
    return [Happened(e.SeatReplaced(action.seat, action.account, action.level)), *back, *still_asked(table)]


def _move_rules(table: Table, action: a.Operate, at: int, seed: bytes) -> list[Happened]:
    """The game goes on under another rules number; what follows by itself under it is played on."""
    to = _number(action)
    if not table.game.rules_kept_from <= to <= table.game.rules or to == table.rules:
        raise Refused(
            "illegal",
            "the rules kept are {oldest} to {newest}",
            oldest=table.game.rules_kept_from,
            newest=table.game.rules,
        )
    return [Happened(e.RulesMoved(table.rules, to)), *still_asked(table)]


def _adjudicate(table: Table, action: a.Operate, at: int, seed: bytes) -> list[Happened]:
    if table.state is None or set(action.places or {}) != set(table.header.seats):
        raise Refused("malformed", "an adjudication gives each seat of a running game its place")
    for seat, place in (action.places or {}).items():
        PLACES.check(place, f"the place of {seat}")
    return [Happened(Asked((), {}, ())), Happened(e.GameClosed("over", table.published(seed)))]


def _void(table: Table, action: a.Operate, at: int, seed: bytes) -> list[Happened]:
    closing = [Happened(Asked((), {}, ()))] if table.status == "running" else []
    return [*closing, Happened(e.GameClosed("void", table.published(seed)))]


def _show_secrets(table: Table, action: a.Operate, at: int, seed: bytes) -> list[Happened]:
    """Says that an operator took out all hidden parts of a running game."""
    return still_asked(table)


def _pause(table: Table, action: a.Operate, at: int, seed: bytes) -> list[Happened]:
    """Clocks stand still until the instant `to`, or until they are let run again."""
    if action.to is not None and INSTANTS.check(action.to, "to") <= at:
        raise Refused("illegal", "a pause does not end in the past")
    return [Happened(e.ClockPaused(tuple(_clocks(table, action)), action.to, ORGANISER)), *still_asked(table)]


def _resume(table: Table, action: a.Operate, at: int, seed: bytes) -> list[Happened]:
    """Clocks that an operator has stopped run again."""
    stopped = tuple(seat for seat, clock in _clocks(table, action).items() if _stands_still(clock, at))
    if not stopped:
        raise Refused("illegal", "no operator has stopped a clock")
    return [Happened(e.ClockPaused(stopped, at, ORGANISER)), *still_asked(table)]


def _stands_still(clock: SeatClock, at: int) -> bool:
    until = clock.pauses.get(ORGANISER, 0)
    return until is None or until > at


def _extend(table: Table, action: a.Operate, at: int, seed: bytes) -> list[Happened]:
    """Open decisions get `to` seconds more, from now on if their time was up."""
    more = DURATIONS.check(_number(action), "to")
    extended = [
        Happened(e.DeadlineSet(seat, clock.decision, INSTANTS.check(max(clock.deadline, at) + more, "the deadline")))
        for seat, clock in _clocks(table, action).items()
        if clock.decision is not None and clock.deadline is not None
    ]
    if not extended:
        raise Refused("illegal", "no deadline runs")
    return [*extended, *still_asked(table)]


def _bring_forward(table: Table, action: a.Operate, at: int, seed: bytes) -> list[Happened]:
    """Open decisions are due at the instant `to`, where that is earlier than they are; it leaves time to answer."""
    until = INSTANTS.check(_number(action), "to")
    if until < at + SOONEST:
        raise Refused(
            "illegal",
            "a deadline is brought forward to {minutes} minutes from now at the earliest",
            minutes=SOONEST // 60,
        )
    earlier = [
        Happened(e.DeadlineSet(seat, clock.decision, until))
        for seat, clock in _clocks(table, action).items()
        if clock.decision is not None and clock.deadline is not None and not clock.passed
        if max(at, clock.paused_until or 0) + SOONEST <= until < clock.deadline
    ]
    if not earlier:
        raise Refused("illegal", "no deadline that runs is later than that, or its clock stands still until then")
    return [*earlier, *still_asked(table)]


def _clocks(table: Table, action: a.Operate) -> Mapping[str, SeatClock]:
    """The clocks that are meant: that of one seat, or all."""
    clocks = table.clocks.seats
    if table.status != "running" or not clocks:
        raise Refused("illegal", "no clock runs in this game")
    if action.seat is None:
        return clocks
    if action.seat not in clocks:
        raise Refused("malformed", "{seat} has no clock", seat=action.seat)
    return {action.seat: clocks[action.seat]}


def _number(action: a.Operate) -> int:
    if action.to is None:
        raise Refused("malformed", "{verb} needs `to`", verb=action.what)
    return action.to


_VERBS: Mapping[str, Callable[[Table, a.Operate, int, bytes], list[Happened]]] = {
    "take-back": _take_back,
    "replace": _replace,
    "move-rules": _move_rules,
    "adjudicate": _adjudicate,
    "void": _void,
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "bring-forward": _bring_forward,
    "show-secrets": _show_secrets,
}
