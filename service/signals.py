"""How a process that waits is told to end."""

from __future__ import annotations

import signal
import threading
from types import FrameType


def stop_event() -> threading.Event:
    """An event that the first SIGTERM, SIGINT or SIGHUP sets; to be called in the main thread.

    A SIGHUP that the caller ignores, as under nohup, stays ignored. The handler leaves `set()` to a thread:
    called there and then, it could interrupt the very `wait()` that holds the event's lock.
    """
    stop = threading.Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        threading.Thread(target=stop.set).start()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, on_signal)
    return stop
