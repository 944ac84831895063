"""The data files in the installation's folder: `cards/NAME.toml`, card sets that a new game of Nightfall can name, and
`data/GAME.toml`, with which new games of that title are played in the place of the package's file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from threading import get_ident
from typing import Any

from domain.contract.datafiles import OWN, DataGame
from domain.contract.facets.data_files import check_data
from domain.contract.game import Game
from domain.games.catalog import Catalog
from service.home import make_in_home
from service.settings import SettingsError

CARDS, DATA = "cards", "data"
"""The folders in the home folder."""

SETS_OF = "nightfall"
"""The game whose files have names, so that a new game can ask for one."""


def own_files(home: Path) -> Mapping[str, Mapping[str, str]]:
    """Game id -> name -> text of the data files that new games can be played with, read now.

    A file that is no UTF-8 is left out. Whether a card set is fit to play with is found when a game asks for it; of
    the files in `data` `check_own_files` says it.
    """
    whole = {game: {OWN: text} for game, text in _texts(home / DATA).items() if game != SETS_OF}
    return {**whole, SETS_OF: _texts(home / CARDS)}


def check_own_files(home: Path, catalog: Catalog) -> None:
    """`SettingsError` names the file of `data` with which no game can be played, and what is wrong with it."""
    for file in _files(home / DATA):
        game = catalog.get(file.stem)
        if game is None or not takes_own_file(game):
            raise SettingsError(f"{file}: there is no game {file.stem!r} that is played with a file of its own there")
        if faults := check_data(game, file.read_bytes()):
            raise SettingsError(f"{file}: {faults[0]}; nightledger data check {file.stem} {file} says all")


def takes_own_file(game: Game[Any]) -> bool:
    """Whether new games of this title are played with one file, which the installation can bring."""
    return isinstance(game, DataGame) and game.id != SETS_OF


def place_of(home: Path, game: Game[Any], name: str) -> Path:
    """Where a data file of a game lies in the installation's folder; a card set by its name."""
    return home / DATA / f"{game.id}.toml" if takes_own_file(game) else home / CARDS / f"{name}.toml"


def lay(file: Path, raw: bytes) -> None:
    """Write a file whole, or leave what lies there as it is, whoever else does the same meanwhile."""
    make_in_home(file.parent)
    written = file.with_name(f".{file.name}.{os.getpid()}.{get_ident()}")
    try:
        written.write_bytes(raw)
        os.replace(written, file)
    finally:
        written.unlink(missing_ok=True)


def _files(folder: Path) -> list[Path]:
    """The data files of a folder; what is hidden there, as the locks of editors are, is none."""
    return sorted(path for path in folder.glob("*.toml") if not path.name.startswith("."))


def _texts(folder: Path) -> dict[str, str]:
    texts: dict[str, str] = {}
    for path in _files(folder):
        try:
            texts[path.stem] = path.read_bytes().decode()
        except (OSError, UnicodeDecodeError):
            continue
    return texts
