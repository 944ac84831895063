"""Positions in the log of all games when many write at once: a reader that goes on from the last one misses nothing."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, Thread
from uuid import uuid4

import pytest
from eventsourcing.persistence import DataError
from sqlalchemy import insert

from domain.log.journal import KeyListed, checked, journal_of
from domain.table import actions
from domain.table.gamelog import GameLog
from projections.database import SqliteFile
from projections.follow import Follower, fold_batch
from service.store.event_store import JOURNAL, Conflict, Newest, Store, executing, unchanged, unreserved
from service.store.postgres.positions import DRAWN, MARKS
from service.store.published.listing import noting
from service.store.relations import texts
from tests.databases import DATABASES
from tests.projections.test_follow import Heard
from tests.service.store.test_store import SECRET, SEED
from tests.streams import random_bytes

PATIENCE = 30

WRITERS = 12
MOST_DELAY = 0.01
"""Seconds for which a transaction stays open at most before it commits."""

TAKE_TIME = "SELECT pg_sleep(:seconds)"
FAIL = "SELECT 1 / (:seconds - :seconds)"


@pytest.fixture
def opened(database):
    """Opens the store as another process does."""
    stores = []

    def open_store():
        stores.append(Store(database.recorder(), SECRET))
        return stores[-1]

    open_store().create_schema()
    yield open_store
    for store in stores:
        store.close()


def begun(catalog, game_id=None):
    """A game of pig whose first entries are in memory."""
    log = GameLog(catalog, game_id or str(uuid4()), SEED, random_bytes())
    log.post("service", None, log.opening("pig", {}, ["s1", "s2"]), 1000)
    log.post("service", "s1", actions.Sit(level="random"), 1000)
    log.post("service", "s2", actions.Sit(level="random"), 1000)
    log.post("service", None, actions.Start(), 1000)
    return log


class Reader:
    """Reads the log all the time from where it is now, as a read model does, until it is told to read it to its end."""

    def __init__(self, store):
        self._store = store
        self._end = None
        self.begins = store.position()
        self.told = []
        self._thread = Thread(target=self._follow, daemon=True)
        self._thread.start()

    def end(self):
        self._end = self._store.position()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self.told

    def _follow(self):
        reached = self.begins
        while self._end is None or reached < self._end:
            found = self._store.notifications(reached, 7)
            self.told += [(position, log_id, entry.label.version) for position, log_id, entry in found]
            reached = found[-1][0] if found else reached


@contextmanager
def held_open(store, log, version=0, beside=()):
    """While the block runs, a transaction has stored the log's next entry, with this beside it, and not committed."""
    stored, go_on = Event(), Event()

    def hold(cursor):
        stored.set()
        assert go_on.wait(PATIENCE)

    with ThreadPoolExecutor(1) as pool:
        entries = log.entries[version : version + 1]
        done = pool.submit(store.append, [(log.id, version, entries)], [*beside, hold])
        try:
            assert stored.wait(PATIENCE)
            yield
        finally:
            go_on.set()
        done.result(PATIENCE)


def words_of(log):
    """The change that keeps words of this log."""
    return executing(insert(texts), id=log.id, game=log.id, account=None, text="hello", nonce=bytes(32))


def expected_of(log, number):
    """That there are words of the first two of four logs and none of the others; and of every third that it is new."""
    words = unchanged(log.id, Newest(0, False, number % 4 < 2, 0))
    return [words, unreserved(log.id)] if number % 3 == 0 else [words]


def write_games(store, logs, chance):
    """Store these games entry by entry, with delays before each commit and transactions in between that fail."""
    for log in logs:
        for entry in log.entries:
            version = entry.label.version - 1
            delay = executing(TAKE_TIME, seconds=chance.uniform(0, MOST_DELAY))
            if chance.random() < 0.2:
                with pytest.raises(DataError):
                    store.append([(log.id, version, [entry])], [delay, executing(FAIL, seconds=1)])
            store.append([(log.id, version, [entry])], [delay])


if "postgresql" in DATABASES:
    in_postgresql = pytest.mark.parametrize("kind_of_database", ["postgresql"])

    @in_postgresql
    @pytest.mark.parametrize("seed", range(3))
    def test_a_follower_sees_each_event_once_and_each_game_in_order_however_they_commit(opened, catalog, seed):
        stores = [opened() for _ in range(3)]
        games = [[begun(catalog) for _ in range(3)] for _ in range(WRITERS)]
        follower = Reader(opened())
        with ThreadPoolExecutor(WRITERS) as pool:
            writing = [
                pool.submit(write_games, stores[number % 3], logs, random.Random(f"{seed}/{number}"))
                for number, logs in enumerate(games)
            ]
            for done in writing:
                done.result(PATIENCE)
        told = follower.end()
        every = [(log.id, entry.label.version) for logs in games for log in logs for entry in log.entries]
        assert Counter((log_id, version) for _, log_id, version in told) == Counter(every)
        positions = [position for position, _, _ in told]
        assert positions == sorted(set(positions))
        for logs in games:
            for log in logs:
                versions = [version for _, log_id, version in told if log_id == log.id]
                assert versions == list(range(1, len(log.entries) + 1))

    @in_postgresql
    def test_what_commits_earlier_waits_for_nobody_and_is_seen_when_nothing_can_come_before_it(opened, catalog):
        first, second, reader = opened(), opened(), opened()
        slow, quick = begun(catalog), begun(catalog)
        before = reader.position()
        with held_open(first, slow):
            stored_at = second.append([(quick.id, 0, quick.entries)])
            assert reader.version(quick.id) == len(quick.entries)
            assert reader.position() == before < stored_at == reader.last_position()
            assert reader.notifications(before, 100) == reader.written(before) == []
        assert reader.position() == stored_at
        assert [log_id for _, log_id in reader.written(before)] == [slow.id] + [quick.id] * len(quick.entries)

    @in_postgresql
    def test_a_read_model_misses_nothing_where_a_writer_is_slow_to_say_how_far_positions_were(
        opened, catalog, tmp_path
    ):
        slow, quick, reader = opened(), opened(), opened()
        log, later = begun(catalog), begun(catalog)
        [drawn] = slow.rows(DRAWN)
        quick.append([(log.id, 0, log.entries)])
        end = reader.position()
        heard, file = Heard(), SqliteFile(tmp_path / "heard.sqlite")
        Follower(file, reader, [heard]).create_schema()
        mark = f"SELECT pg_advisory_xact_lock_shared({MARKS + drawn['number']})"
        with held_open(slow, later, beside=[executing(mark)]), file.writing() as db:
            fold_batch(db, [heard], reader, end)
        follower = Follower(file, reader, [heard])
        assert follower.catch_up()
        with file.reading() as db:
            told = [row["game_id"] for row in db.execute("SELECT game_id FROM heard_events")]
        assert told == [log.id] * len(log.entries) + [later.id]

    @in_postgresql
    def test_who_expects_that_a_log_has_not_moved_waits_for_the_move_under_way(opened, catalog):
        first, second = opened(), opened()
        log = begun(catalog)
        with ThreadPoolExecutor(1) as pool:
            with held_open(first, log):
                beside = second.seed_kept(log.id, SEED, "ann", 1000)
                waiting = pool.submit(second.append, (), [beside], expected=[second.unmoved(log.id, 0)])
            with pytest.raises(Conflict, match="has moved on from version 0"):
                waiting.result(PATIENCE)

    @in_postgresql
    def test_a_move_waits_for_the_one_before_it_and_follows_it(opened, catalog):
        first, second = opened(), opened()
        log = begun(catalog)
        first.append([(log.id, 0, log.entries[:1])])
        with ThreadPoolExecutor(1) as pool:
            with held_open(first, log, version=1):
                waiting = pool.submit(second.append, [(log.id, 2, log.entries[2:])])
            waiting.result(PATIENCE)
        assert second.version(log.id) == len(log.entries)

    @in_postgresql
    def test_a_move_sees_what_was_laid_beside_its_log_by_the_one_that_it_waited_for(opened, catalog):
        first, second = opened(), opened()
        log = begun(catalog)
        first.append([(log.id, 0, log.entries[:1])])
        without_words = unchanged(log.id, Newest(1, False, False, 0))
        with ThreadPoolExecutor(1) as pool:
            with held_open(first, log, version=1, beside=[words_of(log)]):
                move = [(log.id, 2, log.entries[2:])]
                waiting = pool.submit(second.append, move, expected=[without_words])
            with pytest.raises(Conflict, match=r"what lies beside .* has changed"):
                waiting.result(PATIENCE)
        assert second.version(log.id) == 2

    @in_postgresql
    def test_of_those_who_come_at_once_each_has_its_own_expectations(opened, catalog):
        store, logs = opened(), [begun(catalog) for _ in range(WRITERS)]
        store.write(*(words_of(log) for log in logs[::2]))
        with ThreadPoolExecutor(WRITERS) as pool:
            done = [
                pool.submit(store.append, [(log.id, 0, log.entries)], expected=expected_of(log, number))
                for number, log in enumerate(logs)
            ]
        failed = [isinstance(one.exception(PATIENCE), Conflict) for one in done]
        assert failed == [number % 4 in (1, 2) for number in range(WRITERS)]
        assert [store.version(log.id) for log in logs] == [
            0 if has_failed else len(log.entries) for has_failed, log in zip(failed, logs)
        ]

    @in_postgresql
    def test_those_who_come_at_once_are_stored_each_for_itself(opened, catalog):
        store, logs = opened(), [begun(catalog) for _ in range(WRITERS)]
        for log in logs[::3]:
            opened().append([(log.id, 0, log.entries[:1])])
        with ThreadPoolExecutor(WRITERS) as pool:
            done = [pool.submit(store.append, [(log.id, 0, log.entries)]) for log in logs]
        failed = [one.exception(PATIENCE) for one in done]
        assert [isinstance(error, Conflict) for error in failed] == [number % 3 == 0 for number in range(WRITERS)]
        assert [store.version(log.id) for log in logs] == [
            1 if number % 3 == 0 else len(log.entries) for number, log in enumerate(logs)
        ]


def key_listed(number):
    return KeyListed(f"{number:064x}", "ed25519")


def listed_keys(store):
    """The keys in the journal, whose chain and tree are whole."""
    entries = store.journal()
    lines = checked(journal_of(entries))
    assert store.listed() == len(entries)
    return [line.listed.key for line in lines]


def test_what_many_list_at_once_is_in_the_journal_once_each(opened):
    stores = [opened() for _ in range(3)]
    with ThreadPoolExecutor(WRITERS) as pool:
        done = [pool.submit(stores[n % 3].append, (), [], [key_listed(n)], 1000) for n in range(2 * WRITERS)]
        for one in done:
            one.result(PATIENCE)
    assert sorted(listed_keys(stores[0])) == [key_listed(n).key for n in range(2 * WRITERS)]


def test_what_was_noted_by_a_process_that_ended_stands_in_the_journal_for_whoever_reads_it(opened):
    store = opened()
    store.write(*noting([key_listed(1)], 1000))
    assert store.version(JOURNAL) == 0
    assert listed_keys(store) == [key_listed(1).key]


def test_and_is_listed_before_what_comes_next(opened):
    store = opened()
    store.write(*noting([key_listed(1)], 1000))
    store.append((), [], [key_listed(2)], 1000)
    assert listed_keys(store) == [key_listed(1).key, key_listed(2).key]
