"""How fast stored games are loaded, folded and looked back at."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from domain.games.catalog import Catalog
from domain.log.record import Entry
from domain.table.gamelog import GameLog
from domain.table.table import Table
from service.dev.bench.figures import empty_store, milliseconds, per_second, played_games, tell, typical
from service.store.event_store import Store
from service.store.snapshots import Snapshots

EVENTS = 20_000
LOOKS = 40
"""How many versions of the longest game are looked at."""


def measure(catalog: Catalog, game: str, seats: int, every: int) -> None:
    """Events a second, and milliseconds for a table in the past, with a snapshot every so many events and without."""
    logs = played_games(catalog, game, seats, EVENTS)
    count = sum(len(log.entries) for log in logs)
    with empty_store() as (store, _):
        for log in logs:
            store.append([(log.id, 0, log.entries)])
        raw = [[entry.encode() for entry in log.entries] for log in logs]
        tell("replay", "load_and_fold", per_second(count, lambda: _load(store, catalog, logs)), "events/s")
        tell("replay", "decode_and_fold", per_second(count, lambda: _decode(catalog, raw)), "events/s")
        played = catalog[game]
        events = [[event for _, event in log.table.history] for log in logs]
        bare = sum(map(len, events))
        tell("replay", "bare_fold", per_second(bare, lambda: [played.fold(one) for one in events]), "events/s")
        longest = max(logs, key=lambda log: len(log.entries))
        _look_back(store, catalog, longest.id, every)


def _load_cold(store: Store, snapshots: Snapshots, game_id: str) -> None:
    entries = store.entries(game_id)
    snapshots.table_at(entries, len(entries))


def _load(store: Store, catalog: Catalog, logs: list[GameLog]) -> None:
    for log in logs:
        _folded(catalog, store.entries(log.id))


def _decode(catalog: Catalog, raw: list[list[bytes]]) -> None:
    for states in raw:
        _folded(catalog, [Entry.decode(state) for state in states])


def _folded(catalog: Catalog, entries: Iterable[Entry]) -> Table:
    table = Table(catalog)
    for entry in entries:
        table.fold(entry)
    return table


def _look_back(store: Store, catalog: Catalog, game_id: str, every: int) -> None:
    entries = store.entries(game_id)
    tell("replay", "longest_game", len(entries), "events")
    versions = [1 + (len(entries) - 1) * number // LOOKS for number in range(1, LOOKS + 1)]
    for name, snapshots in (("without", Snapshots(store, catalog, 0)), ("with", Snapshots(store, catalog, every))):
        snapshots.table_at(entries, len(entries))
        times = [milliseconds(partial(snapshots.table_at, entries, version)) for version in versions]
        tell("replay", f"table_at_version_{name}_snapshots", typical(times), "ms")
        tell("replay", f"table_at_version_{name}_snapshots_worst", max(times), "ms")
        loads = [milliseconds(partial(_load_cold, store, snapshots, game_id)) for _ in range(LOOKS)]
        tell("replay", f"cold_load_{name}_snapshots", typical(loads), "ms")
