"""Your private notes. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import Connection


class Note(msgspec.Struct, kw_only=True, frozen=True):
    """Your note on a game."""

    text: str
    changed: int | None


class NotesResource:
    """Your private notes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def read_note(self, game_id: str) -> Note:
        """Your note on the game, which nobody else reads."""
        return self._connection.ask(Note, "GET", self._connection.path("/api/v1/games/{game_id}/notes", game_id))

    def write_note(self, game_id: str, *, text: str) -> Note:
        """Put this in the place of your note."""
        return self._connection.ask(
            Note, "PUT", self._connection.path("/api/v1/games/{game_id}/notes", game_id), body={"text": text}
        )
