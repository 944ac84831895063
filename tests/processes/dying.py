"""Runs a module as a process that is killed as soon as it has stored so many events of a type in SQLite:
`python -m tests.processes.dying COUNT TYPE MODULE ...`. Who kills it from outside may come when all is done."""

import os
import runpy
import signal
import sys

from service.store.sqlite import SqliteRecorder


def die_after(count, kind):
    """Have this process killed when it has stored so many events of this type."""
    insert, stored = SqliteRecorder.insert_events, 0

    def insert_events(self, stored_events, **more):
        nonlocal stored
        positions = insert(self, stored_events, **more)
        stored += sum(f":{kind}:" in event.topic for event in stored_events)
        if stored >= count:
            os.kill(os.getpid(), signal.SIGKILL)
        return positions

    SqliteRecorder.insert_events = insert_events


if __name__ == "__main__":
    _, count, kind, module, *arguments = sys.argv
    die_after(int(count), kind)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
