"""What is posted to a challenge. Every tag begins with `challenge/`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.contract.game import Action, Refused, Text
from domain.contract.seats import Seat
from domain.log.canon import Json


class Open(Action, tag="challenge/open", frozen=True):
    """Open a challenge: the data of `ChallengeOpened` but for its name, which is kept outside the log."""

    data: dict[str, Json]
    name: Text | str


class Begin(Action, tag="challenge/begin", frozen=True):
    """Begin the one try that an account has, or an AI level (organiser), at all seats."""

    account: str | None = None
    level: str | None = None


class Form(Action, tag="challenge/form", frozen=True):
    """Form a group for a try, which the account leads: who holds each seat, and for whom it is kept."""

    account: str
    seats: dict[str, Seat]


class Join(Action, tag="challenge/join", frozen=True):
    """Take a seat of a group that has not begun."""

    account: str
    number: int
    seat: str


class Leave(Action, tag="challenge/leave", frozen=True):
    """Leave a group that has not begun; the leader's group is no more."""

    account: str
    number: int


class Start(Action, tag="challenge/start", frozen=True):
    """Begin a group's try with AIs of a level on the seats that are open (its leader)."""

    account: str
    number: int
    level: str


class Report(Action, tag="challenge/report", frozen=True):
    """The game of a try has ended, for this cause; `won` if it was played to its end, `values` what it is compared
    by."""

    number: int
    cause: str
    won: bool | None = None
    values: dict[str, int] = {}


class CloseEntries(Action, tag="challenge/close-entries", frozen=True):
    """No further try begins: by the organiser, or when the challenge is due."""


class Close(Action, tag="challenge/close", frozen=True):
    """Reveal the seed and rank the tries, when all of them have ended."""


ChallengeAction = Open | Begin | Form | Join | Leave | Start | Report | CloseEntries | Close


def parse(raw: Mapping[str, Json]) -> Action:
    """A challenge action from JSON; `Refused("malformed")` if it does not fit."""
    try:
        action: Action = msgspec.convert(raw, ChallengeAction, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", str(error)) from None
    return action
