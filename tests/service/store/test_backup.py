"""Copies of an installation."""

import os
import shutil
import stat
import subprocess
import sys

import pytest
from click.testing import CliRunner

from projections.games.lists import GamesQuery
from projections.leagues.lists import DONE
from projections.notices.kinds import INVITED, Notice
from projections.projection import reached
from service.bootstrap import build
from service.cli import cli
from service.databases import init_database
from service.games.shapes import NewGame
from service.store.backup import BackupError, back_up
from tests.installation import install, settings_of
from tests.notify.hooks import confirmed_webhook
from tests.service.clocks import DAY, Days
from tests.service.playing import AI, HOLD, ME, OPEN, ROLL, act


def test_a_copy_is_a_whole_installation_with_all_that_was_stored(tmp_path):
    services = install(tmp_path / "home")
    (tmp_path / "home/cards").mkdir()
    (tmp_path / "home/cards/printed.toml").write_text("schema = 1\n")
    ann, token = services.accounts.create("Ann")
    game = services.ledger.open_game(ann.id, NewGame("pig", [ME, AI]))
    before = services.ledger.record(game, ann.id)

    made = list(back_up(services.settings, tmp_path / "copy"))
    act(services.ledger, ann.id, game, ROLL)
    services.close()

    names = [file.name for file in made]
    assert (names[0], names[-1]) == ("secret", "events.sqlite")
    assert "projections.sqlite" not in names
    assert stat.S_IMODE((tmp_path / "copy/secret").stat().st_mode) == 0o600
    assert (tmp_path / "copy/cards/printed.toml").exists()
    (tmp_path / "copy/cards/printed.toml").unlink()
    init_database(settings_of(tmp_path / "copy"))
    restored = build(settings_of(tmp_path / "copy"))
    assert restored.accounts.authenticate(token.secret) == ann.id
    assert restored.ledger.record(game, ann.id) == before
    act(restored.ledger, ann.id, game, ROLL)
    restored.close()


def test_what_is_hidden_among_data_files_is_left_out(tmp_path):
    services = install(tmp_path / "home")
    services.close()
    (tmp_path / "home/data").mkdir()
    (tmp_path / "home/data/.#darkness.toml").symlink_to("root@host.123")
    list(back_up(services.settings, tmp_path / "copy"))
    assert not list((tmp_path / "copy/data").iterdir())


def test_a_copy_is_made_while_others_write(tmp_path):
    services = install(tmp_path / "home")
    ann, _ = services.accounts.create("Ann")
    made = back_up(services.settings, tmp_path / "copy")
    next(made)
    game = services.ledger.open_game(ann.id, NewGame("pig", [ME, OPEN]))
    list(made)
    services.close()

    init_database(settings_of(tmp_path / "copy"))
    restored = build(settings_of(tmp_path / "copy"))
    assert restored.ledger.view(game, ann.id).status == "open"
    restored.close()


def test_after_an_older_copy_was_put_back_lists_and_notices_go_on_with_what_it_has(tmp_path):
    services = install(tmp_path / "home")
    ann, _ = services.accounts.create("Ann")
    kept = services.ledger.open_game(ann.id, NewGame("pig", [ME, OPEN]))
    list(back_up(services.settings, tmp_path / "copy"))
    for _ in range(3):
        services.ledger.open_game(ann.id, NewGame("pig", [ME, OPEN]))
    assert services.read_models.follower.catch_up()
    assert services.post.outbox.follower.catch_up()
    services.close()

    shutil.copy(tmp_path / "copy/events.sqlite", tmp_path / "home/events.sqlite")
    init_database(services.settings)
    restored = build(services.settings)
    assert restored.post.outbox.follower.catch_up()
    with restored.post.outbox.database.reading() as db:
        [told_from] = db.execute("SELECT position FROM outbox_start").fetchall()
    assert told_from["position"] == restored.store.position()
    later = restored.ledger.open_game(ann.id, NewGame("pig", [ME, OPEN]))
    assert restored.read_models.follower.catch_up()
    assert {game.id for game in restored.read_models.lists.games(GamesQuery()).games} == {kept, later}
    assert restored.read_models.rebuilder.verify("inbox", lambda _: None) == []
    restored.close()


@pytest.fixture
def told_of(tmp_path):
    """A game of ann and bob with a copy, after which ann has moved on; bob's channel over which he is told of it, and
    what puts the copy back: the services then."""
    private = {"NIGHTLEDGER_WEBHOOKS_TO_PRIVATE": "yes"}
    days = Days(tmp_path / "home", **private)
    bobs = confirmed_webhook(days.services.post, days.people["bob"], "http://127.0.0.1:9/")
    game = days.open("ann", "bob")
    assert days.services.post.outbox.follower.catch_up()
    list(back_up(days.services.settings, tmp_path / "copy"))

    def put_back():
        days.services.close()
        shutil.copy(tmp_path / "copy/events.sqlite", tmp_path / "home/events.sqlite")
        init_database(days.services.settings)
        days.services = build(days.services.settings, days.clock)
        return days.services

    yield days, game, bobs, put_back
    days.close()


def told(services, channel):
    """The outbox's rows of a channel, but for invitations: the kind and state of each, sorted."""
    assert services.post.outbox.follower.catch_up()
    rows = services.post.outbox.deliveries.of(channel.id)
    return sorted((row.kind, row.state) for row in rows if row.kind != INVITED)


def test_after_an_older_copy_was_put_back_people_are_told_of_what_comes_in_place_of_what_was_lost(told_of):
    days, game, bobs, put_back = told_of
    days.act("ann", game, HOLD)
    assert told(days.services, bobs) == [("started", "waiting"), ("turn", "waiting")]
    rows = days.services.post.outbox.deliveries.of(bobs.id)
    days.services.post.outbox.deliveries.end([row.id for row in rows], "sent", days.clock.now)
    assert told(put_back(), bobs) == [("started", "sent")]
    days.clock.now += DAY
    days.act("ann", game, HOLD)
    assert told(days.services, bobs) == [("started", "sent"), ("turn", "waiting")]


def test_after_an_older_copy_was_put_back_nobody_is_told_of_what_was_lost(told_of):
    days, game, bobs, put_back = told_of
    days.services.ledger.close(game, "void")
    days.open("ann", "bob")
    assert told(days.services, bobs) == [("over", "waiting"), ("started", "waiting"), ("started", "waiting")]
    assert told(put_back(), bobs) == [("started", "waiting")]


def test_after_an_older_copy_was_put_back_no_reminder_comes_twice_of_what_it_has(told_of):
    days, game, bobs, put_back = told_of
    table = days.services.ledger.table(game)
    days.services.post.outbox.put(
        Notice(
            bobs.account, game, "reminder-50", "s2", "", "turn", table.version, table.head.hex(), days.clock.now + DAY
        )
    )
    days.act("ann", game, HOLD)
    before = told(days.services, bobs)
    assert before == [("reminder-50", "waiting"), ("started", "waiting"), ("turn", "waiting")]
    assert told(put_back(), bobs) == before[:2]


def test_after_an_older_copy_was_put_back_workers_look_at_each_league_that_moves(told_of):
    days, _, _, put_back = told_of
    days.open("ann", "bob")
    assert days.services.read_models.follower.catch_up()
    days.services.read_models.leagues.have_done("a-league", 1)
    read_models = put_back().read_models
    assert read_models.follower.catch_up()
    with read_models.database.reading() as db:
        assert reached(db, DONE) == 0


def test_what_is_no_whole_copy_does_not_look_like_one(tmp_path):
    services = install(tmp_path / "home")
    services.close()
    made = back_up(services.settings, tmp_path / "copy")
    next(made)
    assert not (tmp_path / "copy").exists()
    made.close()
    services.settings.events_path.write_bytes(b"no database" * 1000)
    with pytest.raises(BackupError, match="not a database"):
        list(back_up(services.settings, tmp_path / "copy"))
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


@pytest.mark.parametrize("secret", ["", "ab", f"{'ab' * 32}\n"], ids=["empty", "cut-off", "of-another"])
def test_a_copy_whose_secret_opens_none_of_its_events_is_none(tmp_path, secret):
    services = install(tmp_path / "home")
    services.close()
    services.settings.secret_path.write_text(secret)
    with pytest.raises(BackupError, match=f"^{services.settings.secret_path} (holds no|is not the) secret"):
        list(back_up(services.settings, tmp_path / "copy"))
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_nor_is_one_without_a_store(tmp_path):
    services = install(tmp_path / "home")
    services.close()
    services.settings.events_path.write_bytes(b"")
    with pytest.raises(BackupError, match=r"events\.sqlite holds no event store"):
        list(back_up(services.settings, tmp_path / "copy"))
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_all_of_a_copy_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    services = install(tmp_path / "home")
    services.close()
    (tmp_path / "home/cards").mkdir()
    (tmp_path / "home/cards/printed.toml").write_text("schema = 1\n")
    settled, fsync = [], os.fsync

    def settle(opened):
        settled.append((os.readlink(f"/proc/self/fd/{opened}"), (tmp_path / "copy").exists()))
        fsync(opened)

    monkeypatch.setattr(os, "fsync", settle)
    list(back_up(services.settings, tmp_path / "copy"))
    parts = ["", "/secret", "/cards", "/cards/printed.toml", "/events.sqlite"]
    assert {(f"{tmp_path}/copy.part{part}", False) for part in parts} <= {*settled}
    assert settled[-1] == (str(tmp_path), True)


def test_a_copy_is_whole_whoever_reads_what_is_told_of_it(tmp_path):
    services = install(tmp_path / "home")
    services.close()
    read, write = os.pipe()
    os.close(read)
    with open(write, "w") as nobody_reads:
        told = subprocess.run(
            [sys.executable, "-m", "service.cli", "db", "backup", tmp_path / "copy"],
            env={**os.environ, "NIGHTLEDGER_HOME": str(services.settings.home)},
            stdout=nobody_reads,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert b"Traceback" not in told.stderr
    assert (tmp_path / "copy/events.sqlite").exists()


def test_a_copy_may_have_a_name_that_cannot_be_printed(tmp_path):
    services = install(tmp_path / "home")
    services.close()
    folder = os.fsencode(tmp_path) + b"/c\xffpy"
    done = CliRunner(env={"NIGHTLEDGER_HOME": str(services.settings.home)}).invoke(
        cli, ["db", "backup", os.fsdecode(folder)]
    )
    assert done.exit_code == 0
    assert os.path.exists(folder + b"/events.sqlite")
    assert "c\N{REPLACEMENT CHARACTER}py/events.sqlite" in done.output


def test_nothing_is_written_over(tmp_path):
    services = install(tmp_path / "home")
    services.close()
    (tmp_path / "copy").mkdir()
    with pytest.raises(BackupError, match="is there already"):
        list(back_up(services.settings, tmp_path / "copy"))
    assert not list((tmp_path / "copy").iterdir())


def test_what_lies_in_postgresql_is_left_to_its_own_tools(tmp_path):
    settings = settings_of(tmp_path, NIGHTLEDGER_DATABASE_URL="postgresql://db/nightledger")
    with pytest.raises(BackupError, match="pg_dump"):
        list(back_up(settings, tmp_path / "copy"))
