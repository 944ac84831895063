"""Deadlines and pauses: what is stored when time is up, when it moves, and when it stands still.

A deadline's event is a command of the clock's own, refused until the time is up and once the decision is answered: so
an action that was stored before it counts, however late. Under the policy `default` the default answer follows as an
ordinary command of the clock, in the same transaction. Under `forfeit` the earliest deadline counts first, and seats
that are late at the same instant forfeit together.
"""

from __future__ import annotations

from domain.contract.facets.seating import needs_person
from domain.contract.game import Action, Refused
from domain.log.record import Command, Happened
from domain.log.shares import Share
from domain.table import actions as a
from domain.table import events as e
from domain.table.happened import still_asked
from domain.table.rules.absence import abandoned, replaced, resigned
from domain.table.rules.clock import OUTAGE, VACATION, SeatClock
from domain.table.table import Table

OUTAGE_BONUS = 3600
"""By how many seconds more than it lasted an outage moves deadlines."""


def pass_deadline(table: Table, command: Command, action: a.PassDeadline, seed: bytes) -> list[Happened]:
    """The time for a decision is up: what the policy asks for. Where no person is left the game is abandoned.

    When nobody has acted for too long, and when an AI would take the seat of the last person, there is one more full
    time instead.
    """
    seat = str(command.seat)
    terms = table.clocks.terms
    due = table.clocks.due(seat)
    if command.by != "clock" or terms is None:
        raise Refused("not-your-decision", "only the clock lets a deadline pass")
    if due is None or table.decision_id(seat) != action.decision:
        raise Refused("illegal", "no deadline runs for {decision}", decision=action.decision)
    if command.at < due:
        raise Refused("illegal", "the deadline is enforced from {due} on", due=due)
    passed = Happened(e.DeadlinePassed(seat, action.decision))
    if table.is_last_call(seat):
        last_call = table.clocks.last_call
        if last_call is not None and command.at >= last_call:
            return [passed, *abandoned(table, seed)]
        once_more = e.DeadlineSet(seat, action.decision, last_call or command.at + terms.full)
        return [passed, Happened(once_more), *still_asked(table)]
    if terms.policy == "forfeit" and table.has_person(seat):
        return _forfeited(table, seat, due, seed, command.share)
    if terms.policy == "ai" and terms.level is not None and not _needs_person(table, seat):
        return [passed, *replaced(table, seat, level=terms.level)]
    if not any(table.has_person(other) for other in table.seats):
        return [passed, *abandoned(table, seed)]
    return [passed, *still_asked(table)]


def late_together(table: Table, seat: str) -> list[str]:
    """The seats whose deadlines pass with that of this one: under `forfeit` all that are late at the same instant."""
    due, terms = table.clocks.due(seat), table.clocks.terms
    if terms is None or terms.policy != "forfeit" or not table.has_person(seat):
        return [seat]
    return [other for other in table.seats if table.has_person(other) and table.clocks.due(other) == due]


def answers_by_default(table: Table, seat: str) -> bool:
    """Whether the clock gives the seat's default answer now: its deadline has passed under the policy `default`.

    A seat that nobody holds is answered for under any policy but `ai`, as else the others could only wait.
    """
    terms = table.clocks.terms
    if terms is None or not table.clocks.has_passed(seat):
        return False
    return terms.policy == "default" or (table.seats[seat].account is None and terms.policy == "forfeit")


def default_answer(table: Table, seat: str) -> Action:
    """The default answer to the seat's open decision."""
    assert table.state is not None
    return table.game.default(table.state, seat)


def check_default(table: Table, command: Command) -> None:
    """A game's action that no seat posted: `Refused` unless it is the default answer of a seat that is absent.

    So nobody who runs the service can play in a seat's place without the audit telling.
    """
    seat = str(command.seat)
    absent = seat in table.resigned or answers_by_default(table, seat)
    if seat not in table.pending or table.state is None or not absent:
        raise Refused("not-your-decision", "{seat} answers for itself", seat=seat)
    if command.action != default_answer(table, seat):
        raise Refused("illegal", "an absent seat gives its default answer")


def pause(table: Table, command: Command, action: a.Pause, seed: bytes) -> list[Happened]:
    """Clocks stand still until an instant, or (`until` is now) run again."""
    check_service(table, command)
    for seat in action.seats:
        clock = table.clocks.seats.get(seat)
        if clock is None:
            raise Refused("malformed", "{seat} has no clock", seat=seat)
        if action.cause == VACATION:
            _check_vacation(table, clock, action, command.at)
    if action.until is not None and action.until < command.at:
        raise Refused("illegal", "a pause does not end in the past")
    return [Happened(e.ClockPaused(tuple(action.seats), action.until, action.cause)), *still_asked(table)]


def move_deadlines(table: Table, command: Command, action: a.MoveDeadlines, seed: bytes) -> list[Happened]:
    """After a time in which nobody could act every deadline moves by its length and an hour; no time counts twice."""
    check_service(table, command)
    since = max(action.since, table.clocks.moved_at)
    gap = command.at - since
    if gap <= 0:
        raise Refused("illegal", "the deadlines were moved already")
    moved = moved_by(table, gap, command.at)
    if not moved:
        raise Refused("illegal", "no deadline runs")
    return [*moved, *still_asked(table)]


def moved_by(table: Table, gap: int, at: int) -> list[Happened]:
    """Every deadline that runs, moved by so many seconds of an outage and an hour; nothing if none does."""
    moved = {
        seat: e.DeadlineSet(seat, clock.decision, clock.deadline + gap + OUTAGE_BONUS)
        for seat, clock in table.clocks.seats.items()
        if clock.decision is not None and clock.deadline is not None and not clock.passed
    }
    pause = [Happened(e.ClockPaused(tuple(moved), at, OUTAGE))] if moved else []
    return [*pause, *(Happened(event) for event in moved.values())]


def _check_vacation(table: Table, clock: SeatClock, action: a.Pause, at: int) -> None:
    assert table.clocks.terms is not None
    if action.until is None:
        raise Refused("malformed", "a vacation has an end")
    taken = clock.paused(VACATION, action.until, at).vacation
    if taken > table.clocks.terms.vacation:
        raise Refused(
            "illegal",
            "a seat takes {seconds} seconds of vacation in this game at most",
            seconds=table.clocks.terms.vacation,
        )


def check_service(table: Table, command: Command) -> None:
    """`Refused` for a command by which somebody else than the service moves clocks, and where none runs."""
    if command.by not in ("service", "operator"):
        raise Refused("not-your-decision", "only the service moves clocks")
    if table.status != "running" or table.clocks.terms is None:
        raise Refused("illegal", "no clock runs in this game")


def _forfeited(table: Table, seat: str, due: int, seed: bytes, share: Share | None) -> list[Happened]:
    """Nobody may choose who is the first to lose: it is who was late first."""
    for other in table.seats:
        earlier = table.clocks.due(other)
        if table.has_person(other) and earlier is not None and earlier < due:
            raise Refused("illegal", "{other} was late before {seat}", other=other, seat=seat)
    late = late_together(table, seat)
    passed = [Happened(e.DeadlinePassed(one, str(table.decision_id(one)))) for one in late]
    return [*passed, *resigned(table, late, seed, share)]


def _needs_person(table: Table, seat: str) -> bool:
    return needs_person(table.game, table.header.options, seat)
