"""The store in a SQLite file: how it is written, and what a process does without it."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from uuid import uuid4

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError

from projections.unavailable import Unavailable
from service.bootstrap import build
from service.databases import open_store
from service.settings import SettingsError
from service.store.event_store import Store, executing
from service.store.sqlite import SqliteRecorder
from tests.cheaper_setup import durable
from tests.installation import prepare, settings_of
from tests.service.patience import waits_in_vain

SEED = bytes(range(32))


@pytest.fixture
def store(tmp_path):
    store = Store(SqliteRecorder(tmp_path / "events.sqlite"), b"installation")
    store.create_schema()
    yield store
    store.close()


@pytest.mark.parametrize(("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("secure_delete", 1)])
def test_what_writes_does_so_durably_and_forgets_for_good(tmp_path, pragma, value):
    with closing(durable(tmp_path / "events.sqlite", 1.0)) as connection:
        assert tuple(connection.execute(f"PRAGMA {pragma}").fetchone()) == (value,)


NO_TURN = "events.sqlite: no turn to write within 0.2 seconds"

MARKED = executing("INSERT INTO installation (key, value) VALUES ('mark', 1)")


def fail(cursor):
    raise LookupError("a fault")


def run_full(cursor):
    """Let the file grow no more, and write more than it has room for."""
    [pages] = cursor.execute("PRAGMA page_count").fetchone()
    cursor.execute(f"PRAGMA max_page_count={pages}")
    cursor.execute("INSERT INTO installation (key, value) VALUES ('long', zeroblob(1000000))")


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        (fail, LookupError, "a fault"),
        (run_full, Unavailable, "disk is full"),
        (MARKED, IntegrityError, "UNIQUE constraint failed: installation.key"),
        (executing("SELEKT"), OperationalError, "syntax error"),
    ],
)
def test_a_write_that_fails_leaves_nothing_and_keeps_nobody_from_writing(store, tmp_path, change, error, reason):
    with pytest.raises(error, match=reason):
        store.write(MARKED, change)
    with closing(sqlite3.connect(tmp_path / "events.sqlite", timeout=0, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    store.write(executing("PRAGMA max_page_count=1000000"), MARKED)
    assert len(store.rows("SELECT 1 FROM installation WHERE key='mark'")) == 1


@pytest.fixture
def hasty(store, tmp_path):
    """The same store for somebody who waits for a fifth of a second."""
    hasty = Store(SqliteRecorder(tmp_path / "events.sqlite", 0.2), b"installation")
    yield hasty
    hasty.close()


def test_many_may_open_a_new_file_at_the_same_moment(tmp_path):
    def open_together(file):
        barrier = Barrier(4)

        def run(_):
            recorder = SqliteRecorder(file)
            barrier.wait()
            recorder.migrate()
            return recorder.rows("PRAGMA journal_mode")[0][0]

        with ThreadPoolExecutor(4) as pool:
            return set(pool.map(run, range(4)))

    assert [open_together(tmp_path / f"{k}.sqlite") for k in range(12)] == [{"wal"}] * 12


def test_who_waits_too_long_for_another_writer_fails_and_may_try_again(hasty, tmp_path):
    with closing(sqlite3.connect(tmp_path / "events.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            hasty.write(MARKED)
    hasty.write(MARKED)
    assert len(hasty.rows("SELECT 1 FROM installation WHERE key='mark'")) == 1


def test_many_who_wait_for_another_writer_do_not_wait_one_after_the_other(hasty, tmp_path):
    def fail(_):
        with pytest.raises(Unavailable) as refused:
            hasty.write(MARKED)
        return str(refused.value)

    with (
        closing(sqlite3.connect(tmp_path / "events.sqlite", isolation_level=None)) as other,
        ThreadPoolExecutor(16) as pool,
        waits_in_vain() as vain,
    ):
        other.execute("BEGIN IMMEDIATE")
        reasons = set(pool.map(fail, range(16)))
    assert reasons - {NO_TURN} == {"database is locked"}
    assert vain == [0.2]


def test_who_gets_no_turn_to_write_is_told_so(hasty):
    def write_meanwhile(_):
        with ThreadPoolExecutor(1) as pool, pytest.raises(Unavailable) as refused:
            pool.submit(hasty.write, MARKED).result()
        assert str(refused.value) == NO_TURN

    hasty.write(write_meanwhile)


def test_no_file_holds_a_seed_that_can_be_read(store, tmp_path):
    store.write(store.seed_kept(str(uuid4()), SEED, "ann", 1000))
    for file in tmp_path.iterdir():
        assert SEED not in file.read_bytes()
        assert SEED.hex().encode() not in file.read_bytes()


def test_neither_password_nor_token_can_be_read_from_the_file(services):
    _, token = services.accounts.create("Ann", "correct horse")
    with sqlite3.connect(services.settings.events_path) as file:
        dump = "\n".join(file.iterdump())
    assert "correct horse" not in dump
    assert token.secret not in dump
    assert "$argon2id$" in dump


def test_nothing_of_a_person_who_is_forgotten_stays_in_the_file(services):
    ann, _ = services.accounts.create("Annabella", "correct horse")
    services.accounts.forget(ann.id)
    with sqlite3.connect(services.settings.events_path) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for part in services.settings.home.glob("events.sqlite*"):
        assert b"annabella" not in part.read_bytes().lower()


def test_a_process_creates_no_tables(tmp_path):
    settings = prepare(tmp_path)
    settings.events_path.unlink()
    with pytest.raises(SettingsError, match="run `nightledger db init`"):
        build(settings)
    with sqlite3.connect(settings.events_path) as file:
        assert file.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_an_installation_without_a_secret_is_not_ready(tmp_path):
    with pytest.raises(SettingsError, match="run `nightledger db init`"):
        build(settings_of(tmp_path))


def test_writers_that_look_first_wait_for_one_another(tmp_path):
    """A write without events reads the event catalogue first; it must not be refused if another has written since."""
    settings = prepare(tmp_path / "home")
    stores = [open_store(settings) for _ in range(2)]
    mark = "INSERT INTO operators (account) VALUES (:account)"

    def write(number):
        stores[number % 2].write(executing(mark, account=f"account {number}"))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(200)))
    assert len(stores[0].rows("SELECT * FROM operators")) == 200
    for store in stores:
        store.close()
