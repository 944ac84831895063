"""The charts of a game: lines over its turns, drawn on the server, each with its numbers in a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domain.contract.facets.charted import chart_titles
from domain.records.film import Moment
from service.api import session
from service.api.context import services
from service.games.shapes.answers import Game
from service.language.names import Names

MOST = 60
"""Moments that a chart shows; of more turns some are left out, evenly."""

WIDTH, HEIGHT = 320, 120
LEFT, RIGHT, TOP, BOTTOM = 26, 16, 10, 8
"""How large a chart is drawn, and what is left free at its edges."""


@dataclass(frozen=True)
class Line:
    """A line: whose it is, its number among the lines from 1, its path, where it ends, and the number there."""

    name: str
    number: int
    path: str
    end: tuple[float, float]
    last: int


@dataclass(frozen=True)
class Chart:
    """A chart: `most` is its highest number, `now` where the version that is looked at lies, if not at its end.

    `rows` are its numbers: the turn, and one of each line.
    """

    title: str
    lines: Sequence[Line]
    most: int
    now: float | None
    rows: Sequence[tuple[str, Sequence[str]]]


def charts_of(view: Game, moments: Sequence[Moment], end: str) -> list[Chart]:
    """The charts of a game, the last of whose moments is called `end`; `view` is at one of them."""
    played = services().catalog[view.game]
    names = Names.of(played, view, session.language())
    labelled = [(str(turn), one) for turn, one in enumerate(moments[:-1])]
    shown = _thinned([*labelled, *((end, one) for one in moments[-1:])])
    titles = chart_titles(played) if len(shown) > 1 else ()
    found = (_Drawn(shown, at, names.catalogue.told(title), names) for at, title in enumerate(titles))
    return [one.chart(view.version) for one in found if one.ids]


def _thinned(moments: list[tuple[str, Moment]]) -> list[tuple[str, Moment]]:
    every = -(-len(moments) // MOST)
    return [one for at, one in enumerate(moments) if at % every == 0 or at == len(moments) - 1]


class _Drawn:
    """One chart of a game's moments."""

    def __init__(self, moments: Sequence[tuple[str, Moment]], at: int, title: str, names: Names) -> None:
        self._labels = [label for label, _ in moments]
        self._versions = [one.version for _, one in moments]
        self._values = [one.values[at] for _, one in moments]
        self._title = title
        self._names = names
        self.ids = list(dict.fromkeys(line for values in self._values for line in values))
        self._most = max((number for values in self._values for number in values.values()), default=0)

    def chart(self, version: int) -> Chart:
        """The chart, looked at from a version."""
        lines = [self._line(number, line) for number, line in enumerate(self.ids, 1)]
        return Chart(self._title, lines, self._most, self._now(version), list(self._rows()))

    def _line(self, number: int, line: str) -> Line:
        points = [(at, values[line]) for at, values in enumerate(self._values) if line in values]
        places = [(at, (self._x(at), self._y(value))) for at, value in points]
        joins = {at for at, _ in places if line in self._values[at - 1] and at > 0}
        path = "".join(f"{'L' if at in joins else 'M'}{x:g} {y:g}" for at, (x, y) in places)
        name = self._title if len(self.ids) == 1 and line not in self._names.seats else self._names.say(line)
        return Line(name, number, path, places[-1][1], points[-1][1])

    def _now(self, version: int) -> float | None:
        """Where the view lies: nowhere once it has reached the end."""
        past = [at for at, one in enumerate(self._versions) if one <= version]
        return None if not past or past[-1] == len(self._versions) - 1 else self._x(past[-1])

    def _rows(self) -> Iterator[tuple[str, Sequence[str]]]:
        for label, values in zip(self._labels, self._values):
            yield label, [str(values.get(line, "–")) for line in self.ids]

    def _x(self, at: int) -> float:
        return round(LEFT + at * (WIDTH - LEFT - RIGHT) / (len(self._versions) - 1), 1)

    def _y(self, value: int) -> float:
        return round(HEIGHT - BOTTOM - value * (HEIGHT - TOP - BOTTOM) / max(1, self._most), 1)
