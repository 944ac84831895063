"""Games that are played with data files, which may be corrected while games run (`docs/how-to/change-the-data.md`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.contract.game import Game, Json, S

Find = Callable[[str], str | None]
"""Gives the text of a data file by its SHA-256 (hex), or None."""


class DataFiles(Game[S]):
    """A game with data files. `domain.contract.datafiles.DataGame` is one that is played with a single file."""

    @abstractmethod
    def with_data(self, texts: Mapping[str, str], find: Find) -> DataFiles[S]:
        """This game with data files of the installation, name -> text, which the options can name.

        `find` gives the text of any other file that a game was begun with, by its SHA-256 (hex).
        """

    @abstractmethod
    def begun_with(self, data: Mapping[str, str]) -> DataFiles[S]:
        """This game as one that was begun with these data files, name -> SHA-256 (hex), is played."""

    @abstractmethod
    def data_for(self, options: Mapping[str, Json]) -> Mapping[str, str]:
        """Name -> SHA-256 of the data files that a game with these checked options is played with."""

    @abstractmethod
    def data_file(self, sha256: str) -> str | None:
        """The text of a data file that games are played with, by its SHA-256 (hex); None for no such file."""

    @abstractmethod
    def check_data(self, raw: bytes | None = None) -> Sequence[str]:
        """What is wrong with a data file of this game, a line each; with the package's own if none is given."""


def begun_with(game: Game[S], data: Mapping[str, str]) -> Game[S]:
    """The game as one that was begun with these data files is played."""
    return game.begun_with(data) if isinstance(game, DataFiles) else game


def data_for(game: Game[Any], options: Mapping[str, Json]) -> Mapping[str, str]:
    """Name -> SHA-256 of the data files that a game with these checked options is played with."""
    return game.data_for(options) if isinstance(game, DataFiles) else game.describe().data


def data_file(game: Game[Any], sha256: str) -> str | None:
    """The text of a data file by its SHA-256 (hex); None for no such file."""
    return game.data_file(sha256) if isinstance(game, DataFiles) else None


def check_data(game: Game[Any], raw: bytes | None = None) -> Sequence[str]:
    """What is wrong with a data file of a game, a line each."""
    return game.check_data(raw) if isinstance(game, DataFiles) else ()
