"""`python -m tests.library.measure [WHAT ...]`: what the library's parts cost beside those that do their work here.

Both work on the same simulated games, in turn, so that whatever else goes on at the machine comes to both. The figures
are the best of several rounds, in CPU time where not said otherwise.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from os import urandom
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event
from time import perf_counter, process_time
from uuid import UUID

from eventsourcing.application import Repository as LibraryRepository
from eventsourcing.compressor import ZlibCompressor
from eventsourcing.persistence import EventStore, JSONTranscoder, Mapper
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from msgspec.json import decode
from psycopg.conninfo import conninfo_to_dict

from domain.games.catalog import Catalog
from domain.log.record import Entry
from domain.table.snapshot import restore, snapshot
from domain.table.table import Table
from projections.database import SqliteFile
from projections.follow import BATCH
from projections.games.lists import GamesQuery
from projections.read_models import ReadModels
from service.dev.bench.figures import played_games, tell
from service.dev.servers.postgres import PostgresServer
from service.games.game_logs import GameLogs
from service.store.event_store import Store
from service.store.mapping import to_stored
from service.store.postgres.recorder import PostgresRecorder
from service.store.snapshots import Snapshots
from service.store.waiting import Moves
from tests.library.events import EntryMapper, LogEvent, QuickRecorder, projector
from tests.library.following import follow_in_batches, runner

ROUNDS = 7
EVENTS = 10_000
MOVES = 100
COMMAND = 3
"""How many events a move has, about."""

STREAM = UUID(int=1 << 100)


class Games:
    """Simulated games of Nightfall, and stores that hold them."""

    def __init__(self, events=EVENTS):
        self.catalog = Catalog()
        self.logs = played_games(self.catalog, "nightfall", 4, events)
        self.entries = [entry for log in self.logs for entry in log.entries]
        self.longest = max(self.logs, key=lambda log: len(log.entries))

    @contextmanager
    def stored(self):
        """A store with these games, and its file."""
        with TemporaryDirectory(prefix="nightledger-library-") as folder:
            path = Path(folder) / "events.sqlite"
            with closing(Store(QuickRecorder(path), b"library")) as store:
                store.create_schema()
                for log in self.logs:
                    store.append([(log.id, 0, log.entries)], [store.seed_kept(log.id, log.seed, "ann", 0)])
                yield store, path

    def models(self, path, store):
        """Empty read models beside a store's file."""
        made = ReadModels(SqliteFile(path), store, self.catalog)
        made.create_schema()
        return made


def in_turn(bench, unit, scale, clock=process_time, rounds=ROUNDS, **works):
    """Do each in turn, round after round, and tell the best time of each."""
    times = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            begun = clock()
            work()
            times[name].append(clock() - begun)
    for name, found in times.items():
        tell(bench, name, min(found) * scale, unit)


def mapper(games):
    """An event to bytes and back."""
    plain, packed, own = Mapper(JSONTranscoder()), Mapper(JSONTranscoder(), ZlibCompressor()), EntryMapper()
    events = [LogEvent(STREAM, entry.label().version, "nightfall", entry) for entry in games.entries]
    apart = [_Apart(STREAM, event.originator_version, event.entry) for event in events]
    ours = [own.to_stored_event(event) for event in events]
    theirs, theirs_packed = ([one.to_stored_event(event) for event in apart] for one in (plain, packed))
    scale = 1e6 / len(events)
    in_turn(
        "mapper", "us/event", scale,
        write=lambda: [to_stored(STREAM, 0, "nightfall", log.entries) for log in games.logs],
        write_mapper_json=lambda: [plain.to_stored_event(event) for event in apart],
        write_mapper_json_zlib=lambda: [packed.to_stored_event(event) for event in apart],
        write_mapper_entry=lambda: [own.to_stored_event(event) for event in events],
        read=lambda: [Entry.decode(stored.state) for stored in ours],
        read_mapper_json=lambda: [plain.to_domain_event(stored) for stored in theirs],
        read_mapper_json_zlib=lambda: [packed.to_domain_event(stored) for stored in theirs_packed],
        read_mapper_entry=lambda: [own.to_domain_event(stored) for stored in ours],
    )  # fmt: skip
    for name, stored in (("entry", ours), ("json", theirs), ("json_zlib", theirs_packed)):
        tell("mapper", f"size_{name}", sum(len(one.state) for one in stored) / len(stored), "bytes/event")


class _Apart:
    """An entry whose parts are values, as the library's JSON takes them."""

    originator_id: UUID

    def __init__(self, originator_id, originator_version, entry):
        self.originator_id, self.originator_version, self.hash = originator_id, originator_version, entry.hash
        self.public, self.private = decode(entry.public), decode(entry.parts)


def event_store(games):
    """A command to the store, and games back from it."""
    with games.stored() as (store, path):
        events = EventStore(EntryMapper(), QuickRecorder(path))
        in_turn(
            "event store", "us/event", 1e6 / len(games.entries),
            load_and_fold=lambda: [_fold(games.catalog, store.entries(log.id)) for log in games.logs],
            load_and_fold_event_store=lambda: [
                _fold(games.catalog, (event.entry for event in events.get(UUID(log.id)))) for log in games.logs
            ],
        )  # fmt: skip
        events.recorder.close()
    entries = games.longest.entries[: COMMAND * MOVES]
    in_turn(
        "event store", "us/command", 1e6 / MOVES,
        append=partial(_append, entries, _by_store),
        put=partial(_append, entries, _by_event_store),
    )  # fmt: skip


def _fold(catalog, entries):
    table = Table(catalog)
    for entry in entries:
        table.fold(entry)


def _append(entries, by):
    with (
        TemporaryDirectory(prefix="nightledger-library-") as folder,
        closing(Store(QuickRecorder(Path(folder) / "events.sqlite"), b"library")) as store,
    ):
        store.create_schema()
        for version in range(0, len(entries), COMMAND):
            by(store, version, entries[version : version + COMMAND])


def _by_store(store, version, entries):
    store.append([(str(STREAM), version, entries)])


def _by_event_store(store, version, entries):
    events = [LogEvent(STREAM, version + at, "nightfall", entry) for at, entry in enumerate(entries, 1)]
    EventStore(EntryMapper(), store._recorder).put(events, changes=(), expected=())


def repository(games):
    """The newest version of a game that is in the cache, as a move needs it."""
    with games.stored() as (store, path):
        game_id, get = games.longest.id, {"projector_func": projector(games.catalog)}
        events = EventStore(EntryMapper(), QuickRecorder(path))
        ours = GameLogs(store, games.catalog, urandom, Snapshots(store, games.catalog, 0))
        theirs = LibraryRepository(events, cache_maxsize=64)
        pooled = LibraryRepository(EventStore(EntryMapper(), _Pooled(path)), cache_maxsize=64)

        def latest(trusting):
            with ours.latest(game_id, trusting=trusting):
                pass

        def times(work, *arguments, **named):
            return lambda: [work(*arguments, **named) for _ in range(MOVES)]

        in_turn(
            "repository", "us/get", 1e6 / MOVES,
            latest=times(latest, False),
            latest_trusting=times(latest, True),
            library_shared=times(theirs.get, UUID(game_id), **get, deepcopy_from_cache=False),
            library_copied=times(theirs.get, UUID(game_id), **get),
            library_copied_by_the_pool=times(pooled.get, UUID(game_id), **get),
        )  # fmt: skip
        tell("repository", "events_of_the_game", len(games.longest.entries), "events")
        events.recorder.close()
        pooled.event_store.recorder.close()


class _Pooled(QuickRecorder):
    """A recorder that selects as the library does."""

    def select_events(self, originator_id, **asked):
        return super(QuickRecorder, self).select_events(originator_id, **asked)


def snapshots(games):
    """A table to a snapshot and back, which the library makes while a command is stored."""
    log = games.longest
    kept = snapshot(log.table)
    in_turn(
        "snapshots", "ms", 1e3,
        take=lambda: snapshot(log.table),
        restore=lambda: restore(kept, games.catalog, log.entries),
        fold=lambda: _fold(games.catalog, log.entries),
    )  # fmt: skip
    tell("snapshots", "size", len(kept), "bytes")


def projections(games):
    """The read models from the first event to the last."""
    with games.stored() as (store, path):
        count, number = store.position(), iter(range(10**6))

        def fresh():
            return games.models(path.with_name(f"{next(number)}.sqlite"), store)

        def follow():
            assert fresh().follower.catch_up(600)

        def by_runner():
            models = fresh()
            with runner(models, path) as running:
                running.wait(count, timeout=600)

        for name, clock in (("cpu", process_time), ("wall", perf_counter)):
            in_turn(
                f"projections, {name}", "us/event", 1e6 / count, clock, 3,
                follower=follow,
                tracking_recorder_in_batches=lambda: follow_in_batches(fresh(), path, BATCH),
                projection_runner=by_runner,
            )  # fmt: skip


def reading(games):
    """From the commit of a move until a list that shows it is read, on the clock of the wall."""
    with games.stored() as (store, path):
        models = games.models(path.with_name("models.sqlite"), store)
        assert models.follower.catch_up(600)
        _tell_reading("follower", _moves(games, store, models, models.follower.reach))
    with games.stored() as (store, path):
        models = games.models(path.with_name("models.sqlite"), store)
        with runner(models, path) as running:
            running.wait(store.position(), timeout=600)
            _tell_reading("projection_runner", _moves(games, store, models, running.wait))


def _moves(games, store, models, reach):
    """Seconds until each of so many moves can be read: another game's, with the entries of the longest."""
    times = []
    for version in range(0, COMMAND * MOVES, COMMAND):
        position = store.append([(str(STREAM), version, games.longest.entries[version : version + COMMAND])])
        begun = perf_counter()
        reach(position, 60)
        models.lists.games(GamesQuery())
        times.append(perf_counter() - begun)
    return sorted(times)


def _tell_reading(name, times):
    tell("reading", f"{name}, half within", 1000 * times[len(times) // 2], "ms")
    tell("reading", f"{name}, 98 of 100 within", 1000 * times[-2], "ms")


def waking(games):
    """From the commit of a command in PostgreSQL until another process knows of it, on the clock of the wall."""
    server = PostgresServer()
    server.start()
    try:
        with _two_stores(server.database()) as (here, elsewhere):
            moves = Moves(elsewhere.position, elsewhere.version, elsewhere.written)
            entries = enumerate(games.longest.entries[:MOVES])
            writes = [partial(here.append, [(str(STREAM), version, [entry])]) for version, entry in entries]
            _tell_waking("moves", writes, lambda number: moves.of_log(str(STREAM), number, 60).block())
        with _two_recorders(server.database()) as (here, elsewhere):
            stored = to_stored(STREAM, 0, "nightfall", games.longest.entries[:MOVES])
            with elsewhere.subscribe() as subscription:
                writes = [partial(here.insert_events, [one]) for one in stored]
                _tell_waking("subscribe", writes, lambda number: next(subscription))
    finally:
        server.stop()


@contextmanager
def _two_stores(url):
    here, elsewhere = (Store(PostgresRecorder(url), b"library") for _ in range(2))
    with closing(here), closing(elsewhere):
        here.create_schema()
        yield here, elsewhere


@contextmanager
def _two_recorders(url):
    known = conninfo_to_dict(url)
    made = [
        PostgresApplicationRecorder(
            PostgresDatastore("postgres", known["host"], "", "postgres", "", pool_size=3, connect_timeout=5)
        )
        for _ in range(2)
    ]
    made[0].create_table()
    yield made
    for one in made:
        one.datastore.close()


def _tell_waking(name, writes, woken):
    """Write, when the waiter waits; both tell when they are through."""
    commits, times = [], []
    with ThreadPoolExecutor(1) as pool:
        for number, write in enumerate(writes):
            waiter = pool.submit(lambda number=number: (woken(number), perf_counter())[1])
            Event().wait(0.01 + 0.003 * (number % 100))
            begun = perf_counter()
            write()
            commits.append(perf_counter() - begun)
            times.append(waiter.result() - begun - commits[-1])
    tell("waking", f"{name}, commit", 1000 * median(commits), "ms")
    tell("waking", f"{name}, half within", 1000 * median(times), "ms")
    tell("waking", f"{name}, at worst", 1000 * max(times), "ms")


PARTS = (mapper, event_store, repository, snapshots, projections, reading, waking)


if __name__ == "__main__":
    simulated = Games()
    for part in PARTS:
        if part.__name__ in (sys.argv[1:] or [part.__name__]):
            part(simulated)
