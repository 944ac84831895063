"""The kinds of databases that the store can lie in, each empty: what the same tests of the store run on."""

from contextlib import contextmanager
from copy import copy

import psycopg
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from service.dev.servers.postgres import binaries
from service.store.postgres.recorder import DRIVER, PostgresRecorder
from service.store.sqlite import SqliteRecorder


class SqliteDatabase:
    """A file."""

    def __init__(self, fixture, folder):
        self._path = folder / "events.sqlite"
        self.environ = {}

    def recorder(self):
        return SqliteRecorder(self._path)

    def engine(self):
        """SQLAlchemy's own way into it."""
        return create_engine(f"sqlite:///{self._path}", poolclass=NullPool)


class PostgresDatabase:
    """A database of the session's server."""

    def __init__(self, fixture, folder):
        self.url = fixture("postgres").database()

    @property
    def environ(self):
        return {"NIGHTLEDGER_DATABASE_URL": self.url}

    @contextmanager
    def beside(self, name, template="template0"):
        """A further database of the server until the block ends, which begins as a copy of another one."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
            further = copy(self)
            further.url = self.url.replace("/postgres?", f"/{name}?")
            yield further
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def recorder(self):
        return PostgresRecorder(self.url)

    def engine(self):
        """SQLAlchemy's own way into it."""
        return create_engine(self.url.replace("postgresql://", DRIVER), poolclass=NullPool)


DATABASES = {"sqlite": SqliteDatabase} | ({"postgresql": PostgresDatabase} if binaries() else {})
