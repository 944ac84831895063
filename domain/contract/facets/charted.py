"""Games whose course is told in charts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from domain.contract.game import Game, Json, S

Values = tuple[Mapping[str, int], ...]
"""For each chart of a game what stands in it at one moment: line -> number."""


class Charted(Game[S]):
    """A game with charts. `chart_titles` are messages; `chart_peaks` those of them that tell of each turn the highest
    number, as they begin anew with the next."""

    chart_titles: ClassVar[tuple[str, ...]]
    chart_peaks: ClassVar[frozenset[str]] = frozenset()

    @abstractmethod
    def charted(self, view: Mapping[str, Json]) -> Values:
        """What stands in each chart, read from a view, so that everybody sees in them what it may know.

        A line is a seat, or a word of the game; one of which the view tells nothing is left out.
        """


def chart_titles(game: Game[Any]) -> tuple[str, ...]:
    """The titles of the game's charts; none where it has none."""
    return game.chart_titles if isinstance(game, Charted) else ()


def charted(game: Game[Any], view: Mapping[str, Json]) -> Values:
    """What stands in each chart of the game."""
    return game.charted(view) if isinstance(game, Charted) else ()


def chart_peaks(game: Game[Any]) -> frozenset[str]:
    """The titles of the charts that tell the highest number of each turn."""
    return game.chart_peaks if isinstance(game, Charted) else frozenset()
