"""What is answered of a game's log: events, what differs between two versions, the timeline, the record."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from service.games.shapes.answers import Words
from service.shape import GameEntry, Id, Instant, LogPart, Object, Shape


class Event(Shape, kw_only=True, frozen=True):
    """An entry of the log as the caller may read it."""

    version: int
    command: Annotated[int, Meta(description="The command that it belongs to.")]
    type: str
    schema: int
    at: Instant
    seat: str | None
    data: Object
    draws: list[Object]
    commitments: dict[str, str]
    private: Annotated[Object, Meta(description="Audience -> the parts that the caller may read.")]
    hash: Annotated[str, Meta(description="Hash of the log up to here, hex.")]
    action: Annotated[Object | UnsetType, Meta(description="What was posted; on the first event of a command.")] = UNSET
    by: Literal["seat", "clock", "organiser", "operator", "service"] | UnsetType = UNSET
    opens: Annotated[
        list[Object] | UnsetType, Meta(description="Sealed parts of earlier events that this one opens.")
    ] = UNSET
    texts: Annotated[
        dict[str, Words] | UnsetType,
        Meta(description="Id -> the words that references in the entry stand for; the hash does not cover it."),
    ] = UNSET
    muted: Annotated[
        bool | UnsetType,
        Meta(description="True: words are left out, as the caller has muted their author."),
    ] = UNSET


class Events(LogPart, kw_only=True, frozen=True):
    """A part of the log, oldest first."""

    events: list[GameEntry]


class Difference(Shape, kw_only=True, frozen=True):
    """A place that differs; the side that has nothing there is left out."""

    path: Annotated[str, Meta(description="A JSON pointer into the game.")]
    before: Any | UnsetType | None = UNSET
    after: Any | UnsetType | None = UNSET


class Diff(Shape, kw_only=True, frozen=True):
    """What differs."""

    differences: list[Difference]


class Mark(Shape, kw_only=True, frozen=True):
    """Something that begins or happens at a version."""

    version: int
    at: Instant
    mark: Annotated[str, Meta(description="`turn`, `phase`, `takeback`, `end` and so on.")]
    type: Annotated[str, Meta(description="The type of the event.")]
    data: Annotated[Object, Meta(description="The public data of the event.")]
    counts: Annotated[bool, Meta(description="False if it was taken back.")]


class Timeline(Shape, kw_only=True, frozen=True):
    """A log at a glance."""

    marks: list[Mark]
    boundaries: Annotated[list[int], Meta(description="The versions at which a command ended.")]
    texts: Annotated[dict[str, Words], Meta(description="Id -> words, if any.")]


class Record(Shape, kw_only=True, frozen=True):
    """A game as one document: what is kept, audited and replayed. Canonical JSON."""

    format: str
    id: Id
    game: str
    rules: int
    data: Annotated[dict[str, str], Meta(description="File -> SHA-256.")]
    options: Object
    seats: list[str]
    names: dict[str, str]
    events: list[GameEntry]
    head: str
    files: Annotated[dict[str, str] | UnsetType, Meta(description="SHA-256 -> text of the data files, if kept.")] = (
        UNSET
    )
    texts: Annotated[
        dict[str, Words] | UnsetType,
        Meta(description="Id -> the words that references in the events stand for, while they exist."),
    ] = UNSET
