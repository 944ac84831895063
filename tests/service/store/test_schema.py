"""The migrations: what they make of an empty database and of an old one, alone, at once, and when they fail."""

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from click.testing import CliRunner
from eventsourcing.persistence import OperationalError
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder
from sqlalchemy import inspect, text
from sqlalchemy.exc import ProgrammingError

from service.bootstrap import build
from service.cli.db import command as db
from service.settings import SettingsError
from service.store.event_store import Store, executing
from service.store.relations import METADATA, REVISION
from service.store.schema import migrate
from tests.databases import DATABASES, PostgresDatabase, SqliteDatabase
from tests.installation import prepare

ROOT = Path(__file__).parents[3]

SECRET = b"installation"

FIRST = "0001"

REFUSED_BY = {SqliteDatabase: OperationalError, PostgresDatabase: ProgrammingError}
"""Kind of database -> what is raised where it cannot carry a statement out."""


@pytest.fixture
def database(kind_of_database, request, tmp_path):
    """An empty database, of each kind."""
    return DATABASES[kind_of_database](request.getfixturevalue, tmp_path)


def scripts():
    config = Config()
    config.set_main_option("script_location", "service.store:migrations")
    return ScriptDirectory.from_config(config)


def is_ours(thing, name, kind, reflected, other):
    """Whether it is not the table of the events, which the library has made up (below)."""
    return (kind, name) != ("table", "stored_events")


def differences(database):
    """What would still have to be changed for the schema to be as `relations` says."""
    with database.engine().connect() as connection:
        options = {"include_object": is_ours}
        return compare_metadata(MigrationContext.configure(connection, opts=options), METADATA)


def leave_old(database):
    """Make the database of a program that knew no migrations."""
    with database.engine().begin() as connection:
        migrate(connection, FIRST)
        connection.execute(text("DROP TABLE alembic_version"))


def revision(database):
    with database.engine().connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def test_the_last_migration_is_the_one_that_the_program_needs():
    assert scripts().get_current_head() == REVISION
    numbers = [script.revision for script in scripts().walk_revisions()]
    assert numbers == sorted(numbers, reverse=True)


def test_an_empty_database_gets_the_relations_that_the_program_uses(database):
    database.recorder().migrate()
    assert revision(database) == REVISION
    assert differences(database) == []


def test_an_old_database_gets_them_too_and_keeps_what_it_holds(database):
    leave_old(database)
    recorder = database.recorder()
    recorder.insert_events((), changes=[executing("INSERT INTO operators (account) VALUES ('ann')")])
    assert differences(database) != []
    recorder.migrate()
    assert differences(database) == []
    assert [row["account"] for row in recorder.rows("SELECT account FROM operators")] == ["ann"]


def test_one_that_lacks_relations_of_the_first_schema_gets_them(database):
    leave_old(database)
    recorder = database.recorder()
    recorder.insert_events((), changes=[executing("DROP TABLE characters")])
    recorder.migrate()
    assert differences(database) == []


def test_the_events_are_kept_in_the_table_that_the_library_makes(database):
    library = {"sqlite": SQLiteApplicationRecorder, "postgresql": PostgresApplicationRecorder}
    engine, recorder = database.engine(), database.recorder()
    library[engine.dialect.name](recorder.datastore).create_table()
    its_own = described(engine)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE stored_events"))
    recorder.migrate()
    assert described(engine) == its_own


def described(engine):
    """The table of the events, as the database tells it."""
    found = inspect(engine)
    columns = [{**column, "type": str(column["type"])} for column in found.get_columns("stored_events")]
    return columns, found.get_pk_constraint("stored_events"), found.get_indexes("stored_events")


def test_upgrading_twice_changes_nothing_more(database):
    store = Store(database.recorder(), SECRET)
    store.create_schema()
    before = store.rows("SELECT key, value FROM installation ORDER BY key")
    store.create_schema()
    after = store.rows("SELECT key, value FROM installation ORDER BY key")
    assert [tuple(dict(row).items()) for row in after] == [tuple(dict(row).items()) for row in before]
    assert (revision(database), store.is_outdated()) == (REVISION, False)


@pytest.mark.parametrize("prepared", [lambda database: None, leave_old], ids=["empty", "old"])
def test_two_at_once_do_not_trip_over_each_other(database, prepared):
    prepared(database)
    recorders, barrier = [database.recorder() for _ in range(4)], Barrier(4)

    def run(recorder):
        barrier.wait()
        recorder.migrate()
        return recorder.has("done_once")

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(run, recorders)) == [True] * 4
    assert differences(database) == []


def test_an_upgrade_that_fails_leaves_the_old_database_as_it_was(database):
    leave_old(database)
    recorder = database.recorder()
    in_the_way = executing("CREATE INDEX done_once_account ON operators (account)")
    recorder.insert_events((), changes=[in_the_way, executing("DROP TABLE characters")])
    with pytest.raises(REFUSED_BY[type(database)], match="already exists"):
        recorder.migrate()
    assert (revision(database), recorder.has("characters")) == (None, False)
    recorder.insert_events((), changes=[executing("DROP INDEX done_once_account")])
    recorder.migrate()
    assert differences(database) == []


def test_a_database_of_a_later_program_stays_as_it_is(database):
    recorder = database.recorder()
    recorder.migrate()
    recorder.insert_events((), changes=[executing("UPDATE alembic_version SET version_num='9999'")])
    recorder.migrate()
    assert revision(database) == "9999"
    assert not Store(recorder, SECRET).is_outdated()


def test_a_process_on_an_old_schema_says_what_to_run(tmp_path):
    settings = prepare(tmp_path / "home")
    with closing(sqlite3.connect(settings.events_path)) as file:
        file.executescript("DROP INDEX done_once_account; DROP INDEX done_once_at; DROP TABLE alembic_version")
        file.executescript("DROP INDEX tokens_app; DROP INDEX tokens_code")
        for column in (
            "done_once DROP COLUMN answer",
            "tokens DROP COLUMN scopes",
            "tokens DROP COLUMN ends",
            "tokens DROP COLUMN app",
            "tokens DROP COLUMN code",
            "channels DROP COLUMN device",
        ):
            file.execute(f"ALTER TABLE {column}")
        file.executescript("DROP INDEX answers_held_due; DROP INDEX answers_held_holder")
        later = ("journal_nodes", "journal_listings", "cosignatures", "former_names", "spendings", "due_work")
        latest = ("outages", "unlisted", "position_notes", "leases", "findings", "analyses", "counts_of_limits")
        newest = ("bots", "apps", "app_codes", "private_branches")
        for table in (*later, "shared_games", "shared_seeds", "refused_questions", *latest, *newest):
            file.execute(f"DROP TABLE {table}")
    with pytest.raises(SettingsError, match="an earlier release has left it: run `nightledger db upgrade`"):
        build(settings)
    done = CliRunner().invoke(db, ["upgrade"], env={"NIGHTLEDGER_HOME": str(settings.home)})
    assert done.exit_code == 0, done.output
    build(settings).close()


def test_every_insert_names_its_columns():
    by_position = re.compile(r"\bINSERT\s+(OR \w+\s+)?INTO\s+\S+\s+(VALUES|SELECT)", re.IGNORECASE)
    sources = [file for room in ("projections", "service", "workers") for file in (ROOT / room).rglob("*.py")]
    assert [str(file) for file in sources if by_position.search(file.read_text("utf-8"))] == []
