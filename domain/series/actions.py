"""What is posted to a series. Every tag begins with `series/`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.contract.game import Action, Refused
from domain.log.canon import Json


class Open(Action, tag="series/open", frozen=True):
    """Open a series: the data of `SeriesOpened`."""

    data: dict[str, Json]


class Sit(Action, tag="series/sit", frozen=True):
    """Take an open seat in all games, with the hash of sealed entropy or none."""

    account: str | None = None
    level: str | None = None
    entropy_hash: str | None = None


class OpenEntropy(Action, tag="series/open-entropy", frozen=True):
    """Open the entropy whose hash was given, when all have sat."""

    entropy: str


class Replace(Action, tag="series/replace", frozen=True):
    """Give the seat to somebody else, in the games that follow; the sums stay with it."""

    account: str | None = None
    level: str | None = None


class OpenGame(Action, tag="series/open-game", frozen=True):
    """Open game `number`, the first or the next one."""

    number: int


class Tally(Action, tag="series/tally", frozen=True):
    """Game `number` has ended, for this cause, with this tally and these places by seat."""

    number: int
    cause: str
    tally: dict[str, int] = {}
    places: dict[str, int] = {}


class Close(Action, tag="series/close", frozen=True):
    """End the series without a winner (`void`): by an organiser, or because entropy was not opened."""


SeriesAction = Open | Sit | OpenEntropy | Replace | OpenGame | Tally | Close


def parse(raw: Mapping[str, Json]) -> Action:
    """A series action from JSON; `Refused("malformed")` if it does not fit."""
    try:
        action: Action = msgspec.convert(raw, SeriesAction, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", str(error)) from None
    return action
