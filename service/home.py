"""The home folder of an installation, which is its account's alone."""

from __future__ import annotations

from pathlib import Path


def make_home(home: Path) -> None:
    """Make the home folder, if it is missing: nobody else may look into it."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_in_home(folder: Path) -> None:
    """Make a folder in the home folder, and that before it, as far as they are missing."""
    make_home(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
