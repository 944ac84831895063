"""Games to which seats bring something, and from which they take it away changed (a character)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from domain.contract.game import Game, Json, Refused, S


class Characters(Game[S]):
    """A game that is played with characters which outlast it."""

    @abstractmethod
    def character_schema(self) -> dict[str, Json]:
        """The JSON Schema of what `new_character` takes."""

    @abstractmethod
    def new_character(self, given: Mapping[str, Json]) -> dict[str, Json]:
        """A new character, as the rules allow it; `Refused` if they do not."""

    @abstractmethod
    def with_characters(self, options: Mapping[str, Json], brought: Mapping[str, Json]) -> dict[str, Json]:
        """The options of a game to which seats bring these."""

    @abstractmethod
    def grown_characters(self, state: S) -> Mapping[str, Json]:
        """What seats take away from a finished game, in the form in which it is brought to the next."""

    @abstractmethod
    def character_is_spent(self, content: Mapping[str, Json]) -> bool:
        """Whether it goes to no further game (a character that has died)."""

    @abstractmethod
    def claims_earned(self, options: Mapping[str, Json]) -> bool:
        """Whether these options bring what must have been played for, which is not proved by them."""


def character_schema(game: Game[Any]) -> dict[str, Json] | None:
    """The JSON Schema of a new character; None where nothing is brought to games."""
    return game.character_schema() if isinstance(game, Characters) else None


def new_character(game: Game[Any], given: Mapping[str, Json]) -> dict[str, Json]:
    """A new character; `Refused` where the rules do not allow it."""
    if not isinstance(game, Characters):
        raise Refused("malformed", "nothing is brought to a game of {game}", game=game.id)
    return game.new_character(given)


def with_characters(game: Game[Any], options: Mapping[str, Json], brought: Mapping[str, Json]) -> dict[str, Json]:
    """The options of a game to which seats bring these."""
    return game.with_characters(options, brought) if isinstance(game, Characters) else dict(options)


def grown_characters(game: Game[S], state: S) -> Mapping[str, Json]:
    """What seats take away from a finished game."""
    return game.grown_characters(state) if isinstance(game, Characters) else {}


def character_is_spent(game: Game[Any], content: Mapping[str, Json]) -> bool:
    """Whether it goes to no further game."""
    return isinstance(game, Characters) and game.character_is_spent(content)


def claims_earned(game: Game[Any], options: Mapping[str, Json]) -> bool:
    """Whether options bring what must have been played for."""
    return isinstance(game, Characters) and game.claims_earned(options)
