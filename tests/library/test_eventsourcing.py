"""What docs/decisions rest on: should a later release of the library do otherwise, they are to be looked at again."""

from uuid import UUID

import pytest
from eventsourcing.application import Repository
from eventsourcing.persistence import EventStore, IntegrityError, JSONTranscoder, OperationalError, Tracking
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore, SQLiteTrackingRecorder

from projections.follow import BATCH
from tests.library.events import EntryMapper, LogEvent, QuickRecorder, projector
from tests.library.following import Games as GamesApplication
from tests.library.following import follow_in_batches, runner
from tests.library.measure import Games


@pytest.fixture(scope="module")
def games():
    return Games(events=1)


@pytest.fixture
def tracking(tmp_path):
    recorder = SQLiteTrackingRecorder(SQLiteDatastore(str(tmp_path / "view.sqlite"), lock_timeout=1))
    recorder.create_table()
    yield recorder
    recorder.datastore.close()


def rows(models):
    with models.database.reading() as db:
        return {
            table.name: [tuple(row) for row in db.execute(f"SELECT * FROM {table.name} ORDER BY 1, 2")]
            for projection in models.projections
            for table in projection.relations
        }


def test_the_librarys_runner_makes_the_read_models_too(games):
    with games.stored() as (store, path):
        ours, by_runner, in_batches = (games.models(path.with_name(f"{n}.sqlite"), store) for n in range(3))
        assert ours.follower.catch_up(60)
        with runner(by_runner, path) as running:
            running.wait(store.position(), timeout=60)
        follow_in_batches(in_batches, path, BATCH)
        assert len(rows(ours)["inbox_games"]) == len(games.logs)
        assert rows(by_runner) == rows(in_batches) == rows(ours)


def test_the_librarys_repository_makes_the_table_too(games):
    with games.stored() as (_, path):
        recorder = QuickRecorder(path)
        repository = Repository(EventStore(EntryMapper(), recorder), cache_maxsize=4)
        for log in games.logs:
            for _ in range(2):
                found = repository.get(UUID(log.id), projector_func=projector(games.catalog))
                assert (found.version, found.table.head) == (log.table.version, log.table.head)
        recorder.close()


def test_what_the_library_stores_is_what_the_store_reads(games):
    log = games.logs[0]
    with games.stored() as (store, _):
        game_id = str(UUID(int=7))
        events = [LogEvent(UUID(int=7), at, "nightfall", entry) for at, entry in enumerate(log.entries, 1)]
        EventStore(EntryMapper(), store._recorder).put(events, changes=(), expected=())
        assert store.entries(game_id) == log.entries


def test_the_librarys_sqlite_cannot_be_subscribed_to(tmp_path):
    recorder = SQLiteApplicationRecorder(SQLiteDatastore(str(tmp_path / "events.sqlite")))
    with pytest.raises(NotImplementedError):
        recorder.subscribe()
    recorder.datastore.close()


def test_a_second_follower_of_one_view_is_refused(tracking):
    tracking.insert_tracking(Tracking(GamesApplication.name, 7))
    with pytest.raises(IntegrityError):
        tracking.insert_tracking(Tracking(GamesApplication.name, 7))


def test_tracking_lets_a_batch_repeat_what_another_follower_has_folded(tracking):
    """One follower has folded up to 150; another one, with events 101 to 300 in hand, is not refused."""
    tracking.insert_tracking(Tracking(GamesApplication.name, 150))
    tracking.insert_tracking(Tracking(GamesApplication.name, 300))
    assert tracking.max_tracking_id(GamesApplication.name) == 300


def test_who_looks_first_in_a_transaction_may_be_refused_its_write(tracking, tmp_path):
    """The library's transactions begin without the writers' lock."""
    other = SQLiteTrackingRecorder(SQLiteDatastore(str(tmp_path / "view.sqlite"), lock_timeout=1))

    def look_and_write():
        with tracking.datastore.transaction(commit=True) as cursor:
            assert tracking._max_tracking_id(GamesApplication.name, cursor) is None
            other.insert_tracking(Tracking(GamesApplication.name, 1))
            tracking._insert_tracking(cursor, Tracking(GamesApplication.name, 2))

    with pytest.raises(OperationalError, match="locked"):
        look_and_write()
    other.datastore.close()


def test_a_table_that_breaks_while_it_is_folded_stays_in_the_librarys_cache(games):
    log = games.logs[0]
    project = projector(games.catalog)

    def breaking(game, events):
        for event in events:
            game = project(game, [event])
            if event.originator_version == 12:
                raise ZeroDivisionError
        return game

    with games.stored() as (store, path):
        game_id, recorder = UUID(int=9), QuickRecorder(path)
        repository = Repository(EventStore(EntryMapper(), recorder), cache_maxsize=4, deepcopy_from_cache=False)
        store.append([(str(game_id), 0, log.entries[:10])])
        kept = repository.get(game_id, projector_func=breaking)
        store.append([(str(game_id), 10, log.entries[10:20])])
        with pytest.raises(ZeroDivisionError):
            repository.get(game_id, projector_func=breaking)
        assert repository.cache.get(game_id) is kept
        assert kept.version == 12
        recorder.close()


def test_the_librarys_json_gives_back_other_types():
    transcoder = JSONTranscoder()
    stored = transcoder.encode({"cards": (1, 2), "by": {1: "s1"}})
    assert transcoder.decode(stored) == {"cards": [1, 2], "by": {"1": "s1"}}
