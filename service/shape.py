"""What the shapes of answers are made of: the schemas and the OpenAPI document follow the classes of each room."""

from __future__ import annotations

from typing import Annotated, Any, Self, TypeAlias

from msgspec import Meta, Struct

Object: TypeAlias = dict[str, Any]
"""A JSON object with any content."""

Id: TypeAlias = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]

Instant: TypeAlias = Annotated[int, Meta(description="Seconds UTC.")]

SHOWN_ONCE = "x-shown-once"
"""What says in the document of a field that it is null where an answer is given again."""

ShownOnce: TypeAlias = Annotated[
    str | None, Meta(description="Null in the answer to a repeat.", extra_json_schema={SHOWN_ONCE: True})
]
"""A secret that is shown this once, and kept nowhere in the clear."""

LogEntry: TypeAlias = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
"""An entry of a log as it was stored: it is passed on, never dumped."""


class Shape(Struct, kw_only=True, frozen=True):
    """What an answer holds. Fields may be added to it later: a client leaves alone what it does not know.

    A field that may be UNSET is left out where there is nothing to tell.
    """

    @classmethod
    def of(cls, found: object, **more: Any) -> Self:
        """The shape of something with attributes of the same names; `more` are fields that it has not."""
        taken = {name: getattr(found, name) for name in cls.__struct_fields__ if name not in more}
        return cls(**taken, **more)
