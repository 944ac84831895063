"""Processes that end together, and none of which outlives the one that has started them."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic
from types import TracebackType

from service.operation.signals import StopSignal
from service.operation.trouble import pause_after

TICK = 0.1
"""Seconds between two looks at the processes."""

STEADY = 60.0
"""A process that runs for so many seconds is there again, however often it has ended before."""

GRACE = 6.0
"""Seconds that a process has to end after SIGTERM; then it is killed."""

PR_SET_PDEATHSIG = 1


class Failed(Exception):
    """Why the installation does not start, or why it ended, in one line for the person at the terminal."""


class Stopped(Exception):
    """Somebody wants the run to end."""


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
        """How the member ended last, if it has ended by itself `tries` times in a row; None if it has not."""
        member = self._members.get(name)
        return member.how if member is not None and member.ends >= tries else None

    def count_anew(self, name: str) -> None:
        """Count anew how often the member ends by itself: that it has ended was not its fault."""
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
