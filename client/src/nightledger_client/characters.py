"""Characters that go from game to game. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Event


class Visit(msgspec.Struct, kw_only=True, frozen=True):
    """A game that it was brought to; `cause` is null while it is there."""

    game_id: str
    seat: str
    cause: str | None


class Character(msgspec.Struct, kw_only=True, frozen=True):
    """A character. `content` is what `options` of a game take for it; `away` the game where it is now."""

    id: str
    game: str
    owner: str | None
    name: str | None
    content: dict[str, Any]
    games: list[Visit]
    away: str | None
    retired: bool
    version: int
    head: str


class Characters(msgspec.Struct, kw_only=True, frozen=True):
    """All characters of an account, in the order in which they were made."""

    characters: list[Character]


class CharacterRecord(msgspec.Struct, kw_only=True, frozen=True):
    """The log of a character as one document, for `nightledger audit`. Canonical JSON."""

    format: str
    id: str
    events: list[Event]
    head: str
    games: list[dict[str, Any]]
    files: dict[str, str] | None = None


class CharactersResource:
    """Characters that go from game to game."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_characters(self) -> Characters:
        """Your characters."""
        return self._connection.ask(Characters, "GET", "/api/v1/characters")

    def make_character(
        self,
        *,
        game: str,
        character: dict[str, Any],
        idempotency_key: str | Unset = UNSET,
        name: str | Unset | None = UNSET,
    ) -> Character:
        """Make a character. `POST /games` and sitting down bring it to a game."""
        return self._connection.ask(
            Character,
            "POST",
            "/api/v1/characters",
            headers={"Idempotency-Key": idempotency_key},
            body={"game": game, "name": name, "character": character},
        )

    def look_at_character(self, character_id: str) -> Character:
        """A character, as anybody may see it."""
        return self._connection.ask(
            Character, "GET", self._connection.path("/api/v1/characters/{character_id}", character_id)
        )

    def retire_character(self, character_id: str) -> None:
        """Put your character away for good. Its games stay."""
        self._connection.do("DELETE", self._connection.path("/api/v1/characters/{character_id}", character_id))

    def character_record(self, character_id: str) -> CharacterRecord:
        """The whole log with the games that it grew in, as far as you may see them, to be audited by anybody."""
        return self._connection.ask(
            CharacterRecord, "GET", self._connection.path("/api/v1/characters/{character_id}/record", character_id)
        )
