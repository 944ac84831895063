"""What the parts cost in installations of more and more running games, beside what they cost in the smallest one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import click

from service.dev.bench.copies import examined
from service.dev.bench.figures import tell
from service.dev.bench.houses import MeasuredHouse, kept, opened
from service.store.seeds import SEEDS

ROUNDS = 3
"""How often the installations take turns, as other work on the machine then comes to all of them."""

SAMPLE = 12
"""How many games of an installation are audited."""

BOUND = 2.0
"""How many times as much as in the smallest installation something may cost that is not proportional to a page."""

Found = Mapping[str, Mapping[int, Sequence[float]]]
"""Figure -> size of the installation -> what was measured."""


class Unsound(Exception):
    """A copied game that the audit refuses."""


def measure(sizes: Sequence[int], folder: Path, *, postgres: bool) -> None:
    """Print what was measured in installations of so many games, and a table with the ratios.

    They are made in the folder, each from the one before, where they are not there yet. `Unsound` if an audit refuses
    one of a sample of their games.
    """
    sizes = sorted(set(sizes))
    folder.mkdir(parents=True, exist_ok=True)
    for size in sizes:
        with opened(kept(folder, size), size, postgres=postgres) as house:
            house.grown.grow(size)
            _examine(house)
    with ExitStack() as stack:
        houses = [stack.enter_context(opened(folder / str(size), size, postgres=postgres)) for size in sizes]
        found = _measured(
            houses, [MeasuredHouse.looks_and_moves, MeasuredHouse.steps, MeasuredHouse.due, MeasuredHouse.processes]
        )
    for figure, by_size in found.items():
        name, _, unit = figure.rpartition(", ")
        for size, values in by_size.items():
            tell("growth", f"{name.replace(' ', '_')}_at_{size}", median(values), unit)
    for line in table(sizes, found):
        click.echo(line)


def _measured(
    houses: Sequence[MeasuredHouse], measures: Sequence[Callable[[MeasuredHouse], Iterator[tuple[str, float]]]]
) -> Found:
    """What each measures in each of the installations, in turns."""
    found: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in measures:
        for _ in range(ROUNDS):
            for house in houses:
                for figure, value in one(house):
                    found[figure][house.size].append(value)
    return found


def table(sizes: Sequence[int], found: Found) -> Iterator[str]:
    """The lines of a table in Markdown: the median of each figure by size, and how often it is that of the smallest."""
    smallest, *larger = sizes
    yield f"| {' | '.join(['', *(f'{one:,}' for one in sizes), *(f'{one:,} : {smallest:,}' for one in larger)])} |"
    yield "| --- " * (len(sizes) + len(larger) + 1) + "|"
    for figure, by_size in found.items():
        values = [median(by_size[size]) for size in sizes]
        ratios = [value / values[0] if values[0] else 1.0 for value in values[1:]]
        cells = [figure, *(f"{value:,.4g}" for value in values), *map(_ratio, ratios)]
        yield f"| {' | '.join(cells)} |"


def _ratio(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio <= BOUND else f"**{ratio:.2f}**"


def _examine(house: MeasuredHouse) -> None:
    """Audit games of the installation, all along its growth."""
    services = house.services
    games = sorted(row["game"] for row in services.store.rows(SEEDS))
    sample = games[:: max(1, len(games) // SAMPLE)]
    for game_id in sample:
        verdict = examined(services.store, services.catalog, game_id)
        if verdict.word != "consistent":
            raise Unsound(f"{game_id}: {verdict.word}: {verdict.reason}")
    tell("growth", f"audited_and_consistent_at_{house.size}", len(sample), "games")
