"""Schemas of answers, made from their shapes: what an answer holds is written once, and the document follows it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from marshmallow import Schema, fields, validate
from msgspec import Meta, Struct, UnsetType
from msgspec.structs import fields as fields_of

from service.api.fields import Documented, Map, Shown
from service.shape import SHOWN_ONCE

PLAIN: Mapping[Any, type[fields.Field[Any]]] = {
    str: fields.String,
    int: fields.Integer,
    float: fields.Float,
    bool: fields.Boolean,
}
"""The fields of types that have no parts."""

JSON_TYPES: Mapping[Any, str] = {str: "string", int: "integer", NoneType: "null"}
"""The types of which a value may have several."""


@cache
def schema_of(shape: type[Struct]) -> type[Schema]:
    """The schema of a shape: it has its name, its docstring and its fields. It only describes answers."""
    named = {field.encode_name: _field(field.type, {}, required=field.required) for field in fields_of(shape)}
    schema = Shown.from_dict(named, name=f"{shape.__name__}Schema")
    schema.__doc__ = shape.__doc__
    return schema


def shown_once(shape: type[Struct]) -> list[str]:
    """The fields of a shape that hold secrets which a repeat of the request is not shown."""
    return [name for name, field in schema_of(shape)().fields.items() if SHOWN_ONCE in field.metadata]


def _field(kind: Any, told: Mapping[str, Any], **options: Any) -> fields.Field[Any]:
    """The field of a type; `told` is what its annotations say besides, in the words of JSON schemas."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        inner, *notes = parts
        return _field(inner, {**_told(notes), **told}, **options)
    if origin in (Union, UnionType):
        options |= {"allow_none": True} if NoneType in parts else {}
        parts = tuple(part for part in parts if part not in (NoneType, UnsetType))
        if len(parts) == 1:
            return _field(parts[0], told, **options)
    if noted := {name: told[name] for name in ("description", SHOWN_ONCE) if name in told}:
        options["metadata"] = noted
    return _described(origin or kind, parts, told, options)


def _described(
    kind: Any, parts: tuple[Any, ...], told: Mapping[str, Any], options: dict[str, Any]
) -> fields.Field[Any]:
    if kind in (Union, UnionType):
        types = [*parts, NoneType] if "allow_none" in options else parts
        return Documented({"type": [JSON_TYPES[part] for part in types]}, **options)
    reference = {"$ref": told["$ref"]} if "$ref" in told else {}
    if kind is Any:
        return Documented(reference, **options) if reference else fields.Raw(**options)
    if kind is Literal:
        return fields.String(validate=validate.OneOf(parts), **options)
    if kind is list:
        return fields.List(_field(parts[0], {}), **options)
    if kind is dict and parts[1] is Any and reference and options.get("allow_none"):
        return Documented({"anyOf": [reference, {"type": "null"}]}, **options)
    if kind is dict and parts[1] is Any:
        return Map(reference, **options)
    if kind is dict:
        return fields.Dict(fields.String(), _field(parts[1], {}), **options)
    if issubclass(kind, Struct):
        return fields.Nested(schema_of(kind), **options)
    if "enum" in told:
        return fields.String(validate=validate.OneOf(told["enum"]), **options)
    return fields.UUID(**options) if told.get("format") == "uuid" else PLAIN[kind](**options)


def _told(notes: list[Meta]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for note in notes:
        found |= note.extra_json_schema or {}
        found |= {} if note.description is None else {"description": note.description}
    return found
