"""The JSON Schema of a record, made from the structs that read one: `docs/record.schema.json`."""

from __future__ import annotations

from inspect import cleandoc
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from domain.log.canon import Json
from domain.log.record import Part, Public
from domain.records.export import Record

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", description="32 bytes, lower-case hex.")]
Number = Annotated[int, msgspec.Meta(ge=1)]
Seconds = Annotated[int, msgspec.Meta(description="Seconds UTC.")]
Audience = Annotated[str, msgspec.Meta(pattern="^(s[1-9][0-9]?|referee|closed)$")]


class Draw(msgspec.Struct, forbid_unknown_fields=True, rename={"source": "from"}):
    """A random outcome: its number in the log, its kind and name, what it was drawn from, and what came.

    Of a hidden draw whose outcome was given the public part says `forced` alone.
    """

    n: int | UnsetType = UNSET
    kind: Literal["shuffle", "roll", "flip", "pick"] | UnsetType = UNSET
    name: str | UnsetType = UNSET
    source: Json | UnsetType = UNSET
    result: Json | UnsetType = UNSET
    forced: bool | UnsetType = UNSET


class Opening(msgspec.Struct, forbid_unknown_fields=True):
    """A sealed part of an earlier event, opened to all."""

    version: Number
    audience: Audience
    nonce: Hash
    part: dict[str, Json]


EVENT_TYPES: dict[str, Any] = {
    "version": Number,
    "command": Number,
    "schema": Number,
    "at": Seconds,
    "draws": list[Draw],
    "commitments": dict[Audience, Hash],
    "action": dict[str, Json] | UnsetType,
    "by": Literal["seat", "clock", "operator", "service"] | UnsetType,
    "opens": list[Opening] | UnsetType,
}
"""What the fields of an event's public part are more exactly."""


def record_schema() -> dict[str, Any]:
    """The schema of a whole record."""
    event = _refined("Event", Public, EVENT_TYPES, private=dict[Audience, Part], hash=Hash)
    document = _refined("Record", Record, {"events": list[event], "head": Hash})  # type: ignore[valid-type]
    schema = msgspec.json.schema(document)
    for name, described in schema["$defs"].items():
        described["description"] = cleandoc(described["description"])
        described.pop("title")
        for field in described["properties"].values():
            field.pop("default", None)
        schema["$defs"][name] = described
    return {"$schema": DIALECT, "title": "A game's record", **schema}


def _refined(name: str, kind: type[msgspec.Struct], types: dict[str, Any], **more: Any) -> type[msgspec.Struct]:
    """A struct like `kind` with some fields' types made more exact, and some fields more."""
    fields = msgspec.structs.fields(kind)
    required = [(field.name, types.get(field.name, field.type)) for field in fields if field.required]
    optional = [(field.name, types.get(field.name, field.type), UNSET) for field in fields if not field.required]
    return msgspec.defstruct(
        name, [*required, *more.items(), *optional], forbid_unknown_fields=True, namespace={"__doc__": kind.__doc__}
    )
