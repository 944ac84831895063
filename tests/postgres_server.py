"""A PostgreSQL server of its own for tests, on a socket in a folder: of the wheel `pgserver`, or of the system."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from time import monotonic

import psycopg

from service.operation.supervise import follow_parent

DEADLINE = 30.0
"""Seconds for what takes one or two, on a busy machine."""

UNPRIVILEGED = "nobody"
"""Who runs the server when the tests are run by root, for whom PostgreSQL does not start."""

IS_SYNCHRONOUS = "SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')"

NOT_FOUND = "no PostgreSQL: pgserver has no wheel for this Python, and there is no pg_ctl on the PATH that may be run"


@cache
def binaries():
    """The folder of `initdb` and `postgres`; None if there is none that can be run."""
    return next((folder for folder in _folders() if _may_be_run(folder)), None)


def _folders():
    wheel = find_spec("pgserver")
    if wheel is not None:
        yield Path(wheel.origin).parent / "pginstall" / "bin"
    if (system := shutil.which("pg_ctl")) is not None:
        yield Path(system).resolve().parent


def _may_be_run(folder):
    return os.geteuid() != 0 or all(part.stat().st_mode & 0o001 for part in (folder, *folder.parents))


class PostgresServer:
    """Starts with nothing in it, and keeps nothing when it ends."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="nightledger-pg-"))
        self._process = None

    def start(self):
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", **self._user())
        self.go_on()

    def follow(self, primary):
        """Begin as a copy of another server, which goes on with what that stores, and takes no writes before
        `promote`; from now on that tells nobody of a commit which is not here."""
        data = str(self.folder / "data")
        how = ["-U", "postgres", "-D", data, "-R", "-c", "fast", "--no-sync"]
        self._run("pg_basebackup", "-h", primary.folder, *how, **self._user())
        self.go_on()
        with psycopg.connect(primary.url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
            deadline, tick = monotonic() + DEADLINE, Event()
            while not connection.execute(IS_SYNCHRONOUS).fetchone()[0]:
                assert monotonic() < deadline, "the copy does not follow"
                tick.wait(0.05)

    def promote(self):
        """Go on without the server that was followed, and take writes."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            assert connection.execute("SELECT pg_promote()").fetchone()[0]

    def go_on(self):
        """Serve the database that is there."""
        self._process = subprocess.Popen(
            [
                *(binaries() / "postgres", "-D", self.folder / "data", "-k", self.folder),
                *("-h", "", "-F", "-c", "max_connections=200"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "log").open("wb"),
            cwd=self.folder,
            preexec_fn=follow_parent,
            **self._user(),
        )
        deadline, tick = monotonic() + DEADLINE, Event()
        while not self._answers():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert monotonic() < deadline, "PostgreSQL does not answer"
            tick.wait(0.05)

    def pause(self):
        """Be away, with all connections; what is stored stays."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(DEADLINE)
            self._process = None

    def stop(self):
        self.pause()
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self):
        """The URL of the database, with nothing in it: each call empties it."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        return self.url

    @property
    def url(self):
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def _user(self):
        if os.geteuid() != 0:
            return {}
        entry = pwd.getpwnam(UNPRIVILEGED)
        os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}

    def _run(self, program, *arguments, **how):
        done = subprocess.run([binaries() / program, *arguments], capture_output=True, cwd=self.folder, **how)
        assert done.returncode == 0, done.stderr.decode()

    def _answers(self):
        try:
            psycopg.connect(self.url).close()
        except psycopg.OperationalError:
            return False
        return True
