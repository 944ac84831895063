"""`python -m tests.week.clocked FILE MODULE`: a process of the service whose time is the number in a file."""

import runpy
import sys
import time
from pathlib import Path


def main(told, module):
    """Run the process with the time of this file."""
    time.time = lambda: float(Path(told).read_text())
    runpy.run_module(module, run_name="__main__")


if __name__ == "__main__":
    main(*sys.argv[1:])
