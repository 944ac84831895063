"""Games that say what golden games have to show between them, and what one of them has shown."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from domain.contract.game import Event, Game, Json, S


class Exercised(Game[S]):
    """A game whose features can be counted, so that long runs and golden games leave none out."""

    @abstractmethod
    def forms(self) -> Iterable[tuple[int, Mapping[str, Json]]]:
        """Seat counts with options in which every value of each option comes up: what long runs play."""

    @abstractmethod
    def features(self) -> Iterable[str]:
        """What golden games have to show between them: texts, events, options, ends."""

    @abstractmethod
    def exercised(self, events: Iterable[Event]) -> set[str]:
        """Which of its features a game has shown, from all its events."""


def forms(game: Game[Any]) -> Iterable[tuple[int, Mapping[str, Json]]]:
    """Seat counts with options that long runs play; none where the game says none."""
    return game.forms() if isinstance(game, Exercised) else ()


def features(game: Game[Any]) -> Iterable[str]:
    """What golden games have to show between them."""
    return game.features() if isinstance(game, Exercised) else ()


def exercised(game: Game[Any], events: Iterable[Event]) -> set[str]:
    """Which of its features a game has shown."""
    return game.exercised(events) if isinstance(game, Exercised) else set()
