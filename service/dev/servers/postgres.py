"""A PostgreSQL server of one's own, on a socket in a folder: of the wheel `pgserver`, or of the system."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import psycopg

from service.operation.family import follow_parent

DEADLINE = 30.0
"""Seconds for what takes one or two, on a busy machine."""

UNPRIVILEGED = "nobody"
"""Who runs the server where it is asked for by root, for whom PostgreSQL does not start."""

IS_SYNCHRONOUS = "SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')"

NOT_FOUND = "no PostgreSQL: pgserver has no wheel for this Python, and there is no pg_ctl on the PATH that may be run"


class ServerFailed(Exception):
    """A server that does not start, or a program of it that ends badly: what it said."""


@cache
def binaries(extension: str = "plpgsql") -> Path | None:
    """The folder of `initdb` and `postgres` with this extension; None if there is none that can be run."""
    return next((folder for folder in _folders() if _may_be_run(folder) and _has(folder, extension)), None)


def _folders() -> Iterator[Path]:
    wheel = find_spec("pgserver")
    if wheel is not None and wheel.origin is not None:
        yield Path(wheel.origin).parent / "pginstall" / "bin"
    if (system := shutil.which("pg_ctl")) is not None:
        yield Path(system).resolve().parent


def _may_be_run(folder: Path) -> bool:
    return os.geteuid() != 0 or all(part.stat().st_mode & 0o001 for part in (folder, *folder.parents))


def _has(folder: Path, extension: str) -> bool:
    told = subprocess.run([folder / "pg_config", "--sharedir"], capture_output=True, text=True, check=True)
    return (Path(told.stdout.strip()) / "extension" / f"{extension}.control").exists()


class PostgresServer:
    """Starts with nothing in it, and keeps nothing when it ends.

    It lies in a `folder` (None: one of its own), is started by the `programs` of this folder (None: what `binaries`
    finds) with further `options`, and takes many connections. What it commits it does not sync to the disk: it
    survives being killed, and not a power failure.
    """

    def __init__(self, folder: Path | None = None, programs: Path | None = None, options: Sequence[str] = ()) -> None:
        self.folder = folder or Path(tempfile.mkdtemp(prefix="nightledger-pg-"))
        self._programs = programs or binaries()
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Make the database, and serve it."""
        data = str(self.folder / "data")
        self.run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.go_on()

    def follow(self, primary: PostgresServer) -> None:
        """Begin as a copy of another server, which goes on with what that stores, and takes no writes before
        `promote`; from now on that tells nobody of a commit which is not here."""
        data = str(self.folder / "data")
        how = ["-U", "postgres", "-D", data, "-R", "-c", "fast", "--no-sync"]
        self.run("pg_basebackup", "-h", str(primary.folder), *how)
        self.go_on()
        primary.wait_for_copy()

    def wait_for_copy(self) -> None:
        """Tell nobody of a commit from now on that a copy has not, and wait until there is one."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
            _await(lambda: _is_true(connection, IS_SYNCHRONOUS), "the copy does not follow")

    def promote(self) -> None:
        """Go on without the server that was followed, and take writes."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            if not _is_true(connection, "SELECT pg_promote()"):
                raise ServerFailed("the copy is not promoted")

    def go_on(self) -> None:
        """Serve the database that is there."""
        data, log = self.folder / "data", self.folder / "log"
        with log.open("wb") as said:
            self._process = subprocess.Popen(
                [
                    *(self._program("postgres"), "-D", data, "-k", self.folder, "-h", ""),
                    *("-F", "-c", "max_connections=200", *self._options),
                ],
                stdout=subprocess.DEVNULL,
                stderr=said,
                cwd=self.folder,
                preexec_fn=follow_parent,
                **self._user(),
            )
        _await(self._answers_or_fails, "PostgreSQL does not answer")

    def runs(self) -> bool:
        """Whether the server has not ended, by itself or by `pause`."""
        return self._process is not None and self._process.poll() is None

    def pause(self) -> None:
        """Be away, with all connections; what is stored stays."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(DEADLINE)
            self._process = None

    def stop(self) -> None:
        """End, and keep nothing."""
        self.pause()
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self) -> str:
        """The URL of the database, with nothing in it: each call empties it."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        return self.url

    @property
    def url(self) -> str:
        """The URL of the database."""
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def run(self, program: str, *arguments: str) -> str:
        """What a program that comes with the server prints; `ServerFailed` if it ends badly."""
        command = [str(self._program(program)), *arguments]
        done: subprocess.CompletedProcess[str] = subprocess.run(
            command, capture_output=True, text=True, cwd=self.folder, **self._user()
        )
        if done.returncode != 0:
            raise ServerFailed(f"{program}: {done.stderr}")
        return done.stdout

    def _program(self, name: str) -> Path:
        if self._programs is None:
            raise ServerFailed(NOT_FOUND)
        return self._programs / name

    def _user(self) -> dict[str, Any]:
        if os.geteuid() != 0:
            return {}
        entry = pwd.getpwnam(UNPRIVILEGED)
        os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}

    def _answers_or_fails(self) -> bool:
        if not self.runs():
            raise ServerFailed((self.folder / "log").read_text())
        try:
            psycopg.connect(self.url).close()
        except psycopg.OperationalError:
            return False
        return True


def _is_true(connection: psycopg.Connection[Any], question: str) -> bool:
    row = connection.execute(question.encode()).fetchone()
    return row is not None and bool(row[0])


def _await(holds: Callable[[], bool], otherwise: str) -> None:
    """Look again and again until it holds; `ServerFailed` if it does not in time."""
    deadline, tick = monotonic() + DEADLINE, Event()
    while not holds():
        if monotonic() > deadline:
            raise ServerFailed(otherwise)
        tick.wait(0.05)
