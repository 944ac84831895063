"""What is posted to a challenge. Every tag begins with `challenge/`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.canon import Json
from domain.game import Action, Refused, Text


class Open(Action, tag="challenge/open", frozen=True):
    """Open a challenge: the data of `ChallengeOpened` but for its name, which is kept outside the log."""

    data: dict[str, Json]
    name: Text | str


class Begin(Action, tag="challenge/begin", frozen=True):
    """Begin the one try that an account has, or an AI level (organiser)."""

    account: str | None = None
    level: str | None = None


class Report(Action, tag="challenge/report", frozen=True):
    """The game of a try has ended, for this cause; `won` if it was played to its end."""

    number: int
    cause: str
    won: bool | None = None


class CloseEntries(Action, tag="challenge/close-entries", frozen=True):
    """No further try begins: by the organiser, or when the challenge is due."""


class Close(Action, tag="challenge/close", frozen=True):
    """Reveal the seed and rank the tries, when all of them have ended."""


ChallengeAction = Open | Begin | Report | CloseEntries | Close


def parse(raw: Mapping[str, Json]) -> Action:
    """A challenge action from JSON; `Refused("malformed")` if it does not fit."""
    try:
        action: Action = msgspec.convert(raw, ChallengeAction, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", str(error)) from None
    return action
