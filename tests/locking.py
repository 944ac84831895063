"""Another program that keeps a SQLite file to itself: `python tests/locking.py FILE` until its input ends."""

import sqlite3
import subprocess
import sys
from contextlib import contextmanager


@contextmanager
def locked_by_another_program(path):
    """The file, which another process has locked for writing and does not give back before the end of the block."""
    other = subprocess.Popen([sys.executable, __file__, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert other.stdout.readline() == b"locked\n"
        yield path
    finally:
        other.communicate()


if __name__ == "__main__":
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    print("locked", flush=True)
    sys.stdin.read()
