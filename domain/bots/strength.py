"""How strong the AI levels are on the scale of ratings, by the matches in the data file.

The list is of AIs alone: a Club player stands at the rating with which everybody begins, the others by their share of
games against it.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import isinf

import msgspec

from domain.bots.arena import Tally, elo

ANCHOR = 1500
"""The rating of the level against which the others are measured."""


class Measured(msgspec.Struct, frozen=True):
    """A match of two seats: a level against the one that is the measure."""

    game: str
    level: str
    against: str
    games: int
    won: int


class Strength(msgspec.Struct, frozen=True):
    """A rating with its 95 % interval; None where all games were won or lost, so that it has no bound there."""

    rating: int | None
    low: int | None
    high: int | None


def measured() -> tuple[Measured, ...]:
    """The matches of the data file."""
    text = files("domain.bots").joinpath("strength.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text)["match"], tuple[Measured, ...])


def strength(match: Measured) -> Strength:
    """What a match says of the level that was measured."""
    tally = Tally(match.games, match.won)
    low, high = tally.interval()
    return Strength(_rating(tally.share), _rating(low), _rating(high))


def _rating(share: float) -> int | None:
    points = elo(round(share, 9))
    return None if isinf(points) else round(ANCHOR + points)
