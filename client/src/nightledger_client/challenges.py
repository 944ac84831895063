"""Challenges: one deal for all, one try each. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Document, LogPart, Record, Seat


class Try(msgspec.Struct, kw_only=True, frozen=True):
    """A try; `game_id` is null while its group is forming, `cause` while it is played, `rank` until the
    challenge has ended.
    """

    number: int
    name: str | None
    level: str | None
    status: str
    seats: dict[str, Seat]
    game_id: str | None
    cause: str | None
    won: bool | None
    values: dict[str, int]
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
    clock: dict[str, Any] | None
    ai_seats: bool
    tie_breaks: list[str]
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
    """The challenge, and the caller's try in it; its game is null while its group is forming."""

    number: int
    game_id: str | None
    challenge: Challenge


class GroupInvitation(msgspec.Struct, kw_only=True, frozen=True):
    """The link by which others join a group; it is worth nothing once the group has begun or is no more."""

    token: str
    link: str


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
        ai_seats: bool | Unset = UNSET,
    ) -> Challenge:
        """Open a challenge: everybody has one try at the same deal, and nobody is told it before the last has
        ended.
        """
        return self._connection.ask(
            Challenge,
            "POST",
            "/api/v1/challenges",
            headers={"Idempotency-Key": idempotency_key},
            body={
                "game": game,
                "name": name,
                "options": options,
                "seats": seats,
                "days": days,
                "clock": clock,
                "ai_seats": ai_seats,
            },
        )

    def look_at_challenge(self, challenge_id: str) -> Challenge:
        """The challenge: who tries, and what came of it."""
        return self._connection.ask(
            Challenge, "GET", self._connection.path("/api/v1/challenges/{challenge_id}", challenge_id)
        )

    def begin_try(
        self, challenge_id: str, *, seats: list[dict[str, Any]] | Unset = UNSET, level: str | Unset = UNSET
    ) -> TryBegun:
        """Begin your one try: a private game, all of whose seats are yours, or with `seats` a group that you lead.

        A group begins when all of its seats are taken.
        """
        return self._connection.ask(
            TryBegun,
            "POST",
            self._connection.path("/api/v1/challenges/{challenge_id}/tries", challenge_id),
            body={"seats": seats, "level": level},
        )

    def join_group(
        self, challenge_id: str, number: int, *, seat: str | Unset = UNSET, invitation: str | Unset = UNSET
    ) -> TryBegun:
        """Take a seat of a group: one that is kept for you, or with its invitation one that is open. It is your
        one try.
        """
        return self._connection.ask(
            TryBegun,
            "POST",
            self._connection.path("/api/v1/challenges/{challenge_id}/tries/{number}/seats", challenge_id, number),
            body={"seat": seat, "invitation": invitation},
        )

    def leave_group(self, challenge_id: str, number: int) -> Challenge:
        """Leave a group before its start: you may try otherwise. When its leader leaves, the group is no more."""
        return self._connection.ask(
            Challenge,
            "DELETE",
            self._connection.path("/api/v1/challenges/{challenge_id}/tries/{number}/seats", challenge_id, number),
        )

    def start_group(self, challenge_id: str, number: int, *, level: str) -> TryBegun:
        """Begin with AIs on the seats that are open: the group's leader, where the challenge allows AIs."""
        return self._connection.ask(
            TryBegun,
            "POST",
            self._connection.path("/api/v1/challenges/{challenge_id}/tries/{number}/start", challenge_id, number),
            body={"level": level},
        )

    def look_at_group_invitation(self, challenge_id: str, number: int) -> GroupInvitation:
        """The secret link to a group, for its leader."""
        return self._connection.ask(
            GroupInvitation,
            "GET",
            self._connection.path("/api/v1/challenges/{challenge_id}/tries/{number}/invitation", challenge_id, number),
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
        """The whole record of a try, once the challenge has ended. `nightledger audit` examines it beside that
        log.
        """
        return self._connection.ask(
            Record,
            "GET",
            self._connection.path("/api/v1/challenges/{challenge_id}/tries/{number}/record", challenge_id, number),
        )
