"""What the shapes of answers are made of: the schemas and the OpenAPI document follow the classes of each room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Self, TypeAlias

import msgspec
from msgspec import Meta, Struct

Object: TypeAlias = dict[str, Any]
"""A JSON object with any content."""

Id: TypeAlias = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]

Instant: TypeAlias = Annotated[int, Meta(description="Seconds UTC.")]

Points: TypeAlias = Annotated[int | str, Meta(description='A number, or a fraction such as "19/3".')]

SHOWN_ONCE = "x-shown-once"
"""What says in the document of a field that it is null where an answer is given again."""

ShownOnce: TypeAlias = Annotated[
    str | None, Meta(description="Null in the answer to a repeat.", extra_json_schema={SHOWN_ONCE: True})
]
"""A secret that is shown this once, and kept nowhere in the clear."""

LogEntry: TypeAlias = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
"""An entry of a log as it was stored: it is passed on, never dumped."""


GameEntry: TypeAlias = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/GameEvent"})]
"""An entry of a game's log, likewise."""


class Shape(Struct, kw_only=True, frozen=True):
    """What an answer holds. Fields may be added to it later: a client leaves alone what it does not know.

    A field that may be UNSET is left out where there is nothing to tell.
    """

    @classmethod
    def of(cls, found: object, **more: Any) -> Self:
        """The shape of something with attributes of the same names; `more` are fields that it has not."""
        taken = {name: getattr(found, name) for name in cls.__struct_fields__ if name not in more}
        return cls(**taken, **more)

    @classmethod
    def copied(cls, found: object) -> Self:
        """The shape of something that is written as JSON just so; all that it holds becomes plain JSON values."""
        return msgspec.json.decode(msgspec.json.encode(found), type=cls)


class Decided(Shape, kw_only=True, frozen=True):
    """What an operator decided, or an organiser."""

    version: Annotated[int, Meta(description="Of the event that says so.")]
    at: Instant
    verb: str


class LogPart(Shape, kw_only=True, frozen=True):
    """A part of a log, oldest first."""

    events: list[LogEntry]
    next: Annotated[int, Meta(description="What to send as `after` next.")]

    @classmethod
    def after(cls, version: int, events: Sequence[Mapping[str, Any]]) -> Self:
        """The events that follow a version."""
        return cls(events=list(events), next=events[-1]["version"] if events else version)


class Document(Shape, kw_only=True, frozen=True):
    """The log of a series or a league as one document, for `nightledger audit`. Canonical JSON."""

    format: str
    id: Id
    events: list[LogEntry]
    head: str
