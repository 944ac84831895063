"""What is answered about characters, each shape once."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from service.shape import Document, Id, Object, Shape


class Visit(Shape, kw_only=True, frozen=True):
    """A game that it was brought to; `cause` is null while it is there.

    Of a private game whoever may not know of it is told neither `game_id` nor `seat`.
    """

    game_id: Id | None
    seat: str | None
    cause: str | None


class Character(Shape, kw_only=True, frozen=True):
    """A character. `content` is what `options` of a game take for it; `away` the game where it is now.

    A private game is not named to whoever may not know of it: that it is away is told by the last of `games`.
    """

    id: Id
    game: str
    owner: Annotated[str | None, Meta(description="Null: that account is deleted.")]
    name: str | None
    content: Object
    games: list[Visit]
    away: Id | None
    retired: bool
    version: Annotated[int, Meta(description="Number of events in the log.")]
    head: Annotated[str, Meta(description="Hash of the log up to here, hex.")]


class Characters(Shape, kw_only=True, frozen=True):
    """All characters of an account, in the order in which they were made."""

    characters: list[Character]


class CharacterRecord(Document, kw_only=True, frozen=True):
    """The log of a character as one document, for `nightledger audit`. Canonical JSON."""

    games: Annotated[list[Object], Meta(description="The records of the games that it grew in.")]
    files: Annotated[
        dict[str, str] | UnsetType, Meta(description="The data files it was made with: SHA-256 -> text.")
    ] = UNSET
