"""What is answered about records and chains of games, each shape once."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from service.games.shapes.answers import Game
from service.shape import Id, Instant, Object, Shape


class KeptRecord(Shape, kw_only=True, frozen=True):
    """A record that was taken in."""

    id: Id
    source: Annotated[str, Meta(description="The id that the game had where it was played.")]
    game: str
    seats: Annotated[dict[str, str], Meta(description="Seat -> name.")]
    events: int
    head: str
    taken_in: Instant
    mark: Annotated[str, Meta(description="What was proved of it, and what was not.")]


class RecordGame(Game, kw_only=True, frozen=True):
    """The game of a record."""

    record: KeptRecord


class Records(Shape, kw_only=True, frozen=True):
    """A page of records, the one that came last first."""

    records: list[KeptRecord]
    next: Annotated[Id | None, Meta(description="Null on the last page.")]


class TakenIn(Shape, kw_only=True, frozen=True):
    """Where the record is."""

    id: Annotated[Id, Meta(description="The id of the record here, or of the game.")]
    known: Annotated[bool, Meta(description="Whether it was here already.")]
    played_here: Annotated[bool, Meta(description="Whether it is a game of this installation.")]


class ChainedGame(Shape, kw_only=True, frozen=True):
    """A game of a chain."""

    id: Id
    number: Annotated[int, Meta(description="From 1.")]
    status: str
    won: Annotated[bool | None, Meta(description="Null while it goes on.")]
    head: Annotated[str, Meta(description="Hash of its log, hex.")]


class Chain(Shape, kw_only=True, frozen=True):
    """A game's place in its chain, and the games up to it."""

    games: list[ChainedGame]
    next: Annotated[Id | None, Meta(description="The game that goes on from it.")]
    may_go_on: Annotated[bool, Meta(description="Whether you can open the next game now.")]


class ChainRecord(Shape, kw_only=True, frozen=True):
    """The records of the games of a chain, as one document."""

    format: str
    games: list[Object]
