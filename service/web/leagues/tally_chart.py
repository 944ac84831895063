"""The chart of a series: a line for each seat, its sum after each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from service.series.answer_shapes import Series

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 500, 16, 280
LABEL_HEIGHT = 15
MARKS = 4


@dataclass(frozen=True)
class Line:
    """A seat's line: its points as SVG has them, its sums after each game, and where its name stands."""

    name: str
    points: str
    totals: Sequence[int]
    label_y: float


@dataclass(frozen=True)
class Mark:
    """A line of the scale."""

    value: int
    y: float


@dataclass(frozen=True)
class Chart:
    """What the template draws, in the units of its view box."""

    lines: Sequence[Line]
    marks: Sequence[Mark]
    limit_y: float
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


def chart_of(series: Series, holders: Mapping[str, str]) -> Chart:
    """The chart of a series as the service shows it; without lines as long as no game has counted."""
    counted = [game.tally for game in series.games if game.cause == "over"]
    totals = {seat: list(accumulate((tally[seat] for tally in counted), initial=0)) for seat in series.seats}
    most: int = max([series.limit, *(max(sums) for sums in totals.values())])

    def height(value: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * value / most, 1)

    marks = [Mark(value, height(value)) for value in (most * part // MARKS for part in range(MARKS + 1))]
    if not counted:
        return Chart((), marks, height(series.limit))
    step = (RIGHT - LEFT) / len(counted)
    ends = _apart({seat: height(sums[-1]) for seat, sums in totals.items()})
    lines = [
        Line(
            holders[seat],
            " ".join(f"{round(LEFT + step * number, 1)},{height(value)}" for number, value in enumerate(sums)),
            sums,
            ends[seat] + 4,
        )
        for seat, sums in totals.items()
    ]
    return Chart(lines, marks, height(series.limit))


def _apart(ends: Mapping[str, float]) -> dict[str, float]:
    """Heights at which names can stand below one another without touching."""
    placed: dict[str, float] = {}
    lowest = float("-inf")
    for seat, end in sorted(ends.items(), key=lambda item: item[1]):
        lowest = max(end, lowest + LABEL_HEIGHT)
        placed[seat] = lowest
    over = max(0.0, lowest - BOTTOM)
    return {seat: end - over for seat, end in placed.items()}
