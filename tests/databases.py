"""The kinds of databases that the store can lie in, each empty: what the same tests of the store run on."""

from service.store.postgres import PostgresRecorder
from service.store.sqlite import SqliteRecorder
from tests.postgres_server import binaries


class SqliteDatabase:
    """A file."""

    def __init__(self, fixture, folder):
        self._path = folder / "events.sqlite"
        self.environ = {}

    def recorder(self):
        return SqliteRecorder(self._path)


class PostgresDatabase:
    """A database of the session's server."""

    def __init__(self, fixture, folder):
        self.url = fixture("postgres").database()
        self.environ = {"NIGHTLEDGER_DATABASE_URL": self.url}

    def recorder(self):
        return PostgresRecorder(self.url)


DATABASES = {"sqlite": SqliteDatabase} | ({"postgresql": PostgresDatabase} if binaries() else {})
