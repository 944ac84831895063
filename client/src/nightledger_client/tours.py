"""Tours: several challenges, one table of points by place. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset


class TourChallenge(msgspec.Struct, kw_only=True, frozen=True):
    """A challenge of a tour."""

    id: str
    name: str
    status: str


class TourStanding(msgspec.Struct, kw_only=True, frozen=True):
    """Where a group stands: the same people in every challenge, or an AI level."""

    rank: int
    names: list[str]
    level: str | None
    points: int | str
    places: list[int | None]


class Tour(msgspec.Struct, kw_only=True, frozen=True):
    """A tour, with the table of those of its challenges that have ended."""

    id: str
    name: str
    game: str
    organiser: str | None
    points: list[int]
    challenges: list[TourChallenge]
    standings: list[TourStanding]


class ListedTour(msgspec.Struct, kw_only=True, frozen=True):
    """A tour in a list."""

    id: str
    game: str
    challenges: int
    opened: int


class ToursPage(msgspec.Struct, kw_only=True, frozen=True):
    """A page of the list, the newest tour first."""

    tours: list[ListedTour]
    next: str | None


class ToursResource:
    """Tours: several challenges, one table of points by place."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_tours(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> ToursPage:
        """Tours, the newest first."""
        return self._connection.ask(ToursPage, "GET", "/api/v1/tours", query={"cursor": cursor, "limit": limit})

    def open_tour(
        self,
        *,
        name: str,
        challenges: list[str],
        idempotency_key: str | Unset = UNSET,
        points: list[int] | Unset = UNSET,
    ) -> Tour:
        """Open a tour: groups get points for their places in each of its challenges."""
        return self._connection.ask(
            Tour,
            "POST",
            "/api/v1/tours",
            headers={"Idempotency-Key": idempotency_key},
            body={"name": name, "challenges": challenges, "points": points},
        )

    def look_at_tour(self, tour_id: str) -> Tour:
        """The tour: its challenges, and who stands where."""
        return self._connection.ask(Tour, "GET", self._connection.path("/api/v1/tours/{tour_id}", tour_id))
