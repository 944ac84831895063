"""How figures are told and taken."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from uuid import UUID

import click

from domain.bots import player
from domain.bots.simulation import play_logged
from domain.games.catalog import Catalog
from domain.table.gamelog import GameLog
from service.store.event_store import Store
from service.store.recorder import Recorder
from service.store.sqlite import SqliteRecorder

RUNS = 5


def tell(bench: str, metric: str, value: float, unit: str) -> None:
    """Print a figure as a JSON line."""
    click.echo(json.dumps({"bench": bench, "metric": metric, "value": round(value, 3), "unit": unit}))


def per_second(count: int, work: Callable[[], object]) -> float:
    """How many of `count` things `work` does in a CPU second, the best of several runs."""
    return count / min(_cpu_seconds(work) for _ in range(RUNS))


def milliseconds(work: Callable[[], object]) -> float:
    """How long it takes, on the clock of the wall."""
    begun = perf_counter()
    work()
    return 1000 * (perf_counter() - begun)


def typical(times: list[float]) -> float:
    """The median."""
    return median(times)


def played_games(catalog: Catalog, game: str, seats: int, events: int, least: int = 1) -> list[GameLog]:
    """Games of random players: so many at least, with so many events together."""
    ids = [f"s{number}" for number in range(1, seats + 1)]
    players, levels = dict.fromkeys(ids, player("random")), dict.fromkeys(ids, "random")
    logs: list[GameLog] = []
    while len(logs) < least or sum(len(log.entries) for log in logs) < events:
        number = len(logs) + 1
        key = f"bench/{number}".encode()
        logs.append(play_logged(catalog, str(UUID(int=number)), game, {}, ids, key, players, levels))
    return logs


@contextmanager
def empty_store(recorder: Recorder | None = None) -> Iterator[tuple[Store, Path]]:
    """A store for one bench, in a folder that is gone afterwards, or in the database of this recorder."""
    with TemporaryDirectory(prefix="nightledger-bench-") as folder:
        store = Store(recorder or SqliteRecorder(Path(folder) / "events.sqlite"), b"bench")
        store.create_schema()
        try:
            yield store, Path(folder)
        finally:
            store.close()


def _cpu_seconds(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun
