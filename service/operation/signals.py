"""How a process that waits is told to end."""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress
from types import FrameType


class StopSignal:
    """Set by the first signal that asks this process to end.

    A pipe that becomes readable, since a handler may run in the middle of anything: it may take no lock that the
    code it interrupts could hold, and start no thread that a fork would leave behind.
    """

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)

    def set(self) -> None:
        """Ask to end; to be called from anywhere, a signal handler too."""
        with suppress(BlockingIOError):  # The pipe is full: it was set long ago.
            os.write(self._write, b"!")

    def wait(self, seconds: float) -> bool:
        """Wait so long, or until it is set; whether it is set."""
        readable, _, _ = select.select([self._read], [], [], seconds)
        return bool(readable)


def stop_signal() -> StopSignal:
    """What the first SIGTERM, SIGINT or SIGHUP sets; to be called in the main thread.

    A SIGHUP that the caller ignores, as under nohup, stays ignored.
    """
    stop = StopSignal()

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, on_signal)
    return stop
