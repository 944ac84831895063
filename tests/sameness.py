"""Whether two values are the same all through: equal is not enough, a tuple is no list, and shared is not copied."""

from types import MappingProxyType

import msgspec

LEAVES = (type(None), bool, int, str, bytes)


def differences(one, other):
    """Where the second value differs from the first, as paths; none if they are the same."""
    return list(_Walk().compare(one, other, "value"))


class _Walk:
    def __init__(self):
        self._pairs = {}
        self._held = []

    def compare(self, one, other, where):
        if type(one) is not type(other):
            yield f"{where}: {type(one).__name__} and {type(other).__name__}"
        elif isinstance(one, LEAVES):
            if one != other:
                yield f"{where}: {one!r} and {other!r}"
        elif id(one) in self._pairs:
            if not isinstance(one, tuple | frozenset) and self._pairs[id(one)] is not other:
                yield f"{where}: shared in one, not in the other"
        elif one is not other:
            self._pairs[id(one)] = other
            self._held.append(one)
            yield from self._within(one, other, where)

    def _within(self, one, other, where):
        mine, others = _parts(one), _parts(other)
        if [name for name, _ in mine] != [name for name, _ in others]:
            yield f"{where}: {[name for name, _ in mine]} and {[name for name, _ in others]}"
            return
        for (name, part), (_, counterpart) in zip(mine, others, strict=True):
            yield from self.compare(part, counterpart, f"{where}.{name}")


def _parts(value):
    if isinstance(value, dict | MappingProxyType):
        return list(value.items())
    if isinstance(value, list | tuple):
        return list(enumerate(value))
    if isinstance(value, set | frozenset):
        return list(enumerate(sorted(value)))
    if isinstance(value, msgspec.Struct):
        return [(name, getattr(value, name)) for name in value.__struct_fields__]
    slots = [name for base in type(value).__mro__ for name in getattr(base, "__slots__", ()) if hasattr(value, name)]
    return [(name, getattr(value, name)) for name in slots] + list(getattr(value, "__dict__", {}).items())
