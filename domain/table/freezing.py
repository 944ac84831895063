"""Values of a table as JSON and back, exactly: the same classes, and one object wherever there was one.

JSON alone forgets what was a tuple, which class something had, and that two places hold the same list. So only None,
booleans, whole numbers and text stand for themselves here; anything else is a list that begins with a mark:

| mark | then |
| --- | --- |
| `list`, `tuple`, `set`, `frozenset` | the items |
| `map`, `view` | key, value, key, value, ...; a view is a mapping that cannot be changed |
| `bytes` | hex |
| `object` | the number of its class, the values of its fields |
| `same` | the number of something that was met before and can be changed, in the order of meeting |
| `given` | the name of something that both sides have already, such as the catalogue of cards |
| `unset` | nothing: a field without a value |

Thawing makes objects of the packages that the caller names, fills their fields, and runs nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from inspect import Parameter, signature
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

import msgspec

from domain.contract.parts import Json

PLAIN = (type(None), bool, int, str)
SEQUENCES: Mapping[type[Any], str] = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}
NOT_SET = object()


class Unfreezable(TypeError):
    """A value that cannot be frozen: a function, say, or an object of a class that is not the caller's."""


class Frozen(msgspec.Struct, frozen=True):
    """A frozen value, and the classes that it mentions by number, as `module:name`."""

    classes: list[str]
    value: Json


class _Class(NamedTuple):
    """How objects of a class are taken apart: which fields they have, and whether these can be changed.

    `make` puts an object together that cannot be changed later; None where it is made empty and filled. `open` objects
    have further attributes beyond their fields.
    """

    fields: tuple[str, ...]
    changes: bool
    make: Callable[[Sequence[Any]], Any] | None
    open: bool


def freeze(value: Any, packages: Sequence[str], given: Mapping[str, Any]) -> Frozen:
    """The frozen form of a value, objects of these packages being taken apart and `given` ones only named.

    `Unfreezable` when something in it is neither plain nor of these packages (or modules).
    """
    freezer = _Freezer(packages, given)
    frozen = freezer.freeze(value)
    return Frozen([f"{kind.__module__}:{kind.__qualname__}" for kind in freezer.classes], frozen)


def thaw(frozen: Frozen, packages: Sequence[str], given: Mapping[str, Any]) -> Any:
    """The value that was frozen with the same packages and `given`. `Unfreezable` for a class of another package."""
    return _Thawer([_found(name, packages) for name in frozen.classes], given).thaw(frozen.value)


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of an object of some package that have a value."""
    kind: Any = type(value)
    found = {name: getattr(value, name, NOT_SET) for name in _class(kind).fields}
    return {name: field for name, field in found.items() if field is not NOT_SET}


class _Freezer:
    def __init__(self, packages: Sequence[str], given: Mapping[str, Any]) -> None:
        self.classes: dict[type[Any], int] = {}
        self._packages = packages
        self._given = {id(value): name for name, value in given.items() if type(value) not in PLAIN}
        self._numbers: dict[int, int] = {}
        self._met: list[Any] = []

    def freeze(self, value: Any) -> Json:
        kind = type(value)
        if kind in PLAIN:
            return value
        if (name := self._given.get(id(value))) is not None:
            return ["given", name]
        if (number := self._numbers.get(id(value))) is not None:
            return ["same", number]
        if (mark := SEQUENCES.get(kind)) is not None:
            if kind is list or kind is set:
                self._meet(value)
            return [mark, *map(self.freeze, value)]
        if kind is dict or kind is MappingProxyType:
            self._meet(value)
            return ["map" if kind is dict else "view", *map(self.freeze, chain.from_iterable(value.items()))]
        if kind is bytes:
            return ["bytes", value.hex()]
        return self._object(value, kind)

    def _object(self, value: Any, kind: Any) -> Json:
        if not _belongs(kind.__module__, self._packages):
            raise Unfreezable(f"{kind.__module__}.{kind.__qualname__}")
        described = _class(kind)
        if described.changes:
            self._meet(value)
        number = self.classes.setdefault(kind, len(self.classes))
        frozen = ["object", number]
        for name in described.fields:
            field = getattr(value, name, NOT_SET)
            frozen.append(["unset"] if field is NOT_SET else self.freeze(field))
        if described.open:
            frozen.append(self.freeze(vars(value)))
        return frozen

    def _meet(self, value: Any) -> None:
        """Number something that can be changed; it is held, so that nothing else gets its address."""
        self._numbers[id(value)] = len(self._met)
        self._met.append(value)


class _Thawer:
    def __init__(self, classes: Sequence[type[Any]], given: Mapping[str, Any]) -> None:
        self._classes = classes
        self._given = given
        self._met: list[Any] = []

    def thaw(self, frozen: Json) -> Any:
        if type(frozen) is not list:
            return frozen
        return self._MARKS[frozen[0]](self, frozen)

    def _list(self, frozen: list[Json]) -> list[Any]:
        made: list[Any] = []
        self._met.append(made)
        made.extend(map(self.thaw, frozen[1:]))
        return made

    def _set(self, frozen: list[Json]) -> set[Any]:
        made: set[Any] = set()
        self._met.append(made)
        made.update(map(self.thaw, frozen[1:]))
        return made

    def _tuple(self, frozen: list[Json]) -> tuple[Any, ...]:
        return tuple(map(self.thaw, frozen[1:]))

    def _frozenset(self, frozen: list[Json]) -> frozenset[Any]:
        return frozenset(map(self.thaw, frozen[1:]))

    def _map(self, frozen: list[Json]) -> dict[Any, Any]:
        made: dict[Any, Any] = {}
        self._met.append(made)
        items = map(self.thaw, frozen[1:])
        made.update(zip(items, items))
        return made

    def _view(self, frozen: list[Json]) -> MappingProxyType[Any, Any]:
        number = len(self._met)
        made = MappingProxyType(self._map(frozen))
        self._met[number] = made
        return made

    def _bytes(self, frozen: list[Json]) -> bytes:
        return bytes.fromhex(frozen[1])

    def _object(self, frozen: list[Json]) -> Any:
        kind: Any = self._classes[frozen[1]]
        described = _class(kind)
        if described.make is not None:
            return self._made(described.make, frozen, changes=described.changes)
        made = object.__new__(kind)
        self._met.append(made)
        for name, field in zip(described.fields, frozen[2:]):
            if field != ["unset"]:
                object.__setattr__(made, name, self.thaw(field))
        if described.open:
            vars(made).update(self.thaw(frozen[-1]))
        return made

    def _made(self, make: Callable[[Sequence[Any]], Any], frozen: list[Json], *, changes: bool) -> Any:
        number = len(self._met)
        if changes:
            self._met.append(NOT_SET)
        made = make([self.thaw(field) for field in frozen[2:]])
        if changes:
            self._met[number] = made
        return made

    def _same(self, frozen: list[Json]) -> Any:
        return self._met[frozen[1]]

    def _a_given(self, frozen: list[Json]) -> Any:
        return self._given[frozen[1]]

    _MARKS: ClassVar[Mapping[str, Callable[[_Thawer, list[Json]], Any]]] = {
        "list": _list,
        "tuple": _tuple,
        "set": _set,
        "frozenset": _frozenset,
        "map": _map,
        "view": _view,
        "bytes": _bytes,
        "object": _object,
        "same": _same,
        "given": _a_given,
    }


@cache
def _class(kind: type[Any]) -> _Class:
    if issubclass(kind, msgspec.Struct):
        return _Class(kind.__struct_fields__, not kind.__struct_config__.frozen, _maker(kind), open=False)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _Class(kind._fields, False, lambda values: kind(*values), open=False)
    if any(base.__module__ == "builtins" for base in kind.__mro__[:-1]):
        raise Unfreezable(f"{kind.__module__}.{kind.__qualname__} is more than its fields")
    slots = chain.from_iterable(base.__dict__.get("__slots__", ()) for base in kind.__mro__)
    return _Class(tuple(slots), True, None, open=bool(kind.__dictoffset__))


def _maker(kind: type[Any]) -> Callable[[Sequence[Any]], Any]:
    parameters = signature(kind).parameters.values()
    if all(parameter.kind is not Parameter.KEYWORD_ONLY for parameter in parameters):
        return lambda values: kind(*values)
    return lambda values: kind(**dict(zip(kind.__struct_fields__, values, strict=True)))


def _found(name: str, packages: Sequence[str]) -> type[Any]:
    module, _, path = name.partition(":")
    if not _belongs(module, packages):
        raise Unfreezable(name)
    found: Any = import_module(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    if not isinstance(found, type):
        raise Unfreezable(name)
    return found


def _belongs(module: str, packages: Sequence[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)
