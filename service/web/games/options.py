"""The options of a new game as a form made from their JSON Schema, and back again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from werkzeug.datastructures import MultiDict

from domain.contract.game import Json
from domain.contract.quantities import Bounds
from domain.log.canon import NotCanonical, NotJson, canonical, parse_typed
from service.errors import ServiceError
from service.language.names import title
from service.web.numbers import ANY, number

Kind = Literal["choice", "set", "flag", "number", "text", "json"]
"""One of some values, any of some values, yes or no, a whole number, words; and JSON for everything else."""

PREFIX = "option:"

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "cetusia_first": "Cetusia attacks before the others",
        "dryad_growth": "Growth of the Dryad",
        "encirclement_on_empty": "Encirclement round an empty square",
        "experienced": "Experienced characters",
        "gm": "Game master",
        "harpy_side": "Side of the harpy",
        "incubator_monsters": "Monsters from incubators",
        "market": "Market at dawn (reconstructed)",
        "movement_order": "Order of movement",
        "night": "First night",
        "solo": "Solo: one player, several heroes",
        "until": "Last night",
    }
)
"""What options are called whose names say too little."""


@dataclass(frozen=True)
class OptionField:
    """One option: its field's name, what it is called, its values where it has some, and a sentence that explains it.

    A `required` one has no value of its own for whoever leaves it empty.
    """

    name: str
    label: str
    kind: Kind
    values: Sequence[str] = ()
    default: str = ""
    least: int | None = None
    most: int | None = None
    required: bool = False
    hint: str = ""


def option_fields(schema: Mapping[str, Json]) -> list[OptionField]:
    """A field for each option with anything to choose, those that are written as JSON last."""
    required = schema.get("required", ())
    fields = [_field(name, option, name in required) for name, option in schema.get("properties", {}).items()]
    open_to_choice = [field for field in fields if field.values != [field.default]]
    return sorted(open_to_choice, key=lambda field: field.kind == "json")


def label_of(name: str) -> str:
    """What an option is called on the pages."""
    return LABELS.get(name) or title(name)


def _field(name: str, option: Mapping[str, Json], required: bool) -> OptionField:
    kind = _kind(option)
    default = option.get("default")
    return OptionField(
        name=PREFIX + name,
        label=label_of(name),
        kind=kind,
        values=_words(option.get("enum")) or _words(_items(option).get("enum")),
        default="" if default is None or kind == "set" else _written(default),
        least=option.get("minimum"),
        most=option.get("maximum"),
        required=required and default is None,
        hint=option.get("description", ""),
    )


def _kind(option: Mapping[str, Json]) -> Kind:
    if _words(option.get("enum")):
        return "choice"
    if option.get("type") == "array" and _words(_items(option).get("enum")):
        return "set"
    kinds: Mapping[str, Kind] = {"boolean": "flag", "integer": "number", "string": "text"}
    return kinds.get(str(option.get("type")), "json")


def _items(option: Mapping[str, Json]) -> Mapping[str, Json]:
    items = option.get("items")
    return items if isinstance(items, dict) else {}


def _words(values: Json) -> list[str]:
    """The values of an enumeration of words; none for any other. Null stands for the option left out."""
    named = [value for value in values or [] if value is not None]
    return named if all(isinstance(value, str) for value in named) else []


def read_options(schema: Mapping[str, Json], form: MultiDict[str, str]) -> dict[str, Json]:
    """The options that a form was filled in with; what was left empty keeps its default.

    `ServiceError` `malformed` for a number or JSON that is none.
    """
    options = {}
    for field in option_fields(schema):
        value = _read(field, form)
        if value is not None:
            options[field.name.removeprefix(PREFIX)] = value
    return options


def _read(field: OptionField, form: MultiDict[str, str]) -> Json:
    text = form.get(field.name, "").strip()
    match field.kind:
        case "set":
            return form.getlist(field.name) or None
        case "flag":
            return bool(text)
        case "number":
            return number(text, field.label, _bounds(field)) if text else None
        case "json":
            return _parsed(field, text) if text else None
        case _:
            return text or None


def _bounds(field: OptionField) -> Bounds:
    least, most = field.least, field.most
    return Bounds(ANY.least if least is None else least, ANY.most if most is None else most)


def _parsed(field: OptionField, text: str) -> Json:
    try:
        return parse_typed(text)
    except (NotJson, NotCanonical):
        raise ServiceError("malformed", "{label}: {text!r} cannot be read", label=field.label, text=text) from None


def _written(value: Json) -> str:
    return value if isinstance(value, str) else canonical(value).decode()
