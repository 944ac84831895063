"""Apocalypse series: games in a row, one tally. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Document, LogPart, Seat


class SeriesGame(msgspec.Struct, kw_only=True, frozen=True):
    """A game of a series; `cause` is null until it was tallied."""

    number: int
    game_id: str
    cause: str | None
    tally: dict[str, int]
    places: dict[str, int]


class Series(msgspec.Struct, kw_only=True, frozen=True):
    """A series."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    clock: dict[str, Any] | None = None
    visibility: str
    rated: bool
    release: int | None = None
    status: str
    limit: int
    lowest_wins: bool
    seats: dict[str, Seat]
    entropy: dict[str, str] | None = None
    sums: dict[str, int]
    games: list[SeriesGame]
    ranking: list[str] | None
    commitment: str
    seed: str | None
    league: dict[str, Any] | None = None
    version: int
    head: str


class ListedSeries(msgspec.Struct, kw_only=True, frozen=True):
    """A series in a list."""

    id: str
    game: str
    status: str
    limit: int
    seats: dict[str, Seat]
    sums: dict[str, int]
    ranking: list[str] | None
    games: int
    opened: int
    changed: int


class SeriesPage(msgspec.Struct, kw_only=True, frozen=True):
    """A page of the list, the newest series first."""

    series: list[ListedSeries]
    next: str | None


class SeriesResource:
    """Apocalypse series: games in a row, one tally."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_series(
        self,
        *,
        mine: bool | Unset = UNSET,
        status: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> SeriesPage:
        """Series, the newest first. Private ones are listed for those who belong to them."""
        return self._connection.ask(
            SeriesPage,
            "GET",
            "/api/v1/series",
            query={"mine": mine, "status": status, "cursor": cursor, "limit": limit},
        )

    def open_series(
        self,
        *,
        game: str,
        seats: list[dict[str, Any]],
        idempotency_key: str | Unset = UNSET,
        options: dict[str, Any] | Unset = UNSET,
        limit: int | Unset = UNSET,
        clock: dict[str, Any] | Unset | None = UNSET,
        visibility: str | Unset = UNSET,
        rated: bool | Unset = UNSET,
        release: int | Unset | None = UNSET,
        entropy_hash: str | Unset | None = UNSET,
    ) -> Series:
        """Open a series. The first game begins when every seat is taken; each next one by itself."""
        return self._connection.ask(
            Series,
            "POST",
            "/api/v1/series",
            headers={"Idempotency-Key": idempotency_key},
            body={
                "game": game,
                "options": options,
                "seats": seats,
                "limit": limit,
                "clock": clock,
                "visibility": visibility,
                "rated": rated,
                "release": release,
                "entropy_hash": entropy_hash,
            },
        )

    def look_at_series(self, series_id: str) -> Series:
        """The series: who sits where, the games with their tallies, the sums."""
        return self._connection.ask(Series, "GET", self._connection.path("/api/v1/series/{series_id}", series_id))

    def end_series(self, series_id: str) -> Series:
        """End a series as void: your own before its first game, an operator at any time."""
        return self._connection.ask(Series, "DELETE", self._connection.path("/api/v1/series/{series_id}", series_id))

    def sit_in_series(self, series_id: str, *, seat: str | Unset = UNSET, entropy_hash: str | Unset = UNSET) -> Series:
        """Take a seat in all games of a series."""
        return self._connection.ask(
            Series,
            "POST",
            self._connection.path("/api/v1/series/{series_id}/seats", series_id),
            body={"seat": seat, "entropy_hash": entropy_hash},
        )

    def open_series_entropy(self, series_id: str, seat: str, *, entropy: str) -> Series:
        """Open your sealed entropy, when all have sat. The first game begins when it was the last that was owed."""
        return self._connection.ask(
            Series,
            "PUT",
            self._connection.path("/api/v1/series/{series_id}/seats/{seat}/entropy", series_id, seat),
            body={"entropy": entropy},
        )

    def series_events(self, series_id: str, *, after: int | Unset = UNSET, limit: int | Unset = UNSET) -> LogPart:
        """The log of the series after a version."""
        return self._connection.ask(
            LogPart,
            "GET",
            self._connection.path("/api/v1/series/{series_id}/events", series_id),
            query={"after": after, "limit": limit},
        )

    def series_record(self, series_id: str) -> Document:
        """The whole log, to be audited by anybody."""
        return self._connection.ask(
            Document, "GET", self._connection.path("/api/v1/series/{series_id}/record", series_id)
        )
