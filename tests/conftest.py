import gc
import json

import pytest

from builder.writer import DOCUMENT, write_modules
from domain.games.catalog import Catalog
from service.dev.servers.postgres import NOT_FOUND, PostgresServer, binaries
from tests.cheaper_setup import (
    carry_out_migrations_once,
    compile_rules_once,
    compile_templates_once,
    hash_passwords_quickly,
    keep_files_in_memory,
    wait_for_no_disk,
)
from tests.databases import DATABASES
from tests.distributions import games_of


def pytest_configure():
    """Makes ready what costs much at less, and what is not stored of the client where it lacks. No garbage is sought
    among what is imported."""
    gc.disable()
    keep_files_in_memory()
    compile_rules_once()
    compile_templates_once()
    hash_passwords_quickly()
    carry_out_migrations_once()
    wait_for_no_disk()
    if not DOCUMENT.exists():
        from service.app.own_document import own_document

        DOCUMENT.write_text(json.dumps(own_document()), "utf-8")
        write_modules()


def pytest_collection_finish():
    """Has garbage sought more rarely, and not in what was there by then: it took a third of the time of the tests."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_report_header():
    """Says which databases the tests of the store run on."""
    return f"stores: SQLite, PostgreSQL ({binaries()})" if binaries() else f"stores: SQLite only; {NOT_FOUND}"


@pytest.fixture(scope="session")
def catalog():
    """The program's games, pig, and the game of the example."""
    return Catalog({"pig": "tests.pigs.pig:PIG", **games_of("oh_hell")})


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server."""
    server = PostgresServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=DATABASES)
def kind_of_database(request):
    """A key of `DATABASES`: what asks for it runs once on each."""
    return request.param


@pytest.fixture(scope="session")
def migrated(request, tmp_path_factory):
    """A PostgreSQL database with the relations, to be copied."""
    with DATABASES["postgresql"](request.getfixturevalue, tmp_path_factory).migrated() as database:
        yield database


@pytest.fixture
def database(kind_of_database, request, tmp_path):
    """A database in which nothing is stored, of each kind that the store can lie in."""
    with DATABASES[kind_of_database].with_nothing_stored(request.getfixturevalue, tmp_path) as database:
        yield database
