"""Challenges: one deal for all, one try each. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from service.client.connection import UNSET, Connection, Unset
from service.client.shapes import Document, LogPart, Record


class Try(msgspec.Struct, kw_only=True, frozen=True):
    """A try; `cause` is null while it is played, `rank` until the challenge has ended."""

    number: int
    name: str | None
    level: str | None
    game_id: str
    cause: str | None
    won: bool | None
    rank: int | None


class Challenge(msgspec.Struct, kw_only=True, frozen=True):
    """A challenge."""

    id: str
    name: str
    organiser: str | None
    game: str
    rules: int
    options: dict[str, Any]
    seats: int
    due: int | None
    status: str
    commitment: str
    seed: str | None
    tries: list[Try]
    version: int
    head: str


class ListedChallenge(msgspec.Struct, kw_only=True, frozen=True):
    """A challenge in a list."""

    id: str
    game: str
    status: str
    due: int | None
    tries: int
    opened: int
    changed: int


class ChallengesPage(msgspec.Struct, kw_only=True, frozen=True):
    """A page of the list, the newest challenge first."""

    challenges: list[ListedChallenge]
    next: str | None


class TryBegun(msgspec.Struct, kw_only=True, frozen=True):
    """The challenge, and the game of the try that was begun."""

    game_id: str
    challenge: Challenge


class ChallengesResource:
    """Challenges: one deal for all, one try each."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_challenges(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> ChallengesPage:
        """Challenges, the newest first."""
        return self._connection.ask(
            ChallengesPage, "GET", "/api/v1/challenges", query={"cursor": cursor, "limit": limit}
        )

    def open_challenge(
        self,
        *,
        game: str,
        name: str,
        idempotency_key: str | Unset = UNSET,
        options: dict[str, Any] | Unset = UNSET,
        seats: int | Unset = UNSET,
        days: int | Unset | None = UNSET,
        clock: dict[str, Any] | Unset | None = UNSET,
    ) -> Challenge:
        """Open a challenge: everybody has one try at the same deal, and nobody is told it before the last has
        ended.
        """
        return self._connection.ask(
            Challenge,
            "POST",
            "/api/v1/challenges",
            headers={"Idempotency-Key": idempotency_key},
            body={"game": game, "name": name, "options": options, "seats": seats, "days": days, "clock": clock},
        )

    def look_at_challenge(self, challenge_id: str) -> Challenge:
        """The challenge: who tries, and what came of it."""
        return self._connection.ask(
            Challenge, "GET", self._connection.path("/api/v1/challenges/{challenge_id}", challenge_id)
        )

    def begin_try(self, challenge_id: str, *, level: str | Unset = UNSET) -> TryBegun:
        """Begin your one try: a private game, all of whose seats are yours."""
        return self._connection.ask(
            TryBegun,
            "POST",
            self._connection.path("/api/v1/challenges/{challenge_id}/tries", challenge_id),
            body={"level": level},
        )

    def end_challenge(self, challenge_id: str) -> Challenge:
        """Let nobody begin any more (organiser). When the last try has ended, the seed is revealed."""
        return self._connection.ask(
            Challenge, "POST", self._connection.path("/api/v1/challenges/{challenge_id}/end", challenge_id)
        )

    def challenge_events(self, challenge_id: str, *, after: int | Unset = UNSET, limit: int | Unset = UNSET) -> LogPart:
        """The log of the challenge after a version."""
        return self._connection.ask(
            LogPart,
            "GET",
            self._connection.path("/api/v1/challenges/{challenge_id}/events", challenge_id),
            query={"after": after, "limit": limit},
        )

    def challenge_record(self, challenge_id: str) -> Document:
        """The whole log, to be audited by anybody."""
        return self._connection.ask(
            Document, "GET", self._connection.path("/api/v1/challenges/{challenge_id}/record", challenge_id)
        )

    def try_record(self, challenge_id: str, number: int) -> Record:
        """The whole record of a try, once the challenge has ended: `nightledger audit --deal ID:SEED` examines it."""
        return self._connection.ask(
            Record,
            "GET",
            self._connection.path("/api/v1/challenges/{challenge_id}/tries/{number}/record", challenge_id, number),
        )
