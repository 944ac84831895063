"""What is posted to conduct the seasons of a league, besides what `domain.league.actions` has."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Action, Json, Text


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


class OpenDispute(Action, tag="league/dispute", frozen=True):
    """Contest what came, or is to come, of one's own table (an entrant)."""

    stage: str
    table: int
    reason: Text | str


class SayInDispute(Action, tag="league/say-in-dispute", frozen=True):
    """Say something in a dispute (a party, or the organiser, whose account is the `author`)."""

    dispute: int
    reason: Text | str
    author: str | UnsetType = UNSET


class WithdrawDispute(Action, tag="league/withdraw-dispute", frozen=True):
    """Take one's own dispute back (an entrant)."""

    dispute: int


class DecideDispute(Action, tag="league/decide-dispute", frozen=True):
    """Decide a dispute (organiser). Where it is upheld the other fields, those of a correction, say what the result is;
    without them it stays."""

    dispute: int
    upheld: bool
    reason: Text | str
    places: dict[str, int] = {}
    won: bool | None = None
    tally: dict[str, int] | None = None
    absent: tuple[str, ...] = ()
    void: bool = False
    author: str | UnsetType = UNSET


class KeepApart(Action, tag="league/keep-apart", frozen=True):
    """Let no two of these entrants meet in the Swiss stages of the season, from a round on, up to one (organiser)."""

    entrants: tuple[str, ...]
    reason: Text | str
    first: int = 1
    last: int | None = None
    author: str | UnsetType = UNSET


class LetMeet(Action, tag="league/let-meet", frozen=True):
    """Let a group meet again that was kept apart (organiser); `group` is its number."""

    group: int
    reason: Text | str
    author: str | UnsetType = UNSET


class DraftSeason(Action, tag="league/draft-season", frozen=True):
    """Draft the next season (organiser): when it opens, when enrolment closes, when it starts, seconds UTC (None: the
    organiser decides); whether all of the last season are enrolled at once; `like` which season, if it is a copy; and
    its plan (`plan.Plan`), where it has one of its own."""

    opens: int | None = None
    closes: int | None = None
    starts: int | None = None
    returning: bool = True
    like: int | None = None
    author: str | UnsetType = UNSET
    plan: dict[str, Json] | UnsetType = UNSET


class DropDraft(Action, tag="league/drop-draft", frozen=True):
    """Forget the draft of the next season (organiser)."""


ConductAction = (
    DraftSeason
    | DropDraft
    | KeepApart
    | LetMeet
    | TakeOut
    | SetReminders
    | Remind
    | OpenDispute
    | SayInDispute
    | WithdrawDispute
    | DecideDispute
)
