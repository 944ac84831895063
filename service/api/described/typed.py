"""Tables and events of games as schemas of the OpenAPI document, made from the games' own classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.contract.game import Asked, Event, Game
from domain.table.events import TABLE_EVENTS

Spec = dict[str, Any]

PREFIX = "#/components/schemas/"

SHARED = "AnyGame"
"""How the names begin of what the logs of all games hold."""

DOCUMENTED_AS = {"WaitingCommand": "Drawing"}
"""Class -> what the document calls it, and has called it since before the class had its name."""

SEALED: Spec = {
    "title": "Sealed",
    "description": "An event of which not even the type is told yet.",
    "type": "object",
    "properties": {"type": {"const": "Sealed"}, "data": {"type": "object", "maxProperties": 0}},
    "required": ["type", "data"],
}


def shared_schemas() -> dict[str, Spec]:
    """Name -> schema of the events that the logs of all games hold."""
    return _of_events(SHARED, (*TABLE_EVENTS.values(), Asked), [SEALED])


def game_schemas(name: str, game: Game[Any]) -> dict[str, Spec]:
    """Name -> schema of a game's table and events, and of what is in them; each begins with the game's `name`."""
    _, shown = _schemas(name, [game.table_type])
    table = shown.get(f"{name}Table", {"type": "object", "description": f"A table of {game.id}."})
    return {**shown, f"{name}Table": table, **_of_events(name, game.event_types, ())}


def unions(names: Iterable[str]) -> dict[str, Spec]:
    """The schemas of any table and any event of the games that have these names."""
    known = list(names)
    events = [_ref(f"{name}Event") for name in (*known, SHARED)]
    return {
        "GameTable": {"description": "A table of one of the games.", "anyOf": [_ref(f"{name}Table") for name in known]},
        "GameEvent": {
            "description": "An entry of a game's log as the caller may read it; its `type` says what its `data` holds.",
            "allOf": [_ref("Event"), {"anyOf": events}],
        },
    }


def _of_events(name: str, kinds: Iterable[type[Event]], more: Iterable[Spec]) -> dict[str, Spec]:
    """The schemas of the data of events, and of any of these events."""
    told = [kind for kind in kinds if not kind.sealed]
    references, schemas = _schemas(name, told)
    entries = [_entry(kind, one, schemas) for kind, one in zip(told, references, strict=True)]
    union = {"description": "What one of these events holds, by its type.", "oneOf": [*entries, *more]}
    return {**schemas, f"{name}Event": union}


def _entry(kind: type[Event], reference: Spec, schemas: Mapping[str, Spec]) -> Spec:
    """What tells an event of this class: its type, its data, and what of it is private, which leaves the data."""
    data = schemas[reference["$ref"].removeprefix(PREFIX)]
    private = {field: data["properties"].pop(field) for field in kind.private}
    data["required"] = [field for field in data.get("required", ()) if field not in private]
    entry: Spec = {
        "title": kind.__name__,
        "type": "object",
        "properties": {"type": {"const": kind.__name__}, "data": reference},
        "required": ["type", "data"],
    }
    if private:
        part = {"type": "object", "properties": private}
        entry["properties"]["private"] = {"type": "object", "additionalProperties": part}
    return entry


def _schemas(name: str, kinds: Iterable[Any]) -> tuple[list[Spec], dict[str, Spec]]:
    """A reference to the schema of each class, and all these schemas and what they refer to, by name."""
    references, found = msgspec.json.schema_components(kinds, ref_template=f"{PREFIX}{name}{{name}}")
    called = {f"{PREFIX}{name}{inner}": f"{PREFIX}{name}{DOCUMENTED_AS[inner]}" for inner in DOCUMENTED_AS}
    named = {f"{name}{DOCUMENTED_AS.get(inner, inner)}": dict(_plain(schema)) for inner, schema in found.items()}
    return list(references), {inner: _renamed(schema, called) for inner, schema in named.items()}


def _renamed(schema: Any, called: Mapping[str, str]) -> Any:
    """A schema whose references to these are to what they are called."""
    match schema:
        case {"$ref": str() as reference}:
            return {**schema, "$ref": called.get(reference, reference)}
        case dict():
            return {key: _renamed(value, called) for key, value in schema.items()}
        case list():
            return [_renamed(value, called) for value in schema]
        case other:
            return other


def _plain(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """A schema without the title, which its name says better."""
    return ((key, value) for key, value in schema.items() if key != "title")


def _ref(name: str) -> Spec:
    return {"$ref": f"{PREFIX}{name}"}
