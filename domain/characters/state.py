"""A character and what happens to it: each event says what it changes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.contract.game import Event, Text
from domain.log.aggregate import Aggregate
from domain.log.canon import Json
from domain.log.upcast import UPCASTERS, Upcasters


class KeepsakeMade(Event, frozen=True, omit_defaults=True):
    """The first event: for which game and of which account it is, what it holds at first, and with which data files,
    name -> SHA-256 (hex), that was within the rules; the oldest logs do not name them."""

    id: str
    game: str
    rules: int
    owner: str
    name: Text | None
    content: dict[str, Json]
    data: dict[str, str] = {}

    def apply(self, character: Character) -> None:
        character.id, character.made, character.content = self.id, self, self.content


class KeepsakeBrought(Event, frozen=True):
    """It was brought to a seat of a game."""

    game_id: str
    seat: str

    def apply(self, character: Character) -> None:
        character.games.append(Visit(self.game_id, self.seat))


class KeepsakeAdvanced(Event, frozen=True):
    """It was taken away from a game that has changed it; `version` and `head` (hex) are those of the game's end."""

    game_id: str
    version: int
    head: str
    content: dict[str, Json]

    def apply(self, character: Character) -> None:
        character.games[-1].cause, character.content = "over", self.content


class KeepsakeReturned(Event, frozen=True):
    """It was taken away unchanged: the game was not played to its end, or the seat was left before its start."""

    game_id: str
    cause: str
    version: int
    head: str

    def apply(self, character: Character) -> None:
        character.games[-1].cause = self.cause


class KeepsakeRetired(Event, frozen=True):
    """The last event: it was put away for good."""

    def apply(self, character: Character) -> None:
        character.is_retired = True


CHARACTER_EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind for kind in (KeepsakeMade, KeepsakeBrought, KeepsakeAdvanced, KeepsakeReturned, KeepsakeRetired)
}


class Visit(msgspec.Struct):
    """A game that it was brought to; `cause` is None while it is there, else how that ended."""

    game_id: str
    seat: str
    cause: str | None = None


class Character(Aggregate):
    """A character: the fold of its log. `content` is what it holds now, in the game's own terms."""

    owner = "keepsake"

    def __init__(self, upcasters: Upcasters = UPCASTERS) -> None:
        super().__init__(CHARACTER_EVENTS, upcasters)
        self.made: KeepsakeMade | None = None
        self.content: dict[str, Json] = {}
        self.games: list[Visit] = []
        self.is_retired = False

    @property
    def header(self) -> KeepsakeMade:
        """The first event; ValueError for an empty log."""
        if self.made is None:
            raise ValueError("the log is empty")
        return self.made

    @property
    def away(self) -> Visit | None:
        """The game where it is now."""
        return self.games[-1] if self.games and self.games[-1].cause is None else None
