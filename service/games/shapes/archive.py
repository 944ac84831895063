"""What is answered about closed games, each shape once."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from service.games.shapes.answers import Seat, Status, Visibility
from service.games.shapes.logs import Record
from service.shape import Id, Instant, Object, Shape


class PlayedSeat(Seat, kw_only=True, frozen=True):
    """Who held a seat at the end of a game, and how that ended for it."""

    role: Annotated[str, Meta(description="As what it was played: `player`, or in the game's own word (`gm`).")]
    place: Annotated[int | None, Meta(description="From 1; null: it has none.")]
    unranked: Annotated[bool, Meta(description="Whether it plays outside of the ranking.")]
    resigned: Annotated[bool, Meta(description="Whether it had resigned.")]


class PlayedGame(Shape, kw_only=True, frozen=True):
    """A closed game of a player."""

    cursor: Annotated[str, Meta(description="What to send as `cursor` to go on after this game.")]
    id: Id
    game: Annotated[str, Meta(description="What was played.")]
    rules: Annotated[int, Meta(description="The number of the rules that were in force.")]
    edition: Annotated[str | None, Meta(description="The option of that name; null: there is none.")]
    scenario: Annotated[str | None, Meta(description="Likewise.")]
    status: Annotated[Status, Meta(description="How it was closed.")]
    visibility: Visibility
    rated: Annotated[bool, Meta(description="Whether it was opened as a rated game.")]
    closed: Instant
    won: Annotated[bool | None, Meta(description="Co-operative games: whether it was won.")]
    detail: Annotated[Object | None, Meta(description="How it ended in the game's own terms; null: it has no result.")]
    seats: Annotated[dict[str, PlayedSeat], Meta(description="Seat -> who held it at the end.")]
    record: Annotated[Record | UnsetType, Meta(description="The whole game, if `records` are asked for.")] = UNSET
    unreadable: Annotated[str | UnsetType, Meta(description="Why there is no record.")] = UNSET
