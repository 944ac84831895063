"""Read models made anew from the log: they are what following made, and replace what is not."""

import threading

import pytest

from projections.games.lists import GamesQuery
from projections.rebuild import Difference
from tests.pigs.pig import Hold, Roll
from tests.projections.written import WrittenGame, WrittenLog


def games():
    """A running game with a takeback, a game that is over, and one that nobody has joined."""
    running = WrittenGame("running", people={"s1": "ann", "s2": "ben"}, levels={"s3": "greedy"})
    running.start()
    running.act("s1", Roll(), 3)
    before = running.version
    running.act("s1", Hold())
    running.take_back("s1", to=before)
    over = WrittenGame("over", ("s1", "s2"), people={"s1": "ann", "s2": "ben"}, goal=5)
    over.start()
    over.act("s1", Roll(), 6)
    over.act("s1", Hold())
    return running, over, WrittenGame("open")


def ignore(position):
    """No progress wanted."""


def rows(models):
    with models.database.reading() as db:
        return {
            table.name: [tuple(row) for row in db.execute(f"SELECT * FROM {table.name} ORDER BY 1, 2")]
            for projection in models.projections
            for table in projection.relations
        }


def spoil(models):
    """Change and delete rows behind the projections' back."""
    with models.database.writing() as db:
        db.execute("UPDATE inbox_games SET status = 'void' WHERE id = 'running'")
        db.execute("DELETE FROM scores_seats WHERE seat = 's2'")


@pytest.fixture
def log():
    return WrittenLog(*games())


def test_what_was_followed_is_what_a_rebuild_makes(models, log):
    read = models(log)
    assert len(rows(read)["inbox_games"]) == 3
    assert [read.rebuilder.verify(name, ignore) for name in ("inbox", "scores", "series", "leagues", "ratings")] == [
        []
    ] * 5


def test_verify_tells_rows_that_differ(models, log):
    read = models(log)
    spoil(read)
    assert {
        (found.table, found.side, found.row["id"], found.row["status"])
        for found in read.rebuilder.verify("inbox", ignore)
    } == {
        ("inbox_games", "live", "running", "void"),
        ("inbox_games", "rebuilt", "running", "running"),
    }
    [missing] = read.rebuilder.verify("scores", ignore)
    assert (missing.table, missing.side, missing.row["seat"]) == ("scores_seats", "rebuilt", "s2")


def test_verify_compares_at_the_position_of_the_live_tables(models, log):
    read = models(log)
    log.store(WrittenGame("later"))
    assert read.rebuilder.verify("inbox", ignore) == []


def test_verify_tells_tables_of_an_earlier_schema(models, log):
    read = models(log)
    with read.database.writing() as db:
        db.execute("UPDATE projections SET schema = 'earlier' WHERE name = 'inbox'")
    assert read.rebuilder.verify("inbox", ignore) == [Difference("projections", "live", {"schema": "earlier"})]


def test_tables_that_are_further_than_the_log_are_told_and_made_anew(models, log):
    read = models(log)
    good = rows(read)
    with read.database.writing() as db:
        db.execute("UPDATE projections SET position = position + 1 WHERE name = 'inbox'")
    ahead = {"position": log.position() + 1}
    assert read.rebuilder.verify("inbox", ignore) == [Difference("projections", "live", ahead)]
    assert read.rebuilder.rebuild("inbox", ignore) == log.position()
    assert rows(read) == good


def test_a_rebuild_repairs_the_live_tables(models, log):
    read = models(log)
    good = rows(read)
    spoil(read)
    assert {read.rebuilder.rebuild(name, ignore) for name in read.rebuilder.names} == {log.position()}
    assert rows(read) == good


def test_a_rebuild_brings_the_newest_events_too_and_following_goes_on_from_there(models, log):
    read = models(log)
    log.store(WrittenGame("later"))
    assert read.rebuilder.rebuild("inbox", ignore) == log.position()
    log.store(WrittenGame("last"))
    read.follower.catch_up()
    assert [game.id for game in read.lists.games(GamesQuery()).games] == ["last", "later", "open", "over", "running"]


def test_progress_ends_at_the_end_of_the_log(models, log):
    told = []
    models(log).rebuilder.rebuild("inbox", told.append)
    assert told == sorted(told)
    assert told[-1] == log.position()


def test_readers_see_the_old_tables_until_the_new_ones_are_there(models, log):
    read = models(log)
    seen = []

    def look(position):
        reader = threading.Thread(target=lambda: seen.append(len(read.lists.games(GamesQuery()).games)))
        reader.start()
        reader.join()

    read.rebuilder.rebuild("inbox", look)
    assert seen
    assert set(seen) == {3}


def test_a_rebuild_leaves_nothing_beside_the_live_file(models, log, tmp_path):
    read = models(log)
    read.rebuilder.rebuild("inbox", ignore)
    assert {path.name.partition("-")[0] for path in tmp_path.iterdir()} <= {"projections.sqlite"}


def test_a_rebuild_leaves_out_a_log_as_long_as_it_cannot_be_decoded(models):
    game = WrittenGame("g1", people={"s1": "ann"})
    log = WrittenLog(game)
    log.spoiled = {1}
    read = models(log)
    assert read.lists.games(GamesQuery()).games == []
    assert read.rebuilder.verify("inbox", ignore) == []
    read.rebuilder.rebuild("inbox", ignore)
    game.sit("s2", account="ben")
    log.store()
    assert read.follower.catch_up()
    log.spoiled = set()
    assert {found.side for found in read.rebuilder.verify("inbox", ignore)} == {"rebuilt"}
    read.rebuilder.rebuild("inbox", ignore)
    game.sit("s3", account="cy")
    log.store()
    assert read.follower.catch_up()
    [listed] = read.lists.games(GamesQuery()).games
    assert [seat.account for seat in listed.seats.values()] == ["ann", "ben", "cy"]
