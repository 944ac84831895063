"""The databases that a drill is played on: each can be away, and be copied while everything goes on."""

from __future__ import annotations

import shutil
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

from service.dev.servers.postgres import PostgresServer
from service.settings import Settings
from service.store.backup import back_up

SMALL_LOG = ("-c", "max_wal_size=64MB", "-c", "min_wal_size=32MB")
"""What PostgreSQL keeps of its own log, on a disk that is soon full."""


class DrillDatabase(ABC):
    """Where the events of an installation lie whose home is a folder."""

    environ: Mapping[str, str]
    """The settings that lead there."""

    folder: Path
    """The folder that it writes to."""

    @abstractmethod
    def start(self) -> None:
        """Be there."""

    @abstractmethod
    def take_away(self) -> None:
        """Take no writes until `bring_back`."""

    @abstractmethod
    def bring_back(self) -> None:
        """Be there again, whatever has ended it."""

    @abstractmethod
    def crash(self) -> None:
        """End in the middle of whatever is going on, and begin to recover from that."""

    @abstractmethod
    def copied(self, settings: Settings, home: Path) -> Mapping[str, str]:
        """Back the installation up and restore it with a new home folder: the settings that lead to the copy."""

    @abstractmethod
    def stop(self) -> None:
        """End, and keep nothing."""


class SqliteDrill(DrillDatabase):
    """Files in the home folder. They are away while somebody else keeps them locked, and crash with their writers."""

    environ: Mapping[str, str] = {}

    def __init__(self, home: Path) -> None:
        self.folder = home
        self._path = home / "events.sqlite"
        self._lock: sqlite3.Connection | None = None

    def start(self) -> None:
        """Nothing: `nightledger run` makes the files."""

    def take_away(self) -> None:
        self._lock = sqlite3.connect(self._path, timeout=30, isolation_level=None)
        self._lock.execute("BEGIN IMMEDIATE")

    def bring_back(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def crash(self) -> None:
        """Nothing: the files are in the hands of the processes."""

    def copied(self, settings: Settings, home: Path) -> Mapping[str, str]:
        for _ in back_up(settings, home):
            pass
        return {}

    def stop(self) -> None:
        self.bring_back()


class PostgresDrill(DrillDatabase):
    """A PostgreSQL server in a folder of its own."""

    def __init__(self) -> None:
        self._server = PostgresServer(options=SMALL_LOG)
        self.folder = self._server.folder
        self.environ = {"NIGHTLEDGER_DATABASE_URL": self._server.url}

    def start(self) -> None:
        self._server.start()

    def take_away(self) -> None:
        self._server.pause()

    def bring_back(self) -> None:
        if not self._server.runs():
            self._server.go_on()

    def crash(self) -> None:
        self._server.pause()
        self._server.go_on()

    def copied(self, settings: Settings, home: Path) -> Mapping[str, str]:
        folder, copy = self._server.folder, "restored"
        where = ("-h", str(folder), "-U", "postgres")
        self._server.run("pg_dump", *where, "-f", str(folder / "dump.sql"), "postgres")
        self._server.run("createdb", *where, copy)
        self._server.run("psql", *where, "-q", "-v", "ON_ERROR_STOP=1", "-f", str(folder / "dump.sql"), copy)
        home.mkdir(mode=0o700)
        shutil.copy(settings.secret_path, home)
        return {"NIGHTLEDGER_DATABASE_URL": self._server.url.replace("/postgres?", f"/{copy}?")}

    def stop(self) -> None:
        self._server.stop()


SQLITE, POSTGRESQL = DATABASES = ("sqlite", "postgresql")
"""What a drill may be played on."""


def database_of(kind: str, home: Path) -> DrillDatabase:
    """The database of an installation in this home folder."""
    return SqliteDrill(home) if kind == SQLITE else PostgresDrill()
