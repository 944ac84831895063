import pytest

from projections.database import SqliteFile
from projections.read_models import ReadModels
from service.store.postgres.beside import BesideTheLog
from service.store.postgres.connections import Connections

WAIT = 2.0


@pytest.fixture(scope="session")
def shared(postgres):
    """A database in PostgreSQL, whose tables are made once."""
    connections = Connections(postgres.url, WAIT)
    yield BesideTheLog(connections, "read models", WAIT)
    connections.close()


@pytest.fixture
def database(kind_of_database, request, tmp_path):
    """A database for projections, of each kind that they may lie in."""
    if kind_of_database == "sqlite":
        return SqliteFile(tmp_path / "projections.sqlite")
    return request.getfixturevalue("shared")


@pytest.fixture
def models(database, catalog):
    """Makes read models that have followed a log to its end."""

    def make(log):
        made = ReadModels(database, log, catalog)
        made.create_schema()
        with database.writing() as db:
            for projection in made.projections:
                projection.reset(database, db)
        assert made.follower.catch_up(60)
        return made

    return make
