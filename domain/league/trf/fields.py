"""The fields of a report file's lines: columns, numbers, points. ValueError for what is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from domain.contract.quantities import whole
from domain.league.pairing.apart import Apart

MOST_ROUNDS = 100
"""How many rounds a tournament may have: as many as a stage of a league."""

LINE_END = re.compile(r"\r\n?|\n|\f")
"""Where a line ends, or a page. U+0085 ends none: older programs write it for an ellipsis, perhaps in a name."""

POINTS = re.compile(r"[0-9]{1,6}([.,][0-9]{0,3})?")
"""A number of points."""


def lines_of(text: str) -> list[str]:
    """The lines of a file."""
    return LINE_END.split(text.removeprefix("\ufeff"))


def column(line: str, first: int, last: int) -> str:
    """What stands from one column to another, counted from 1 as FIDE's description counts them."""
    return line[first - 1 : last].strip()


def numbers_from(line: str, first: int, width: int, digits: int = 4) -> Iterator[int]:
    """The numbers of a line that stand from a column on, each so wide with what is between; nothing is 0."""
    for start in range(first, len(line.rstrip()) + 1, width):
        said = column(line, start, start + digits - 1)
        yield number(said) if said else 0


def number(text: str) -> int:
    """A whole number."""
    found = whole(text)
    if found is None:
        raise ValueError(f"{text[:30]!r} is no number")
    return found


def words(rest: str, says: str, least: int, most: int | None = None) -> list[str]:
    """What stands in a line, so many words at least and at most; `says` is what such a line has."""
    found = rest.split()
    if len(found) < least or (most is not None and len(found) > most):
        raise ValueError(f"such a line has {says}")
    return found


def points(text: str) -> Fraction:
    """Points with a point or a comma."""
    if not POINTS.fullmatch(text):
        raise ValueError(f"{text[:30]!r} is no number of points")
    return Fraction(text.replace(",", "."))


def signed(text: str) -> Fraction:
    """Points that may be taken."""
    return -points(text[1:]) if text.startswith("-") else points(text)


def rounds(text: str) -> int:
    """The number of a round, or of rounds."""
    found = whole(text)
    if found is None or not 0 <= found <= MOST_ROUNDS:
        raise ValueError(f"{text[:30]!r} is no number of rounds from 0 to {MOST_ROUNDS}")
    return found


def apart(rest: str) -> Apart:
    """Line 260: the first and the last round in which these do not meet."""
    first, last, *who = map(number, words(rest, "a first and a last round, and who does not meet", 2))
    return Apart(tuple(who), first, last)
