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
    def beside(self, name, template="template0", collation=""):
        """A further database of the server until the block ends, which begins as a copy of another one; empty, it may
        have another collation."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY {collation}")
            further = copy(self)
            further.url = self.url.replace("/postgres?", f"/{name}?")
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
