"""What people say at the table. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset


class Message(msgspec.Struct, kw_only=True, frozen=True):
    """Something that was said."""

    number: int
    by: str | None
    seat: str | None
    at: int
    text: str | None
    muted: bool


class Messages(msgspec.Struct, kw_only=True, frozen=True):
    """A part of the talk, oldest first."""

    messages: list[Message]
    next: int


class Reported(msgspec.Struct, kw_only=True, frozen=True):
    """The report."""

    id: str


class MessagesResource:
    """What people say at the table."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_messages(self, game_id: str, *, after: int | Unset = UNSET, limit: int | Unset = UNSET) -> Messages:
        """What was said; for those who take part, and for all if the game was opened with `open_talk`."""
        return self._connection.ask(
            Messages,
            "GET",
            self._connection.path("/api/v1/games/{game_id}/messages", game_id),
            query={"after": after, "limit": limit},
        )

    def say(self, game_id: str, *, text: str, idempotency_key: str | Unset = UNSET) -> Message:
        """Say something at the table of a game that you take part in. With an `Idempotency-Key` it is said once."""
        return self._connection.ask(
            Message,
            "POST",
            self._connection.path("/api/v1/games/{game_id}/messages", game_id),
            headers={"Idempotency-Key": idempotency_key},
            body={"text": text},
        )

    def report_message(self, game_id: str, number: int, *, reason: str) -> Reported:
        """Tell the operators of a message."""
        return self._connection.ask(
            Reported,
            "POST",
            self._connection.path("/api/v1/games/{game_id}/messages/{number}/reports", game_id, number),
            body={"reason": reason},
        )
