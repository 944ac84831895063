"""What outlasts a failure of the machine."""

from __future__ import annotations

import os
from pathlib import Path


def settle(folder: Path) -> None:
    """Have the names in a folder on the disk; what is in its files was to be there before."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
