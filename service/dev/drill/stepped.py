"""Runs a module as a process whose system clock may be set: `python -m service.dev.drill.stepped FILE MODULE ...`.

The file holds by how many seconds the clock is set forward, or back; what only goes forward is as it is.
"""

from __future__ import annotations

import runpy
import sys
import time
from pathlib import Path


def set_clock(offset_file: Path) -> None:
    """Have this process find the time that the file says."""
    true_time = time.time
    time.time = lambda: true_time() + float(offset_file.read_text() or 0)


if __name__ == "__main__":
    _, file, module, *arguments = sys.argv
    set_clock(Path(file))
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
