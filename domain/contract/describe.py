"""A game's description, made from its action and event classes: OpenAPI, forms and validation come from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from domain.contract.game import Asked, Description, Event, Game, Json, verb_of_type


def describe_with(
    game: Game[Any],
    *,
    options: Mapping[str, Json],
    labels: Mapping[str, Mapping[str, str]],
    data: Mapping[str, str],
) -> Description:
    """The description of `game` with the schemas of its verbs and events filled in."""
    return Description(
        game=game.id,
        rules=game.rules,
        seats=game.seat_range,
        options=options,
        verbs={verb_of_type(kind): inline_schema(kind) for kind in game.action_types},
        events={kind.__name__: inline_schema(kind) for kind in _event_types(game)},
        labels=labels,
        data=data,
    )


def _event_types(game: Game[Any]) -> tuple[type[Event], ...]:
    return (*game.event_types, Asked)


@cache
def inline_schema(kind: Any) -> dict[str, Json]:
    """The JSON Schema of a type, without references; everybody gets the same, and leaves it as it is."""
    schema, components = _schema_of(kind)
    inlined = _inlined(schema, components)
    assert isinstance(inlined, dict)
    return inlined


@cache
def _schema_of(kind: Any) -> tuple[Json, Mapping[str, Json]]:
    """The JSON Schema of a type, and those that it refers to by name."""
    [schema], components = msgspec.json.schema_components([kind], ref_template="{name}")
    return schema, components


def _inlined(schema: Json, components: Mapping[str, Json]) -> Json:
    if isinstance(schema, list):
        return [_inlined(item, components) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(components[schema["$ref"]], components)
    return {key: _inlined(value, components) for key, value in schema.items()}
