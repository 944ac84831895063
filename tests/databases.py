"""The kinds of databases that the store can lie in: what the same tests of the store run on. Each is empty, or has
nothing stored in its relations."""

from contextlib import contextmanager
from copy import copy
from itertools import count

import psycopg
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from service.dev.servers.postgres import binaries
from service.store import schema
from service.store.postgres.recorder import DRIVER, PostgresRecorder
from service.store.sqlite import SqliteRecorder

_numbers = count()


class SqliteDatabase:
    """A file."""

    def __init__(self, fixture, folder):
        self._path = folder / "events.sqlite"
        self.environ = {}

    @classmethod
    @contextmanager
    def with_nothing_stored(cls, fixture, folder):
        """One without relations yet, as these are soon made."""
        yield cls(fixture, folder)

    def recorder(self):
        return SqliteRecorder(self._path)

    def engine(self):
        """SQLAlchemy's own way into it."""
        return create_engine(f"sqlite:///{self._path}", poolclass=NullPool)


class PostgresDatabase:
    """A database of the session's server."""

    def __init__(self, fixture, folder):
        self.url = self._server = fixture("postgres").database()

    @classmethod
    @contextmanager
    def with_nothing_stored(cls, fixture, folder):
        """One that has the relations already: it is a copy, which takes a quarter of the time of making them."""
        with fixture("migrated").beside(f"copy_{next(_numbers)}", "migrated") as database:
            yield database

    @contextmanager
    def migrated(self):
        """A database to be copied, which has the relations."""
        with self.beside("migrated") as database:
            with database.engine().begin() as connection:
                schema.migrate(connection)
            yield database

    @property
    def environ(self):
        return {"NIGHTLEDGER_DATABASE_URL": self.url}

    @contextmanager
    def beside(self, name, template="template0", collation=""):
        """A further database of the server until the block ends, which begins as a copy of another one; empty, it may
        have another collation."""
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY {collation}")
            further = copy(self)
            further.url = self._server.replace("/postgres?", f"/{name}?")
            yield further
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def usual_collation(self):
        """The clause that gives a database the order of English words, with which most servers are set up; None where
        the server knows none."""
        with psycopg.connect(self.url) as connection:
            of_system = "SELECT true FROM pg_collation WHERE collname = 'en_US.utf8'"
            if connection.execute(of_system).fetchone():
                return "LOCALE 'en_US.utf8'"
            of_icu = "SELECT true FROM pg_collation WHERE collname = 'en-US-x-icu'"
            is_usable = connection.info.server_version >= 150000 and connection.execute(of_icu).fetchone()
            return "LOCALE_PROVIDER icu ICU_LOCALE 'en-US'" if is_usable else None

    def recorder(self):
        return PostgresRecorder(self.url)

    def engine(self):
        """SQLAlchemy's own way into it."""
        return create_engine(self.url.replace("postgresql://", DRIVER), poolclass=NullPool)


DATABASES = {"sqlite": SqliteDatabase} | ({"postgresql": PostgresDatabase} if binaries() else {})
