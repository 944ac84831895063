"""How an expectation of a rule case is compared with what is (docs/rules/cases.md, Expectations)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from domain.contract.game import Json

LIST_FORMS = frozenset({"contains", "lacks", "count", "bag"})
MAP_FORMS = frozenset({"absent", "exactly", "count"})
SHOWN = 600

Path = tuple[str | int, ...]


class Missing:
    """What stands in a `Difference` for something that is not there."""


class Difference(NamedTuple):
    """Where an expectation does not hold, what it wants there, and what is there."""

    path: Path
    expected: Json
    actual: Json

    def __str__(self) -> str:
        return f"{place(self.path)}: expected {shown(self.expected)}, is {shown(self.actual)}"


def difference(expected: Json, actual: Json, path: Path = ()) -> Difference | None:
    """The first difference, or None if the expectation holds.

    Maps compare as subsets at every depth, `null` standing for a key that is absent or null; lists compare
    whole and in order. A map of `LIST_FORMS` speaks of a list; a key of `MAP_FORMS` speaks of the map it is
    compared with, unless that map has the very key.
    """
    if isinstance(expected, dict) and isinstance(actual, dict):
        return _map_difference(expected, actual, path)
    if isinstance(expected, dict) and isinstance(actual, list) and expected and expected.keys() <= LIST_FORMS:
        return _list_form_difference(expected, actual, path)
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        return _first(difference(wanted, found, (*path, at)) for at, (wanted, found) in pairs)
    return None if same(expected, actual) else Difference(path, expected, actual)


def same(one: Json, other: Json) -> bool:
    """Whether two JSON values are equal; 1 is not true."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def place(path: Path) -> str:
    """A path as it is read: `seats.ana.hand[2]`, with a dot before each key."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)


def shown(value: Json) -> str:
    """A value for a message, cut where it grows too long."""
    if isinstance(value, Missing):
        return "missing"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= SHOWN else text[:SHOWN] + " ..."


def _map_difference(expected: dict[str, Json], actual: dict[str, Json], path: Path) -> Difference | None:
    for key, wanted in expected.items():
        if key in actual:
            found = None if wanted is actual[key] is None else difference(wanted, actual[key], (*path, key))
        elif key in MAP_FORMS:
            found = _map_form_difference(key, wanted, actual, path)
        else:
            found = None if _wants_nothing(wanted) else Difference((*path, key), wanted, Missing())
        if found:
            return found
    return None


def _wants_nothing(wanted: Json) -> bool:
    return wanted is None or (isinstance(wanted, dict) and wanted.keys() == {"absent"})


def _map_form_difference(form: str, wanted: Json, actual: dict[str, Json], path: Path) -> Difference | None:
    match form:
        case "absent":
            there = (key for key in wanted if actual.get(key) is not None)
            return _first(Difference((*path, key), Missing(), actual[key]) for key in there)
        case "exactly":
            return None if same(wanted, actual) else Difference(path, {"exactly": wanted}, actual)
        case _:
            return None if wanted == len(actual) else Difference(path, {"count": wanted}, actual)


def _list_form_difference(expected: dict[str, Json], actual: list[Json], path: Path) -> Difference | None:
    for form, wanted in expected.items():
        if not _has_form(form, wanted, actual):
            return Difference(path, {form: wanted}, actual)
    return None


def _has_form(form: str, wanted: Json, actual: list[Json]) -> bool:
    match form:
        case "contains":
            return _all_found(wanted, actual)
        case "lacks":
            return not any(_holds(item, found) for item in wanted for found in actual)
        case "bag":
            return len(wanted) == len(actual) and _all_found(wanted, actual)
        case _:
            return bool(wanted == len(actual))


def _all_found(wanted: Sequence[Json], actual: Sequence[Json]) -> bool:
    """Whether every wanted item can be given an actual item of its own."""
    fitting = [[at for at, found in enumerate(actual) if _holds(item, found)] for item in wanted]
    given: dict[int, int] = {}
    return all(_give(item, fitting, given, set()) for item in range(len(wanted)))


def _give(item: int, fitting: list[list[int]], given: dict[int, int], tried: set[int]) -> bool:
    """Give the item a place, moving others that have another place to go (an augmenting path)."""
    for at in fitting[item]:
        if at not in tried:
            tried.add(at)
            if at not in given or _give(given[at], fitting, given, tried):
                given[at] = item
                return True
    return False


def _holds(expected: Json, actual: Json) -> bool:
    return difference(expected, actual) is None


def _first(found: Iterable[Difference | None]) -> Difference | None:
    return next((one for one in found if one), None)
