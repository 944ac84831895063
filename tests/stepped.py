"""Runs a module as a process whose system clock a test may set: `python -m tests.stepped FILE MODULE`.

The file holds by how many seconds the clock is set forward, or back; what only goes forward is as it is.
"""

import runpy
import sys
import time
from pathlib import Path


def set_clock(offset_file):
    """Have this process find the time that the file says."""
    true_time = time.time
    time.time = lambda: true_time() + float(offset_file.read_text() or 0)


if __name__ == "__main__":
    set_clock(Path(sys.argv[1]))
    runpy.run_module(sys.argv[2], run_name="__main__", alter_sys=True)
