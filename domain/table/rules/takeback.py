"""Takebacks: nothing is removed; from `TakenBack` on the game is the fold of the log without what lies between.

A seat may take back its own last commands while nobody else has acted; past another seat's action by consent of all
seated people. Whoever takes a seat over is asked anew, and what was asked there is asked no more; where all have agreed
who are still there, the seat that asked goes back by asking again. Never, with or without consent, past a draw, past
anything hidden that some seat was shown, past an opened sealed answer, past the end. Operators may pass a draw, if the
game is marked unrated. All of this follows from the classes of the events, so the permission tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, takewhile

from domain.contract.game import Asked, Refused
from domain.log.record import Command, Happened
from domain.table import actions as a
from domain.table import events as e
from domain.table.open_decisions import others
from domain.table.parts import Done, TableEvent
from domain.table.table import Table


def boundaries(table: Table, seat: str) -> list[int]:
    """The versions that the seat may go back to without asking, the latest first."""
    alone = not others(_accounts(table), seat)
    own = _boundaries(table, lambda done: alone or _own(done, seat))
    asked = table.waiting.takeback
    if asked is None or asked.to in own or not _is_agreed(table, seat, asked.to):
        return own
    return [*own, *(to for to in _boundaries(table, lambda done: True) if to == asked.to)]


def start_of_turn(table: Table, seat: str) -> int:
    """The version at which the seat's last own commands began, or were last barred; `Refused` if there are none."""
    own = _boundaries(table, lambda done: _own(done, seat))
    if not own:
        raise Refused("illegal", "nothing that this seat did last can be taken back without asking")
    return own[-1]


def _boundaries(table: Table, may_undo: Callable[[Done], bool]) -> list[int]:
    """Back through the commands that may be undone, to the first that may not or that bars taking it back."""
    found: list[int] = []
    for done, before in pairwise(_begun(table)):
        if done.tells or not (done.standing or may_undo(done)):
            break
        if not done.standing:
            found.append(before.last)
    return found


def take_back(table: Table, command: Command, action: a.TakeBack, seed: bytes) -> list[Happened]:
    """Go back at once, or ask the others."""
    seat = str(command.seat)
    undone = _undone(table, action.to)
    if any(done.tells for done in undone):
        raise Refused("illegal", "nothing can be taken back past a draw or past something that was shown")
    alone = all(_own(done, seat) for done in undone if not done.standing) or not others(_accounts(table), seat)
    if alone or _is_agreed(table, seat, action.to):
        return _back(table, action.to)
    if seat not in table.seats or table.seats[seat].account is None:
        raise Refused("not-your-decision", "only a seated person may ask for a takeback")
    return _with_asked(table, e.TakebackAsked(seat, action.to))


def answer_takeback(table: Table, command: Command, action: a.AnswerTakeback, seed: bytes) -> list[Happened]:
    """Agree or not; when all seated people have agreed, go back."""
    request, seat = table.waiting.takeback, str(command.seat)
    if request is None:
        raise Refused("illegal", "no takeback is asked")
    waiting = waiting_for(table)
    if seat not in waiting:
        raise Refused("not-your-decision", "{seat} is not asked about the takeback", seat=seat)
    answer = e.TakebackAnswered(seat, action.agreed)
    if action.agreed and waiting == {seat}:
        if any(done.tells for done in _undone(table, request.to)):
            raise Refused("illegal", "something was drawn or shown since the takeback was asked")
        return [Happened(answer), *_back(table, request.to)]
    return _with_asked(table, answer)


def waiting_for(table: Table) -> set[str]:
    """The seats that must still answer the takeback that is asked; empty if none is."""
    request = table.waiting.takeback
    return set() if request is None else request.waits_for(_accounts(table))


def _is_agreed(table: Table, seat: str, to: int) -> bool:
    """Whether the seat has asked for this takeback and nobody is waited for: who has not agreed is there no more."""
    request = table.waiting.takeback
    return request is not None and (request.seat, request.to) == (seat, to) and not waiting_for(table)


def taken_back(table: Table, to: int) -> list[Happened]:
    """Go back without asking: an operator's verb. `Refused` if `to` is no command boundary of the game."""
    _undone(table, to)
    return _back(table, to)


def _undone(table: Table, to: int) -> list[Done]:
    """The game's commands after a boundary; `Refused` if it is none, or if nothing follows it."""
    if table.state is None or table.closed is not None:
        raise Refused("illegal", "the game does not run")
    begun = list(_begun(table))
    if to not in {done.last for done in begun}:
        raise Refused("illegal", "version {to} is no command boundary that counts", to=to)
    if all(version <= to or isinstance(event, Asked) for version, event in table.history):
        raise Refused("illegal", "nothing was done since version {to}", to=to)
    return [done for done in reversed(begun) if done.first > to]


def _begun(table: Table) -> Iterator[Done]:
    """The commands that count, the latest first, back to the start of play."""
    start = table.history[0][0] if table.history else table.version + 1
    return takewhile(lambda done: done.last >= start, reversed(table.commands))


def _own(done: Done, seat: str) -> bool:
    return done.by == "seat" and done.seat == seat


def _accounts(table: Table) -> dict[str, str | None]:
    """Seat -> the account that holds it."""
    return {name: held.account for name, held in table.seats.items()}


def _back(table: Table, to: int) -> list[Happened]:
    asked = next(event for at, event in reversed(table.history) if at <= to and isinstance(event, Asked))
    return [Happened(e.TakenBack(to)), Happened(Asked((), asked.open, asked.agenda))]


def _with_asked(table: Table, event: TableEvent) -> list[Happened]:
    assert table.state is not None
    return [Happened(event), Happened(Asked((), table.state.open, table.state.agenda))]
