"""Days as report files have them: FIDE's 2026/03/01, and what programs and people write in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""How the names of months begin."""

_NUMBERS = re.compile(r"(\d{1,4})[-/. ]+(\d{1,2})[-/. ]+(\d{1,4})(?!\d)")
_TOGETHER = re.compile(r"(\d{4})(\d{2})(\d{2})(?!\d)")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?[-/. ]+([a-z]{3})[a-z]*[-/., ]+(\d{4})(?!\d)")
_MONTH_FIRST = re.compile(r"([a-z]{3})[a-z]*[-/. ]+(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4})(?!\d)")
_NAME_BETWEEN = re.compile(r"(\d{4})[-/. ]+([a-z]{3})[a-z]*[-/. ]+(\d{1,2})(?!\d)")


def day(text: str) -> str | None:
    """The day that a text begins with, as in 2026-03-01; None if it begins with none.

    Of a year in two digits it is first, as FIDE has it in the days of rounds; of one in four digits behind it the day
    is first. The other order is taken where only that is a day.
    """
    for year, month, number in _readings(text.strip().lower()):
        try:
            return date(year, month, number).isoformat()
        except ValueError:
            continue
    return None


def _readings(text: str) -> Iterator[tuple[int, int, int]]:
    """What the text may mean, as year, month and day, the likeliest first."""
    if found := _TOGETHER.match(text):
        yield int(found[1]), int(found[2]), int(found[3])
    if found := _NUMBERS.match(text):
        yield from _of_numbers(found.groups())
    if (found := _DAY_FIRST.match(text)) and found[2] in MONTHS:
        yield int(found[3]), 1 + MONTHS.index(found[2]), int(found[1])
    if (found := _MONTH_FIRST.match(text)) and found[1] in MONTHS:
        yield int(found[3]), 1 + MONTHS.index(found[1]), int(found[2])
    if (found := _NAME_BETWEEN.match(text)) and found[2] in MONTHS:
        yield int(found[1]), 1 + MONTHS.index(found[2]), int(found[3])


def _of_numbers(groups: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    first, second, third = map(int, groups)
    match len(groups[0]), len(groups[2]):
        case 4, (1 | 2):
            yield first, second, third
        case ((1 | 2), 4):
            yield third, second, first
            yield third, first, second
        case 2, 2:
            yield _century(first), second, third
            yield _century(third), second, first


def _century(year: int) -> int:
    """The year that two digits mean: there are no report files of before 1970."""
    return 2000 + year if year < 70 else 1900 + year
