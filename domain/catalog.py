"""The games of an installation. The one place that lists them; everything else reaches a game through here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from domain.game import Game
from domain.upcast import UPCASTERS, Upcasters

GAMES: Mapping[str, str] = {
    "nightfall": "domain.nightfall.game:Nightfall",
    "darkness": "domain.darkness.game:Darkness",
}
"""Game id -> module:class. A new game is a folder and a line here."""


class Catalog(Mapping[str, Game[Any]]):
    """Game id -> game, each loaded when it is first asked for.

    `extra` adds games as id -> `module:object`, where the object is a Game or a class of one; `upcasters` bring
    stored events of older schemas into today's form.
    """

    def __init__(self, extra: Mapping[str, str] | None = None, upcasters: Upcasters = UPCASTERS) -> None:
        self.upcasters = upcasters
        self._places = {**GAMES, **(extra or {})}
        self._loaded: dict[str, Game[Any]] = {}

    def __getitem__(self, game_id: str) -> Game[Any]:
        if game_id not in self._loaded:
            module, _, name = self._places[game_id].partition(":")
            found = getattr(import_module(module), name)
            self._loaded[game_id] = found() if isinstance(found, type) else found
        return self._loaded[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
