"""Ratings, and the verdict on every closed game. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset


class Rated(msgspec.Struct, kw_only=True, frozen=True):
    """Somebody who is rated. The rating is what one is at least, with some certainty: 1000 before the first
    game.
    """

    name: str | None
    rating: int
    mean: float
    deviation: float
    games: int


class Verdict(msgspec.Struct, kw_only=True, frozen=True):
    """Whether a game counted."""

    verdict: str
    reason: str


class RatedGame(msgspec.Struct, kw_only=True, frozen=True):
    """A closed game with the verdicts for the people and for the AIs at its table."""

    id: str
    closed: int
    people: Verdict
    ais: Verdict


class Ratings(msgspec.Struct, kw_only=True, frozen=True):
    """The ratings of a game, the best first, and its closed games, the last closed first."""

    game: str
    people: list[Rated]
    ais: list[Rated]
    games: list[RatedGame]
    next: str | None


class RatingsResource:
    """Ratings, and the verdict on every closed game."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_ratings(self, *, game: str, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> Ratings:
        """Who is rated how, people and AIs apart, and whether each closed game counted."""
        return self._connection.ask(
            Ratings, "GET", "/api/v1/ratings", query={"game": game, "cursor": cursor, "limit": limit}
        )
