"""Reminders: who keeps a round waiting is told so, in the organiser's words (docs/leagues.md, chapter 4)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from domain.contract.game import Refused
from domain.contract.quantities import HOUR, Bounds
from domain.league.conduct import actions as c
from domain.league.conduct.events import LateReminded, RemindersSet
from domain.league.state import League, Round, Stage, reason
from domain.log.log import Seeds
from domain.log.record import Command, Happened

HOURS = Bounds(1, 30 * 24, "hours")
"""How long before the end of a round who is late may be reminded."""

MOST_CALLS = 10
"""How often an organiser reminds at most in a round."""

MOST_HOURS = 10
"""How often who is late is reminded by itself in a round, at most."""


def set_reminders(league: League, command: Command, action: c.SetReminders, seeds: Seeds) -> list[Happened]:
    """Say when who is late is reminded by itself, and in which words (LG-RND-7); without hours nobody is."""
    if len(action.hours) > MOST_HOURS:
        raise Refused("malformed", "who is late is reminded {most} times in a round at most", most=MOST_HOURS)
    for hours in action.hours:
        HOURS.check(hours, "hours")
    return [Happened(RemindersSet(tuple(sorted(set(action.hours), reverse=True)), reason(action.reason)))]


def remind(league: League, command: Command, action: c.Remind, seeds: Seeds) -> list[Happened]:
    """Remind those who are late at the open tables of a round: at once (LG-RND-6), or as its end is near (LG-RND-7)."""
    stage = league.stage(action.stage)
    opened = stage.open_round
    if opened is None:
        raise Refused("illegal", "no round of {stage} is open", stage=stage.id)
    if strangers := set(action.late) - stage.awaited:
        raise Refused(
            "malformed",
            "{entrant} keeps no table of round {round} waiting",
            entrant=min(strangers),
            round=opened.number,
        )
    if command.by == "service":
        return _as_the_end_is_near(league, stage, opened, command, action)
    if action.hours is not UNSET:
        raise Refused("malformed", "the hours are of reminders that follow by themselves")
    if not action.late:
        raise Refused("illegal", "nobody is late in round {round}", round=opened.number)
    if opened.calls >= MOST_CALLS:
        raise Refused("illegal", "round {round} has had {most} reminders by hand", round=opened.number, most=MOST_CALLS)
    why = reason(action.reason)
    return [Happened(LateReminded(stage.id, opened.number, action.late, why, author=action.author))]


def _as_the_end_is_near(
    league: League, stage: Stage, opened: Round, command: Command, action: c.Remind
) -> list[Happened]:
    if league.reminders is None or action.hours not in due_hours(league, opened, command.at):
        raise Refused("illegal", "no reminder is due in {stage}", stage=stage.id)
    words = league.reminders.words
    return [Happened(LateReminded(stage.id, opened.number, action.late, words, action.hours))]


def due_reminders(league: League, stage: Stage, at: int) -> Iterator[c.Remind]:
    """The reminder that is due in the open round of a stage: the one that is nearest to its end. Who is late is found
    in the games."""
    opened = stage.open_round
    hours = [] if opened is None else due_hours(league, opened, at)
    if hours:
        yield c.Remind(stage.id, (), hours=min(hours))


def due_hours(league: League, opened: Round, at: int) -> list[int]:
    """The hours before its end of which a round has been reached, but nobody reminded yet."""
    return [hours for hours, instant in reminder_times(league, opened) if instant <= at]


def reminder_times(league: League, opened: Round) -> Iterator[tuple[int, int]]:
    """The reminders that are to come in a round: hours before its end, and the instant; of one that the round was too
    short for there is none."""
    if league.reminders is None or opened.due is None:
        return
    for hours in league.reminders.hours:
        instant = opened.due - hours * HOUR
        if instant > opened.at and hours < opened.reminded:
            yield hours, instant
