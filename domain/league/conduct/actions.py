"""What is posted to conduct the seasons of a league, besides what `domain.league.actions` has."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Action, Text


class TakeOut(Action, tag="league/take-out", frozen=True):
    """Take out an entrant that has lost too many games in a row to the clock; posted by the service alone."""

    entrant: str


class SetReminders(Action, tag="league/set-reminders", frozen=True):
    """Say how many hours before a round is due who is late is reminded, and in which words (organiser)."""

    hours: tuple[int, ...]
    reason: Text | str


class Remind(Action, tag="league/remind", frozen=True):
    """Remind who is `late` at the open tables of a stage: the organiser in words; or the service, as the end is so many
    hours away. `author` is an account."""

    stage: str
    late: tuple[str, ...] = ()
    reason: Text | str | None = None
    hours: int | UnsetType = UNSET
    author: str | UnsetType = UNSET


ConductAction = TakeOut | SetReminders | Remind
