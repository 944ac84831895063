"""Following the log: every event once, in order, with the position in the same transaction."""

import sqlite3
import threading
from contextlib import closing

import pytest
from sqlalchemy import MetaData, Table, insert

from projections.columns import integer, words
from projections.database import SqliteFile
from projections.follow import BATCH, Follower, fold_batch
from projections.games.inbox import Inbox
from projections.games.lists import GamesQuery
from projections.projection import Projection
from tests.pigs.pig import Hold
from tests.projections.written import WrittenGame, WrittenLog


class Heard(Projection):
    """Keeps every event that it is told, and breaks at one position if so asked."""

    name = "heard"
    relations = (Table("heard_events", MetaData(), integer("position"), words("game_id"), integer("version")),)

    def __init__(self, breaks_at=None):
        self.breaks_at = breaks_at

    def apply(self, db, notification):
        position, game_id, entry = notification
        if position == self.breaks_at:
            raise ZeroDivisionError
        db.execute(insert(self.relations[0]), position=position, game_id=game_id, version=entry.read().version)


class Renamed(Heard):
    relations = (Table("heard_events", MetaData(), integer("position"), words("game_id"), words("more")),)


def follower(path, log, *projections):
    made = Follower(SqliteFile(path), log, projections)
    made.create_schema()
    return made


def heard(path):
    with closing(sqlite3.connect(path)) as db:
        return [row[0] for row in db.execute("SELECT position FROM heard_events ORDER BY rowid")]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "projections.sqlite"


@pytest.fixture
def long_log():
    """A log of more than two batches."""
    game = WrittenGame("g1", ("s1", "s2"), people={"s1": "ann", "s2": "ben"})
    game.start()
    while len(game.entries) <= 2 * BATCH + 10:
        game.act(next(iter(game.state.open)), Hold())
    return WrittenLog(game)


def test_every_event_comes_once_and_in_order(path, long_log):
    following = follower(path, long_log, Heard())
    assert following.follow() == BATCH
    assert following.position() == BATCH
    assert following.catch_up()
    assert following.follow() == 0
    assert heard(path) == list(range(1, long_log.position() + 1))


def test_a_follower_goes_on_where_another_stopped(path, long_log):
    follower(path, long_log, Heard()).follow()
    follower(path, long_log, Heard()).catch_up()
    assert heard(path) == list(range(1, long_log.position() + 1))


def test_effects_and_position_are_stored_together_or_not_at_all(path, long_log):
    broken = follower(path, long_log, Heard(breaks_at=BATCH + 5))
    broken.follow()
    with pytest.raises(ZeroDivisionError):
        broken.follow()
    assert broken.position() == BATCH
    assert heard(path) == list(range(1, BATCH + 1))


def test_followers_at_the_same_time_fold_each_event_once(path, long_log):
    follower(path, long_log, Heard())
    together = threading.Barrier(4)

    def follow():
        following = Follower(SqliteFile(path), long_log, (Heard(),))
        together.wait()
        following.catch_up(seconds=30)

    threads = [threading.Thread(target=follow) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard(path) == list(range(1, long_log.position() + 1))


def test_whoever_reaches_a_position_reads_what_was_written(models):
    game = WrittenGame("g1")
    log = WrittenLog(game)
    read = models(log)
    game.sit("s1", account="ann")
    log.store()
    assert read.lists.games(GamesQuery(account="ann", mine=True)).games == []
    assert read.follower.reach(log.position())
    assert [shown.id for shown in read.lists.games(GamesQuery(account="ann", mine=True)).games] == ["g1"]


def test_reaching_ends_in_time(path, long_log):
    following = follower(path, long_log, Heard())
    assert not following.reach(long_log.position() + 1, seconds=0.01)


def test_creating_the_schema_again_keeps_what_is_there(path, long_log):
    follower(path, long_log, Heard()).catch_up()
    assert follower(path, long_log, Heard()).position() == long_log.position()


def test_tables_of_an_earlier_schema_are_filled_anew(path, long_log):
    follower(path, long_log, Heard(), Inbox({})).catch_up()
    following = follower(path, long_log, Renamed(), Inbox({}))
    assert following.position() == 0
    assert heard(path) == []


def test_a_follower_that_is_overtaken_sets_nobody_back(path, long_log):
    """Between its look at the log's end and its turn to write another process may have gone on beyond."""
    follower(path, long_log, Heard()).catch_up()
    database, projection = SqliteFile(path), Heard()
    with database.writing() as db:
        assert fold_batch(db, [projection], long_log, BATCH // 2) == 0
        assert projection.position(db) == long_log.position()


def test_a_projection_that_is_behind_catches_up_alone(path, long_log):
    follower(path, long_log, Heard()).follow()
    following = follower(path, long_log, Heard(), Inbox({}))
    assert following.follow() == BATCH
    assert len(heard(path)) == BATCH
    assert following.catch_up()
    assert heard(path) == list(range(1, long_log.position() + 1))


def test_projections_at_one_position_read_the_log_once(path, long_log, monkeypatch):
    read = []
    notifications = long_log.notifications
    monkeypatch.setattr(long_log, "notifications", lambda *asked: read.append(asked) or notifications(*asked))
    follower(path, long_log, Heard(), Inbox({})).catch_up()
    assert [after for after, _ in read] == [0, BATCH, 2 * BATCH]


@pytest.fixture
def spoiled_log():
    """A game that begins with an event that cannot be decoded, and goes on over several batches, with another."""
    spoiled = WrittenGame("spoiled", ("s1", "s2"), people={"s1": "ann", "s2": "ben"})
    spoiled.start()
    while len(spoiled.entries) <= 2 * BATCH + 10:
        spoiled.act(next(iter(spoiled.state.open)), Hold())
    log = WrittenLog(spoiled, WrittenGame("sound", people={"s1": "ann"}))
    log.spoiled = {1}
    return log


def test_what_cannot_be_decoded_stops_nobody_and_what_follows_in_its_log_is_left_out(path, spoiled_log, caplog):
    while follower(path, spoiled_log, Heard(), Inbox({})).follow():
        """Each batch is folded by another process."""
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT DISTINCT game_id FROM heard_events").fetchall() == [("sound",)]
        assert db.execute("SELECT id FROM inbox_games").fetchall() == [("sound",)]
    assert Follower(SqliteFile(path), spoiled_log, [Heard(), Inbox({})]).position() == spoiled_log.position()
    assert [record.message for record in caplog.records] == [
        "the log spoiled cannot be read from position 1 on: it stands in lists as it was before"
    ]


def test_what_came_before_it_stays(path, long_log):
    long_log.spoiled = {BATCH + 5}
    assert follower(path, long_log, Heard()).catch_up()
    assert heard(path) == list(range(1, BATCH + 5))


def test_tables_that_are_filled_anew_have_all_that_can_be_decoded_again(path, spoiled_log):
    follower(path, spoiled_log, Heard()).catch_up()
    spoiled_log.spoiled = set()
    following = follower(path, spoiled_log, Renamed())
    with following._database.writing() as db:
        assert Renamed().left_out(db) == {}
