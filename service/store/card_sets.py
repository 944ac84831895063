"""The card sets in the installation's folder: `cards/NAME.toml` in its home, each a set that a new game can name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def card_sets(home: Path) -> Mapping[str, Mapping[str, str]]:
    """Game id -> name -> text of the data files that new games can be played with, read now.

    A file that is no UTF-8 is left out; whether one is fit to play with is found when a game asks for it.
    """
    texts: dict[str, str] = {}
    for path in sorted((home / "cards").glob("*.toml")):
        try:
            texts[path.stem] = path.read_bytes().decode()
        except (OSError, UnicodeDecodeError):
            continue
    return {"nightfall": texts}
