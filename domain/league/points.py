"""Points: exact fractions. In events and standings they are whole numbers, or texts such as "19/3"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from domain.log.canon import LIMIT

Shown = int | str
"""A number of points as it is stored: canonical JSON knows no fractions, and no whole numbers from 2^53 on."""

FINEST = 10**18
"""What is given and taken in all has no numerator or denominator above it: so fractions do not grow without end."""

_STORED = re.compile("-?[0-9]+(?:/0*[1-9][0-9]*)?")


def shown(points: Fraction) -> Shown:
    """The stored form of a number of points."""
    return points.numerator if points.denominator == 1 and abs(points) < LIMIT else str(points)


def read(stored: Shown) -> Fraction:
    """The points of a stored form; ValueError if it is none."""
    if isinstance(stored, str) and not _STORED.fullmatch(stored):
        raise ValueError(f"{stored[:30]!r} is no number of points")
    return Fraction(stored)


def by_place(places: Mapping[str, int], scale: Sequence[Fraction]) -> dict[str, Fraction]:
    """Each entrant's points for its place; who share a place share its points and those of the places they fill.

    (LG-PTS-1, LG-PTS-2) `places` counts from 1; places beyond the scale bring nothing.
    """
    points: dict[str, Fraction] = {}
    for place in sorted(set(places.values())):
        sharing = [entrant for entrant, own in places.items() if own == place]
        filled = range(place - 1, place - 1 + len(sharing))
        total = sum((scale[index] for index in filled if index < len(scale)), Fraction(0))
        points |= dict.fromkeys(sharing, total / len(sharing))
    return points


def ranked(order: Iterable[Collection[str]]) -> dict[str, int]:
    """Places from groups of equals, the best group first: after two who share a place the next place is left out."""
    places: dict[str, int] = {}
    for group in order:
        places |= dict.fromkeys(group, len(places) + 1)
    return places


def mean(scale: Sequence[Fraction], seats: int) -> Fraction:
    """What a table of this many seats brings on average."""
    return sum(scale[:seats], Fraction(0)) / seats
