"""The fields of an answer that is put together, made from slots, and what is read from them when they come back.

A field named `attacks` that takes many values arrives as `many=attacks` with one `many:attacks` for each row, and
`place:attacks` beside it where the rows can be put in an order. An argument that may be left out is not sent as an
empty list: it arrives as `some` instead of `many`. All values are written as JSON. A dot in a name leads into an
object: `attributes.S` and `attributes.A` are read as the one argument `attributes`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from types import MappingProxyType
from typing import Literal

from werkzeug.datastructures import MultiDict

from domain.contract.game import Json
from domain.contract.quantities import whole
from domain.log.canon import NotCanonical, NotJson, canonical, parse_typed
from service.errors import ServiceError
from service.games.shapes import Condition, Posted
from service.games.shapes.answers import Slot
from service.language.catalogues import Catalogue
from service.language.names import Names
from service.web.numbers import ANY, number

Kind = Literal["one", "many", "some", "text", "number", "json"]
"""A value to choose, several of them (`some`: or left out), or an open argument: words, a whole number, any JSON."""

ORDINALS = ("first", "second", "third")


@dataclass(frozen=True)
class Budget:
    """Points that the values of an argument may cost together: each its own in `costs`, else itself."""

    points: int
    costs: Mapping[str, int] | None = None

    def cost(self, value: Json) -> int:
        """What a value costs."""
        return int(value) if self.costs is None else self.costs[value]


@dataclass(frozen=True)
class Option:
    """A value to choose: what it says, and the value as JSON; under which heading it stands in a long list, and what
    it costs where there is a budget."""

    label: str
    value: str
    group: str = ""
    cost: int | None = None


@dataclass(frozen=True)
class Row:
    """One choice of a field: from options, or to take its only option or not (`ticked`: a box to tick)."""

    label: str
    options: Sequence[Option]
    chosen: int = 0
    optional: bool = False
    ticked: bool = False


@dataclass(frozen=True)
class Field:
    """One argument of an answer. `ordered`: each row has a place in the order too.

    `within` is what fields that belong together are called; `points` what they may cost together; `least` and `most`
    bound a number.
    """

    name: str
    label: str
    kind: Kind
    rows: Sequence[Row] = ()
    ordered: bool = False
    within: str = ""
    points: int | None = None
    least: int | None = None
    most: int | None = None

    @property
    def is_settled(self) -> bool:
        """Whether there is only one thing to choose, and it must be."""
        return self.kind == "one" and len(self.rows[0].options) == 1 and not self.rows[0].optional


@dataclass(frozen=True)
class Section:
    """Fields that stand together, with what they may cost together; `title` is empty for those on their own."""

    title: str
    points: int | None
    fields: Sequence[Field]


Budgets = Mapping[str, Budget]
"""Argument -> what its values may cost."""

NO_BUDGETS: Budgets = MappingProxyType({})


def sections_of(fields: Sequence[Field]) -> list[Section]:
    """The fields in their order, neighbours that belong together in one section."""
    return [
        Section(title, points, list(together))
        for (title, points), together in groupby(fields, key=lambda field: (field.within, field.points))
    ]


def fields_of(
    slots: Sequence[Slot], schema: Mapping[str, Json], names: Names, budgets: Budgets = NO_BUDGETS
) -> list[Field]:
    """The fields of a verb: one for each slot. `schema` is the verb's JSON Schema, for open arguments."""
    return [_field(slot, schema, names, budgets.get(_argument(slot.name))) for slot in slots]


def _field(slot: Slot, schema: Mapping[str, Json], names: Names, budget: Budget | None) -> Field:
    name, values = slot.name, slot.values
    argument, _, part = name.partition(".")
    label, within = (names.say(part), names.titled(argument)) if part else (names.titled(name), "")
    needed, points = argument in schema.get("required", ()), None if budget is None else budget.points
    if values is None:
        least, most = slot.min, slot.max
        kind = "number" if least is not None else _open_kind(schema.get("properties", {}).get(name, {}))
        return Field(name, label, kind, [Row(label, ())], within=within, least=least, most=most)
    optional = None in values or (not needed and budget is None)
    options = _options([value for value in values if value is not None], names, budget)
    if slot.min is None and slot.max is None:
        row = Row(label, options, optional=optional)
        return Field(name, label, "one", [row], within=within, points=points)
    several: Kind = "many" if needed else "some"
    least, most = slot.min or 0, len(values) if slot.max is None else slot.max
    if slot.once is not None:
        rows = _rows_by_key(values, slot.once, least, names)
        return Field(name, label, several, rows, ordered=slot.ordered and len(rows) > 1)
    if slot.ordered:
        return Field(name, label, several, _ranks(options, least if needed else 0, min(most, len(values)), names))
    rows = [Row(option.label, [option], ticked=True) for option in options]
    return Field(name, label, several, rows, within=label, points=points)


def _argument(name: str) -> str:
    """The argument that a slot belongs to."""
    return name.partition(".")[0]


def _open_kind(schema: Mapping[str, Json]) -> Kind:
    """Words are told from their references, which nobody writes, by being text too."""
    kinds: Mapping[str, Kind] = {"string": "text", "integer": "number"}
    types = [schema.get("type"), *(one.get("type") for one in schema.get("anyOf", ()))]
    return next((kinds[kind] for kind in types if kind in kinds), "json")


def _options(values: Sequence[Json], names: Names, budget: Budget | None = None) -> list[Option]:
    return [_option(value, names, budget) for value in values]


def _option(value: Json, names: Names, budget: Budget | None) -> Option:
    head, slash, _ = value.partition("/") if isinstance(value, str) else ("", "", "")
    cost = None if budget is None else budget.cost(value)
    priced = "" if budget is None or budget.costs is None else f" ({cost})"
    return Option(names.say(value) + priced, _text(value), names.say(head) if slash else "", cost)


def _rows_by_key(values: Sequence[Mapping[str, Json]], once: str, least: int, names: Names) -> list[Row]:
    """A row for each value of the field that may not repeat, with what it can be paired with."""
    rows: dict[str, list[Option]] = {}
    labels: dict[str, str] = {}
    for value in values:
        key = _text(value[once])
        others = {name: item for name, item in value.items() if name != once}
        labels[key] = names.say(value[once])
        rows.setdefault(key, []).append(Option(names.say(list(others.values())), _text(value)))
    return [Row(labels[key], options, optional=least < len(rows)) for key, options in rows.items()]


def _ranks(options: Sequence[Option], least: int, most: int, names: Names) -> list[Row]:
    """A row for each place of a list whose order counts."""
    return [Row(_ordinal(at, names.catalogue), options, chosen=at, optional=at >= least) for at in range(most)]


def _ordinal(at: int, catalogue: Catalogue) -> str:
    """Which place it is, counted from 0."""
    return catalogue.told(ORDINALS[at]) if at < len(ORDINALS) else catalogue.filled("{number}th", number=at + 1)


def slot_of(actions: Sequence[Mapping[str, Json]]) -> Slot | None:
    """The slot that a list of legal actions amounts to: their one argument, where it is always a list.

    None where the actions have another shape, and are best listed as they are.
    """
    names = {name for action in actions for name in action if name != "type"}
    if len(names) != 1:
        return None
    [name] = names
    lists: list[Json] = [action.get(name) for action in actions]
    if not all(_is_flat(value) for value in lists):
        return None
    values = list({_text(item): item for value in lists for item in value}.values())
    counts = [len(value) for value in lists]
    return Slot(
        name=name,
        values=values,
        min=min(counts),
        max=max(counts),
        ordered=_order_counts(lists),
        once=_once(lists),
    )


def _is_flat(value: Json) -> bool:
    """Whether it is a list of names, or of small objects."""
    return isinstance(value, list) and all(isinstance(item, str | dict) for item in value)


def _order_counts(lists: Sequence[Sequence[Json]]) -> bool:
    """Whether the same items appear in more than one order."""
    return len({_text(sorted(_text(item) for item in value)) for value in lists}) < len(lists)


def _once(lists: Sequence[Sequence[Json]]) -> str | None:
    """The first field whose value no list repeats."""
    items = [item for value in lists for item in value]
    if not items or not all(isinstance(item, dict) and item.keys() == items[0].keys() for item in items):
        return None
    distinct = [name for name in items[0] if all(_differ(value, name) for value in lists)]
    return distinct[0] if distinct else None


def _differ(items: Sequence[Mapping[str, Json]], name: str) -> bool:
    return len({_text(item[name]) for item in items}) == len(items)


def read_action(form: MultiDict[str, str]) -> dict[str, Json]:
    """The action of an answer that was posted: a complete one, or a verb and its fields.

    `ServiceError` `malformed` for what no panel would have sent.
    """
    if "action" in form:
        action = read_value(form["action"])
        if not isinstance(action, dict):
            raise ServiceError("malformed", "an action is an object")
        return action
    return {"type": form.get("verb", "")} | read_arguments(form)


def read_posted(form: MultiDict[str, str], shown: str, decision: str | None = None) -> Posted:
    """The action of a form, as the answer to a decision if it names one, posted so that the same form sent twice counts
    once, and with another action anew.

    `shown` tells the page with the form from what it showed at another time. Errors as `read_action` says.
    """
    action = read_action(form)
    body = canonical(action)
    key = f"page/{shown}/{hashlib.sha256(body).hexdigest()}"
    return Posted([action], Condition(decision=decision), key, body)


def read_arguments(form: MultiDict[str, str]) -> dict[str, Json]:
    """The arguments that the fields of a form hold; `ServiceError` `malformed` for what no form would have sent."""
    read: dict[str, Json] = {}
    for name, value in _arguments(form):
        argument, _, part = name.partition(".")
        if not part:
            read[argument] = value
        elif isinstance(within := read.setdefault(argument, {}), dict):
            within[part] = value
    return read


def _arguments(form: MultiDict[str, str]) -> Iterator[tuple[str, Json]]:
    for name in form.getlist("many"):
        yield name, _several(form, "many", name)
    for name in form.getlist("some"):
        if values := _several(form, "some", name):
            yield name, values
    for kind in ("one", "json"):
        for name in form.getlist(kind):
            if text := form.get(f"{kind}:{name}", ""):
                yield name, read_value(text)
    for name in form.getlist("number"):
        if text := form.get(f"number:{name}", "").strip():
            yield name, number(text, name, ANY)
    for name in form.getlist("text"):
        if text := form.get(f"text:{name}", ""):
            yield name, text


def _several(form: MultiDict[str, str], kind: Kind, name: str) -> list[Json]:
    """The values of the rows that were filled in, in the order of their places."""
    rows = zip_longest(form.getlist(f"{kind}:{name}"), form.getlist(f"place:{name}"), fillvalue="")
    chosen = [(_place(place), text) for text, place in rows if text]
    return [read_value(text) for _, text in sorted(chosen, key=lambda row: row[0])]


def _place(text: str) -> int:
    return whole(text) or 0


def read_value(text: str) -> Json:
    """The value of a field that holds JSON; `ServiceError` `malformed` if it holds none."""
    try:
        return parse_typed(text)
    except (NotJson, NotCanonical) as error:
        raise ServiceError("malformed", f"{text!r} cannot be read: {error}") from None


def _text(value: Json) -> str:
    return canonical(value).decode()
