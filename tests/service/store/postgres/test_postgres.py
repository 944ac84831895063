"""The store in PostgreSQL: the setting, the schema, and what is said when there is no database."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from threading import Barrier
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from psycopg.rows import dict_row

from projections.database import SqliteFile
from projections.games.lists import GamesQuery
from projections.notices.deliveries import OutboxStore
from projections.notices.kinds import Notice
from projections.unavailable import Unavailable
from service.app.application import create_app
from service.bootstrap import build
from service.notify.earlier_file import take_over
from service.notify.post import create_outbox
from service.settings import SettingsError
from service.store.event_store import executing, unreserved
from service.store.postgres.groups import Append
from service.store.postgres.positions import beginning
from service.store.postgres.recorder import PROBE, PostgresRecorder
from service.store.postgres.storing import insert
from tests.databases import DATABASES
from tests.installation import install, prepare, settings_of
from tests.notify.hooks import confirmed_webhook
from tests.notify.peers import Hook, MailServer
from tests.service.patience import waits_in_vain
from tests.service.playing import ME, open_pig

NOWHERE = "postgresql://ann:secret@127.0.0.1:1/nightledger"

WAIT = 1.0
"""Seconds that a lock is waited for here."""


@contextmanager
def locked(url, *tables):
    """Another session keeps these tables to itself, as far as writing goes."""
    with psycopg.connect(url) as other:
        for table in tables:
            other.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE")
        yield
        other.rollback()


@contextmanager
def keeping(url, *names):
    """Another session keeps what goes by these names as it is."""
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(beginning(names))
        yield
        other.execute("ROLLBACK")


@contextmanager
def full_for_files(url):
    """Sessions that begin now have no room for a file, and all for rows."""
    with psycopg.connect(url, autocommit=True) as other:
        other.execute("ALTER ROLE CURRENT_USER SET temp_file_limit = 0")
        try:
            yield
        finally:
            other.execute("ALTER ROLE CURRENT_USER RESET temp_file_limit")


def another_home(home, first, **environ):
    """The services of another machine of an installation, whose home folder has nothing but the first one's secret."""
    home.mkdir()
    (home / "secret").write_text((first / "secret").read_text())
    return install(home, **environ)


def outbox_of(file, services, *notices, reached):
    """A file as earlier releases had in the home folder, with notices that wait, followed up to a position."""
    database = SqliteFile(file)
    store = OutboxStore(database, services.store, {}, lambda *_: ())
    store.follower.create_schema()
    with database.writing() as db:
        db.execute("DROP TABLE outbox_taken")
        store.outbox.stand_at(db, reached)
    for number, notice in enumerate(notices):
        store.deliveries.put(notice, f"channel{number or ''}", 9)
    database.close()


def test_no_server_is_one_line_that_names_the_setting(tmp_path):
    settings = prepare(tmp_path)
    settings = settings_of(tmp_path, NIGHTLEDGER_DATABASE_URL=NOWHERE)
    with pytest.raises(SettingsError, match=r"NIGHTLEDGER_DATABASE_URL: .*refused") as error:
        build(settings)
    assert "\n" not in str(error.value)
    assert "secret" not in str(error.value)
    assert "secret" not in settings.database


if "postgresql" in DATABASES:

    @pytest.fixture
    def url(postgres):
        """The URL of an empty database."""
        return postgres.database()

    def test_a_process_creates_no_tables(tmp_path, url):
        prepare(tmp_path)
        with pytest.raises(SettingsError, match="holds no event store: run `nightledger db init`"):
            build(settings_of(tmp_path, NIGHTLEDGER_DATABASE_URL=url))

    def test_it_may_lie_in_a_schema_of_its_own(tmp_path, url):
        with psycopg.connect(url) as connection:
            connection.execute("CREATE SCHEMA nightledger")
        url += "&options=-csearch_path%3Dnightledger"
        services = install(tmp_path, NIGHTLEDGER_DATABASE_URL=url)
        ann, _ = services.accounts.create("Ann")
        game = open_pig(services.ledger, ann.id, ME, ME)
        services.read_models.follower.catch_up()
        assert [one.id for one in services.read_models.lists.games(GamesQuery()).games] == [game]
        services.close()
        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT to_regclass('public.stored_events')").fetchone() == (None,)
            connection.execute("DROP SCHEMA nightledger CASCADE")

    def test_commands_that_create_the_tables_at_once_do_not_trip_over_each_other(tmp_path, url):
        barrier = Barrier(8)

        def create(number):
            home = tmp_path / str(number)
            home.mkdir()
            (home / "secret").write_text("5e" * 32)
            barrier.wait()
            services = install(home, NIGHTLEDGER_DATABASE_URL=url)
            services.close()
            return True

        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(create, range(8))) == [True] * 8

    def test_everything_lies_in_the_database_and_the_home_folder_may_be_lost(tmp_path, url):
        hook = Hook()
        first = install(tmp_path / "first", NIGHTLEDGER_DATABASE_URL=url, NIGHTLEDGER_WEBHOOKS_TO_PRIVATE="yes")
        ann, _ = first.accounts.create("Ann")
        webhook = confirmed_webhook(first.post, ann.id, hook.url, "generic")
        game_id = open_pig(first.ledger, ann.id, {"account": "me"}, {"open": True})
        first.read_models.follower.catch_up()
        first.post.sender.test(webhook)
        first.post.sender.step()
        assert [path.name for path in (tmp_path / "first").iterdir()] == ["secret"]

        second = another_home(tmp_path / "second", tmp_path / "first", NIGHTLEDGER_DATABASE_URL=url)
        assert set(second.read_models.follower.behind().values()) == {0}
        assert [game.id for game in second.read_models.lists.games(GamesQuery()).games] == [game_id]
        assert second.post.outbox.follower.behind() == {"outbox": 0}
        told = [first.post.outbox.deliveries.of(webhook.id), second.post.outbox.deliveries.of(webhook.id)]
        assert told[0] == told[1] != []
        for part in (hook, first, second):
            part.close()

    def test_notices_that_wait_in_a_file_of_an_earlier_release_are_taken_into_the_database(tmp_path, url):
        services = install(tmp_path / "home", NIGHTLEDGER_DATABASE_URL=url)
        ann, _ = services.accounts.create("Ann")
        waits = Notice(ann.id, "", "test", "", "once", "", 0, "", 5)
        settings = services.settings
        outbox_of(settings.outbox_path, services, waits, reached=7)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        outbox_of(elsewhere / "outbox.sqlite", services, waits, waits, reached=3)

        create_outbox(settings, services.store)
        take_over(elsewhere / "outbox.sqlite", services.post.outbox)
        assert [(row.account, row.due) for row in services.post.outbox.deliveries.of("channel")] == [(ann.id, 9)]
        with services.post.outbox.database.reading() as db:
            assert services.post.outbox.outbox.position(db) == 7
        assert {path.name for path in settings.home.iterdir()} == {"secret", "outbox.sqlite.old"}
        services.close()

    def test_another_machine_needs_the_secret_of_the_first(tmp_path, url):
        first = install(tmp_path / "first", NIGHTLEDGER_DATABASE_URL=url)
        with pytest.raises(SettingsError, match=r"is not the secret that .* was made with"):
            prepare(tmp_path / "stranger", NIGHTLEDGER_DATABASE_URL=url)
        second = another_home(tmp_path / "second", tmp_path / "first", NIGHTLEDGER_DATABASE_URL=url)
        assert second.store.position() == first.store.position()
        for services in (first, second):
            services.close()

    def test_what_is_asked_on_one_machine_is_sent_once_by_the_notifier_of_another(tmp_path, url):
        hook, mails = Hook(), MailServer()
        environ = {"NIGHTLEDGER_DATABASE_URL": url, "NIGHTLEDGER_SMTP_URL": mails.url}
        asked = install(tmp_path / "asked", NIGHTLEDGER_WEBHOOKS_TO_PRIVATE="yes", **environ)
        sends = another_home(tmp_path / "sends", tmp_path / "asked", NIGHTLEDGER_WEBHOOKS_TO_PRIVATE="yes", **environ)
        ann, _ = asked.accounts.create("Ann")
        webhook = confirmed_webhook(asked.post, ann.id, hook.url, "generic")

        delivery = asked.post.sender.test(webhook)
        asked.post.set_mail(ann.id, "ann@home.example", None)
        assert sends.post.sender.step() == 2
        assert hook.ids == [delivery]
        assert [mail["To"] for mail in mails.taken] == ["ann@home.example"]
        assert [row.state for row in sends.post.outbox.deliveries.of(webhook.id)] == ["sent"]
        assert asked.post.sender.step() == sends.post.sender.step() == 0
        for part in (hook, mails, asked, sends):
            part.close()

    def test_it_is_not_ready_while_no_event_can_be_stored(tmp_path, url):
        services = install(tmp_path / "home", NIGHTLEDGER_DATABASE_URL=url, NIGHTLEDGER_DATABASE_WAIT=str(WAIT))
        with locked(url, "stored_events"):
            answered = create_app(services).test_client().get("/readyz")
        assert answered.status_code == 503
        assert "lock timeout" in answered.json["read_only"]
        assert create_app(services).test_client().get("/readyz").status_code == 200
        services.close()

    def test_a_row_that_fits_is_no_sign_that_there_is_room_for_a_move(tmp_path, url):
        install(tmp_path / "home", NIGHTLEDGER_DATABASE_URL=url).close()
        settings = settings_of(tmp_path / "home", NIGHTLEDGER_DATABASE_URL=url)
        with full_for_files(url), closing(build(settings)) as services:
            services.store.write(lambda cursor: cursor.execute(PROBE))
            answered = create_app(services).test_client().get("/readyz")
            with pytest.raises(Unavailable, match="temp_file_limit"):
                services.heartbeat.beat()
        assert answered.status_code == 503
        assert "temp_file_limit" in answered.json["read_only"]

    def test_who_has_waited_for_one_lock_in_vain_does_not_wait_for_another_though_reading_goes_on(tmp_path, url):
        install(tmp_path / "home", NIGHTLEDGER_DATABASE_URL=url).close()
        recorder, nothing_reserved = PostgresRecorder(url, WAIT), unreserved("a game")
        with locked(url, "token_uses"), keeping(url, "a game"), waits_in_vain() as vain:
            with pytest.raises(Unavailable, match="lock timeout"):
                recorder.insert_events((), changes=[executing("DELETE FROM token_uses")])
            assert recorder.rows("SELECT 1 AS one FROM installation")
            with pytest.raises(Unavailable, match="lock timeout"):
                recorder.insert_events((), expected=[nothing_reserved])
        assert vain == [WAIT]
        assert recorder.insert_events((), expected=[nothing_reserved]) == []
        recorder.close()

    def test_a_lock_that_is_not_had_in_time_keeps_nobody_from_storing_by_the_same_connection(url):
        PostgresRecorder(url).migrate()
        for failing in range(1, 9):
            log_id = uuid4()
            with psycopg.connect(url, autocommit=True, row_factory=dict_row) as connection:
                cursor = connection.cursor()
                cursor.execute("SET lock_timeout = '10ms'")
                for version in range(1, 10):
                    append = Append([StoredEvent(log_id, version, "pig:Rolled:1", b"{}")])
                    if version == failing:
                        with keeping(url, str(log_id)), pytest.raises(psycopg.errors.LockNotAvailable):
                            insert(cursor, append)
                    assert len(insert(cursor, append)) == 1
