"""The program's games, and those beside them: everything else reaches a game through here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from domain.contract.facets.data_files import DataFiles
from domain.contract.game import Game
from domain.log.upcast import UPCASTERS, Upcasters

GAMES: Mapping[str, str] = {
    "nightfall": "domain.games.nightfall.game:Nightfall",
    "darkness": "domain.games.darkness.game:Darkness",
    "last-spell": "domain.games.last_spell.game:LastSpell",
}
"""Game id -> module:class. A game of another distribution has an entry point instead (`service/installed.py`)."""


class UnloadableGame(ValueError):
    """A game that is listed and cannot be loaded, in one line for whoever listed it."""


def _nowhere(sha256: str) -> None:
    return None


class Catalog(Mapping[str, Game[Any]]):
    """Game id -> game, each loaded when it is first asked for; `UnloadableGame` if it cannot be.

    `extra` adds games as id -> `module:object`, where the object is a Game or a class of one; `upcasters` bring
    stored events of older schemas into today's form. `data` are the installation's own data files, game id -> name ->
    text; `find` gives the text of any other that a game was begun with, by its SHA-256 (hex).
    """

    def __init__(
        self,
        extra: Mapping[str, str] | None = None,
        upcasters: Upcasters = UPCASTERS,
        data: Mapping[str, Mapping[str, str]] | None = None,
        find: Callable[[str], str | None] | None = None,
    ) -> None:
        self.upcasters = upcasters
        self._data = data or {}
        self._find = find or _nowhere
        self._places = {**GAMES, **(extra or {})}
        self._loaded: dict[str, Game[Any]] = {}

    def __getitem__(self, game_id: str) -> Game[Any]:
        if game_id not in self._loaded:
            game = _load(game_id, self._places[game_id])
            if isinstance(game, DataFiles):
                game = game.with_data(self._data.get(game_id, {}), self._find)
            self._loaded[game_id] = game
        return self._loaded[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def with_files(self, files: Mapping[str, str]) -> Catalog:
        """The same games with further data files, SHA-256 (hex) -> text, that a game may have been begun with."""
        if not files:
            return self
        return Catalog(self._places, self.upcasters, self._data, lambda sha256: files.get(sha256) or self._find(sha256))


def _load(game_id: str, place: str) -> Game[Any]:
    """The game at `module:object`, an object or a class of one."""
    module, _, name = place.partition(":")
    try:
        found = getattr(import_module(module), name)
        game = found() if isinstance(found, type) else found
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise UnloadableGame(f"the game {game_id!r} cannot be loaded from {place}: {reason}") from error
    if not isinstance(game, Game):
        raise UnloadableGame(f"the game {game_id!r} cannot be loaded: {place} is no game")
    if game.id != game_id:
        raise UnloadableGame(f"the game {game_id!r} cannot be loaded: the one at {place} calls itself {game.id!r}")
    return game
