"""The chart of somebody's rating in a game, over the games that changed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from projections.ratings import Rated

WIDTH, HEIGHT = 320, 120
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 12, 12
"""How large a chart is drawn, and what is left free at its edges."""


@dataclass(frozen=True)
class RatingChart:
    """A line over closed games: its path, its end, the lowest and the highest rating; `steps` as they are told."""

    game: str
    path: str
    end: tuple[float, float]
    least: int
    most: int
    last: int
    steps: Sequence[Rated]


def chart_of(game: str, steps: Sequence[Rated]) -> RatingChart:
    """The chart of these changes, the first one first; there is at least one."""
    ratings = [steps[0].change.before, *(step.change.after for step in steps)]
    least, most = min(ratings), max(ratings)
    across = (WIDTH - LEFT - RIGHT) / (len(ratings) - 1)
    down = (HEIGHT - TOP - BOTTOM) / max(1, most - least)
    points = [
        (round(LEFT + at * across, 1), round(TOP + (most - rating) * down, 1)) for at, rating in enumerate(ratings)
    ]
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    return RatingChart(game, path, points[-1], least, most, ratings[-1], steps)
