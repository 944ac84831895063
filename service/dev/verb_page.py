"""The page docs/verbs.md: every verb of every game with its arguments, made from the games' descriptions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.contract.game import Description
from domain.games.catalog import Catalog
from domain.log.canon import Json


def verb_page(catalog: Catalog) -> str:
    """The whole page, Markdown."""
    lines = [
        "# Verbs and their arguments",
        "",
        "Made by `nightledger rules verbs --write` from each game's `describe()`. An action is posted as",
        '`{"type": verb, ...}` with one field an argument; `?` marks one that may be left out.',
    ]
    for game in catalog.values():
        lines += ["", verb_table(game.describe())]
    return "\n".join(lines) + "\n"


def verb_table(described: Description) -> str:
    """A game's part of the page."""
    return "\n".join(_table(described))


def _table(described: Description) -> Iterator[str]:
    least, most = described.seats
    yield f"## {described.labels['en'].get(described.game, described.game)}"
    yield ""
    yield f"`{described.game}`, {least} to {most} seats, rules number {described.rules}."
    yield ""
    yield "| verb | arguments |"
    yield "| --- | --- |"
    for verb, schema in described.verbs.items():
        yield f"| `{verb}` | {', '.join(_arguments(schema)) or 'none'} |"


def _arguments(schema: Mapping[str, Json]) -> Iterator[str]:
    required = set(schema.get("required", ()))
    for name, kind in schema.get("properties", {}).items():
        if name != "type":
            yield f"`{name}`{'' if name in required else '?'}: {kind_of(kind)}"


def kind_of(schema: Mapping[str, Json]) -> str:
    """A JSON Schema in a few words."""
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind_of(one) for one in schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    match schema.get("type"):
        case "array":
            return f"list of {kind_of(schema['items'])}" if schema.get("items") else "list"
        case "object" if schema.get("properties"):
            return "{" + ", ".join(_arguments(schema)) + "}"
        case "object":
            return "map"
        case "string":
            return "text"
        case "integer":
            return "number"
        case "boolean":
            return "true or false"
        case kind:
            return str(kind or "any value")
