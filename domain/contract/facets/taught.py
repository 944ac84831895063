"""Games that bring their rules in short, and tell what is printed on what lies on their tables."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from domain.contract.game import Game, Json, S
from domain.contract.manual import Manual, ManualEntry, read_manual


class Taught(Game[S]):
    """A game with a manual, `manual/LANGUAGE.toml` beside its module. `phases` are all that `phase` can say."""

    phases: ClassVar[tuple[str, ...]]

    @abstractmethod
    def phase(self, view: Mapping[str, Json]) -> str:
        """Where a game is, for the manual: which chapter belongs to it, from the table as somebody sees it."""

    @abstractmethod
    def entries(self) -> Sequence[ManualEntry]:
        """What is printed on everything that can lie on a table, from the game's data, in the order of the manual."""


def manual_of(game: Game[Any], language: str) -> Manual | None:
    """The rules of a game in short; None where it brings none."""
    return read_manual(type(game).__module__.rpartition(".")[0], language) if isinstance(game, Taught) else None


def entries_of(game: Game[Any]) -> Sequence[ManualEntry]:
    """What is printed on what lies on the game's tables; nothing where it does not say."""
    return game.entries() if isinstance(game, Taught) else ()


def phase_of(game: Game[Any], view: Mapping[str, Json] | None) -> str:
    """Where a game is; empty where it does not say."""
    return game.phase(view) if isinstance(game, Taught) and view is not None else ""
