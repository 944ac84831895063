"""Meanings: what each property and parameter of the document is for, with an example, where it does not say so itself.

The words of the house are the same wherever they stand, so each is explained once, in `properties.toml`; those of a
game once for that game, in `games.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

Spec = dict[str, Any]

SOME_ID = "1f8e0c3a-5f4b-4c9f-9a51-0d2f6f3b7c11"
SOME_INSTANT = 1_790_000_000
SOME_HEX = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

SCALARS = frozenset(("string", "integer", "number", "boolean"))
"""The types of values that have no parts, and so an example of their own."""


def add_meanings(spec: Spec) -> None:
    """Put descriptions and examples beside all properties and parameters of a document that have none."""
    for name, schema in spec["components"]["schemas"].items():
        for field, described in properties_of(schema):
            _tell(described, described, name, field)
    for parameter in parameters_of(spec):
        _tell(parameter, parameter["schema"], "", parameter["name"])


def properties_of(schema: Spec) -> Iterator[tuple[str, Spec]]:
    """The properties of a schema that may have a value: name and description."""
    return ((name, described) for name, described in schema.get("properties", {}).items() if described is not False)


def parameters_of(spec: Spec) -> Iterator[Spec]:
    """All parameters of a document's operations."""
    for item in spec["paths"].values():
        for method, operation in item.items():
            yield from operation if method == "parameters" else operation.get("parameters", ())


def scalar_in(described: Spec) -> Spec | None:
    """What a schema says of values without parts, where it takes them, by themselves or in lists; else None."""
    if "anyOf" in described:
        return next((found for choice in described["anyOf"] if (found := scalar_in(choice))), None)
    kinds = described.get("type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if "array" in kinds:
        items = described.get("items")
        return scalar_in(items) if isinstance(items, dict) else None
    return described if SCALARS.intersection(kinds) or "enum" in described or "const" in described else None


def _tell(told: Spec, schema: Spec, owner: str, name: str) -> None:
    """Complete what is told of a value of this schema, which has this name in its owner."""
    meaning, *example = _meaning(owner, name) if "description" not in told else ("", *_own_example(owner, name))
    if meaning:
        told["description"] = meaning
    scalar = scalar_in(schema)
    if scalar is None or "examples" in schema or "example" in told:
        return
    if (shown := next((one["examples"] for one in schema.get("anyOf", ()) if "examples" in one), None)) is not None:
        schema["examples"] = shown
        return
    found = _example(scalar, told.get("description", ""), schema.get("default"), *example)
    if found is not None:
        schema["examples"] = [_in_lists(schema, found)]


def _example(scalar: Spec, description: str, default: Any, example: Any = None) -> Any:
    """An example of a value: what its schema shows, or the one that there is of its name; None if there is none."""
    if "const" in scalar:
        return scalar["const"]
    if "enum" in scalar:
        return scalar["enum"][0]
    if scalar.get("format") == "uuid":
        return SOME_ID
    if isinstance(default, str | int | float):
        return default
    kind = scalar["type"][0] if isinstance(scalar["type"], list) else scalar["type"]
    if kind == "boolean":
        return True
    if kind == "integer" and "econds UTC" in description:
        return SOME_INSTANT
    if example is None and kind == "string" and "hex" in description:
        return SOME_HEX
    return example


def _in_lists(schema: Spec, example: Any) -> Any:
    """An example of the value within, in as many lists as the schema wants it."""
    choices = [schema, *schema.get("anyOf", ())]
    lists = (choice for choice in choices if isinstance(choice.get("items"), dict))
    outer = next(lists, None)
    return example if outer is None else [_in_lists(outer["items"], example)]


def _meaning(owner: str, name: str) -> tuple[str, *tuple[Any, ...]]:
    """The meaning of a property, and its example if it has one: of this very one, or of all of this name, in its game
    or anywhere."""
    of_game, own = _of_game(owner), _words()["properties"]
    return tuple(own.get(f"{owner}.{name}") or of_game.get(name) or own.get(name) or ("",))


def _of_game(owner: str) -> Mapping[str, Any]:
    """The words of the game that a schema is of, if it is of one."""
    return next((found for game, found in _games().items() if owner.startswith(game)), {})


def _own_example(owner: str, name: str) -> tuple[Any, ...]:
    """The example of a property that says itself what it means, if there is one."""
    words = _words()
    for known, key in product((_of_game(owner), words["examples"], words["properties"]), (f"{owner}.{name}", name)):
        if key in known:
            found = known[key]
            return tuple(found[1:]) if isinstance(found, list) else (found,)
    return ()


@cache
def _words() -> Mapping[str, Any]:
    return _read("properties.toml")


@cache
def _games() -> Mapping[str, Any]:
    return _read("games.toml")


def _read(name: str) -> Mapping[str, Any]:
    return tomllib.loads(files("service.api.described").joinpath(name).read_text("utf-8"))
