"""A whole league of AIs: who conducts it, and what must hold of it in the end. Who plays its games is not said here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

from domain.league.divisions import division_order
from domain.league.plan import DIVISION_NAMES
from domain.league.stages import lots_of
from domain.league.standings import standings
from domain.league.state import League, Season
from domain.log.canon import Json
from service.bootstrap import Services
from service.leagues.ledger import NewLeague

T = TypeVar("T")


@dataclass(frozen=True)
class Shape:
    """How many play where: divisions as even as can be, tables of `seats`; `final` ends an Apocalypse final (None:
    there is none); `relegated` change places at each border; `options` are those of the game."""

    game: str
    players: int
    divisions: int
    level: str
    seats: int = 4
    final: int | None = None
    relegated: int = 2
    options: Mapping[str, Json] = field(default_factory=dict)

    def plan(self) -> dict[str, Json]:
        """The plan: balanced groups, and the final if there is one."""
        size, more = divmod(self.players, self.divisions)
        sizes = [size + (number < more) for number in range(self.divisions)]
        seats = min(self.seats, size)
        stages: list[dict[str, Json]] = [{"kind": "balanced-groups"}]
        if self.final is not None:
            stages.append({"kind": "apocalypse-final", "limit": self.final})
        return {
            "seats": seats,
            "divisions": [
                {"name": DIVISION_NAMES[number], "size": own, "relegated": min(self.relegated, own // 2)}
                for number, own in enumerate(sizes)
            ],
            "stages": stages,
            "options": dict(self.options),
        }


class SimulatedLeague:
    """A league that an organiser conducts; the installation that `services` belong to plays it."""

    def __init__(self, services: Services, shape: Shape) -> None:
        self._services = services
        self._shape = shape
        self._organiser = services.accounts.create("Organiser")[0].id
        new = NewLeague(shape.game, f"{shape.players} of level {shape.level}", shape.plan(), next_season=False)
        self.id = services.leagues.open(self._organiser, new)

    def begin_season(self) -> None:
        """Enrol everybody, those of the last season in their places, and start."""
        leagues = self._services.leagues
        newcomers: list[str | None] = [None] * self._shape.players
        before = self._read(lambda league: list(league.seasons[-1].order) if league.seasons else [])
        leagues.open_season(self._organiser, self.id)
        for entrant in before or newcomers:
            leagues.enrol_ai(self._organiser, self.id, self._shape.level, entrant)
        for verb in ("close-enrolment", "start-season"):
            leagues.organise(self._organiser, self.id, verb, {})

    def progress(self) -> tuple[int, int, bool]:
        """Of the season: tables with a result, tables that were paired, and whether it is over."""

        def count(league: League) -> tuple[int, int, bool]:
            tables = [table for stage in league.season.stages.values() for table in stage.tables.values()]
            finished = sum(table.result is not None for table in tables)
            return finished, len(tables), league.season.status == "closed"

        return self._read(count)

    def outcome(self) -> dict[str, Json]:
        """Everything that was decided: the frozen standings of every stage, and each season's order at its end."""

        def decided(league: League) -> dict[str, Json]:
            return {
                "standings": {
                    stage.id.partition("/")[2]: [
                        [line.rank, line.entrant, str(line.points)] for line in stage.standings
                    ]
                    for stage in league.stages.values()
                },
                "orders": [list(season.order) for season in league.seasons],
            }

        return self._read(decided)

    def faults(self) -> list[str]:
        """What is wrong with it; nothing, if all is well."""
        found = self._read(lambda league: [*_standing_wrong(league), *_moved_wrong(league)])
        read_models = self._services.read_models
        read_models.follower.catch_up(60)
        for name in ("leagues", "series"):
            if read_models.rebuilder.verify(name, _unseen):
                found.append(f"the read model {name} is not what the log makes of it")
        return found

    def _read(self, look: Callable[[League], T]) -> T:
        with self._services.league_views.reading(self.id) as log:
            return look(log.aggregate)


def _standing_wrong(league: League) -> Iterator[str]:
    """Frozen standings that the results do not make again."""
    for stage in league.stages.values():
        if stage.status == "closed" and standings(league, stage, lots_of(stage)) != stage.standings:
            yield f"the standings of {stage.id} are not those that its results make"


def _moved_wrong(league: League) -> Iterator[str]:
    """Seasons whose divisions are not the last one's after promotion and relegation (LG-DIV-4)."""
    relegated = {division.name: division.relegated for division in league.plan.divisions}
    for before, after in pairwise(league.seasons):
        expected = _after_exchange(before, relegated)
        if after.divisions != expected:
            yield f"season {after.number} has divisions {after.divisions}, not {expected}"


def _after_exchange(season: Season, relegated: Mapping[str, int]) -> dict[str, list[str]]:
    """The divisions of the next season, if everybody comes back."""
    orders: dict[str, Sequence[str]] = {name: division_order(season, name) for name in season.divisions}
    expected = {name: list(order) for name, order in orders.items()}
    for above, below in pairwise(orders):
        moving = min(relegated[above], len(orders[above]) // 2, len(orders[below]) // 2)
        down, up = orders[above][len(orders[above]) - moving :], orders[below][:moving]
        expected[above] = [*(one for one in expected[above] if one not in down), *up]
        expected[below] = [*down, *(one for one in expected[below] if one not in up)]
    return expected


def _unseen(position: int) -> None:
    """Nobody watches the progress."""
