"""What it costs to store commands, and what they take on disk."""

from __future__ import annotations

from functools import partial

from domain.games.catalog import Catalog
from domain.table.gamelog import GameLog
from service.dev.bench.figures import empty_store, milliseconds, played_games, tell, typical
from service.store.event_store import Store
from service.store.recorder import Recorder

EVENTS = 6_000
SIZES = (1, 10, 200)
"""How many events a command has."""

MOST_COMMITS = 300


def measure_postgres(catalog: Catalog, game: str, seats: int, url: str, recorder: Recorder) -> None:
    """The same in this database, and how many moves many writers commit at once."""
    from service.dev.bench import writers

    measure(catalog, game, seats, recorder)
    writers.measure(url, played_games(catalog, game, seats, EVENTS, least=writers.THREADS))


def measure(catalog: Catalog, game: str, seats: int, recorder: Recorder | None = None) -> None:
    """Milliseconds a commit, by the number of its events, and bytes an event."""
    logs = played_games(catalog, game, seats, EVENTS * len(SIZES), least=len(SIZES))
    with empty_store(recorder) as (store, folder):
        for at, size in enumerate(SIZES):
            times = _commits(store, logs[at :: len(SIZES)], size)
            tell("store", f"commit_of_{size}", typical(times), "ms")
            tell("store", f"events_per_second_by_{size}", 1000 * size * len(times) / sum(times), "events/s")
        stored = [entry for log in logs for entry in store.entries(log.id)]
        tell("store", "bytes_of_state", sum(len(entry.encode()) for entry in stored) / len(stored), "bytes/event")
        store.close()
        if recorder is None:
            size_on_disk = sum(file.stat().st_size for file in folder.iterdir())
            tell("store", "bytes_on_disk", size_on_disk / len(stored), "bytes/event")


def _commits(store: Store, logs: list[GameLog], size: int) -> list[float]:
    times: list[float] = []
    for log in logs:
        for version in range(0, len(log.entries) - size, size):
            batch = (log.id, version, log.entries[version : version + size])
            times.append(milliseconds(partial(store.append, [batch])))
            if len(times) == MOST_COMMITS:
                return times
    return times
