"""What is answered about series, each shape once."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from service.games.shapes.answers import Played, Seat
from service.shape import Decided, Id, Instant, Object, Shape

STATUSES = ("running", "over", "void", "abandoned")

Status: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": STATUSES})]


class SeriesGame(Shape, kw_only=True, frozen=True):
    """A game of a series; `cause` is null until it was tallied."""

    number: int
    game_id: Id
    cause: str | None
    tally: Annotated[dict[str, int], Meta(description="Seat -> wounds, or what else the game counts.")]
    places: Annotated[dict[str, int], Meta(description="Seat -> place, from 1.")]


class Series(Shape, kw_only=True, frozen=True):
    """A series."""

    id: Id
    game: str
    rules: Annotated[int, Meta(description="The number of the rules that it is played by.")]
    options: Played
    clock: Annotated[Object | None, Meta(description="The terms of the games' clocks; null: none.")]
    visibility: str
    rated: bool
    release: Annotated[int | None, Meta(description="Minutes: answers to chains and wounds appear at full intervals.")]
    shared_seed: Annotated[bool, Meta(description="Whether another installation shares the seed of each game.")]
    status: Status
    limit: Annotated[int, Meta(description="The sum that ends it.")]
    lowest_wins: Annotated[bool, Meta(description="Whether the lowest sum is the best.")]
    seats: dict[str, Seat]
    entropy: Annotated[dict[str, str], Meta(description="Seat -> `sealed` or `opened`.")]
    sums: Annotated[dict[str, int], Meta(description="Seat -> the sum of its tallies.")]
    games: list[SeriesGame]
    ranking: Annotated[list[str] | None, Meta(description="Best first.")]
    commitment: Annotated[str, Meta(description="To the seed of all games, SHA-256, hex.")]
    seed: Annotated[str | None, Meta(description="Published at the end, hex.")]
    league: Annotated[Object | UnsetType | None, Meta(description="The table of a league that it is played at.")] = (
        UNSET
    )
    operated: Annotated[list[Decided], Meta(description="What operators did to it.")]
    version: Annotated[int, Meta(description="Number of events in the log.")]
    head: Annotated[str, Meta(description="Hash of the log up to here, hex.")]


class ListedSeries(Shape, kw_only=True, frozen=True):
    """A series in a list."""

    id: Id
    game: str
    status: Status
    limit: int
    seats: dict[str, Seat]
    sums: Annotated[dict[str, int], Meta(description="Seat -> the sum of its tallies.")]
    ranking: Annotated[list[str] | None, Meta(description="Best first.")]
    games: Annotated[int, Meta(description="How many were opened.")]
    opened: Instant
    changed: Instant


class SeriesPage(Shape, kw_only=True, frozen=True):
    """A page of the list, the newest series first."""

    series: list[ListedSeries]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last.")]
