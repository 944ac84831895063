"""How many moves PostgreSQL commits in a second with many writers at once, beside bare inserts of the same rows."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from time import monotonic
from uuid import UUID, uuid4

import psycopg

from domain.log.record import Entry
from domain.table.gamelog import GameLog
from service.dev.bench.figures import tell
from service.store.event_store import Newest, Store, unchanged
from service.store.mapping import to_stored
from service.store.postgres.recorder import PostgresRecorder

WRITERS = (1, 8, 32)

THREADS = 8
"""How many writers a process has: they are stored in groups, as those of a web server are."""

SECONDS = 4.0
"""How long they write at a time."""

ROUNDS = 3
"""How often moves and bare inserts take turns, as a busy machine is not as fast all the time."""

BARE = "bare_events"

CREATE = f"""
    CREATE TABLE {BARE} (
        originator_id uuid NOT NULL, originator_version bigint NOT NULL, topic text, state bytea,
        PRIMARY KEY (originator_id, originator_version)
    )
"""

INSERT = f"""
    INSERT INTO {BARE} (originator_id, originator_version, topic, state)
    SELECT * FROM unnest(%s::uuid[], %s::bigint[], %s::text[], %s::bytea[])
"""

Move = Sequence[Entry]
"""The entries of one command."""

Step = Callable[[UUID, int, Move], object]
"""Commits a move of a game, after a version of its log."""

Kind = Callable[[str, int], AbstractContextManager[Sequence[Step]]]
"""Opens the steps of so many threads in the database of this URL."""


@contextmanager
def own_server(kept: Path | None = None) -> Iterator[str]:
    """The URL of a PostgreSQL server that is there for the block, of the wheel `pgserver`; it syncs what it commits.

    What it holds is kept in a folder (None: it is thrown away).
    """
    from pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="nightledger-bench-") as folder:
        server = get_server(kept or folder)
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@contextmanager
def moving(url: str, threads: int) -> Iterator[Sequence[Step]]:
    """Steps that store moves as commands do: in one store of the process, if nothing beside the game has changed."""
    with closing(Store(PostgresRecorder(url), b"bench")) as store:

        def step(game_id: UUID, version: int, move: Move) -> None:
            log_id = str(game_id)
            store.append([(log_id, version, move)], expected=[unchanged(log_id, Newest(version, False, False, 0))])

        yield [step] * threads


@contextmanager
def inserting(url: str, threads: int) -> Iterator[Sequence[Step]]:
    """Steps that insert the rows of a move and nothing else, by a connection for each thread."""

    def step_of(connection: psycopg.Connection[object]) -> Step:
        def step(game_id: UUID, version: int, move: Move) -> None:
            events = to_stored(game_id, version, "bare", move)
            columns = zip(*((one.originator_id, one.originator_version, one.topic, one.state) for one in events))
            connection.execute(INSERT, [list(column) for column in columns])

        return step

    with ExitStack() as connections:
        yield [step_of(connections.enter_context(psycopg.connect(url, autocommit=True))) for _ in range(threads)]


def measure(url: str, logs: Sequence[GameLog]) -> None:
    """Commits a second of so many writers at once, and the share that they are of bare inserts."""
    moves = [[list(of) for _, of in itertools.groupby(log.entries, lambda entry: entry.label.command)] for log in logs]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(CREATE)
    for writers in WRITERS:
        stored, bare = (sum(done) / ROUNDS for done in zip(*_rounds(url, writers, moves), strict=True))
        tell("store", f"moves_per_second_{writers}", stored, "moves/s")
        tell("store", f"bare_inserts_per_second_{writers}", bare, "inserts/s")
        tell("store", f"share_of_bare_{writers}", stored / bare, "")


def _rounds(url: str, writers: int, moves: Sequence[Sequence[Move]]) -> Iterator[tuple[float, float]]:
    for _ in range(ROUNDS):
        yield _per_second(moving, url, writers, moves), _per_second(inserting, url, writers, moves)


def _per_second(kind: Kind, url: str, writers: int, moves: Sequence[Sequence[Move]]) -> float:
    """How many moves all writers commit in a second, each in games of its own."""
    spawned = get_context("spawn")
    processes = max(1, writers // THREADS)
    begin, done = spawned.Barrier(writers), spawned.SimpleQueue()
    running = [
        spawned.Process(target=_write, args=(kind, url, writers // processes, moves, begin, done))
        for _ in range(processes)
    ]
    for process in running:
        process.start()
    count = sum(int(done.get()) for _ in running)
    for process in running:
        process.join()
    return count / SECONDS


def _write(
    kind: Kind,
    url: str,
    threads: int,
    moves: Sequence[Sequence[Move]],
    begin: Barrier,
    done: SimpleQueue[int],
) -> None:
    """One process: say how many moves its threads have committed."""
    with kind(url, threads) as steps, ThreadPoolExecutor(threads) as pool:
        counts = [pool.submit(_play, step, moves[number % len(moves) :], begin) for number, step in enumerate(steps)]
        done.put(sum(count.result() for count in counts))


def _play(step: Step, moves: Sequence[Sequence[Move]], begin: Barrier) -> int:
    """Commit one game after the other, for as long as it is to last: how many moves that were."""
    games = (one for _ in itertools.count() for one in moves)
    begin.wait()
    until, count = monotonic() + SECONDS, 0
    for game, game_id in zip(games, iter(uuid4, None)):
        version = 0
        for move in game:
            step(game_id, version, move)
            version, count = version + len(move), count + 1
            if monotonic() > until:
                return count
    raise AssertionError("there are no games")
