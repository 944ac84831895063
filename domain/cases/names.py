"""Seat names of a rule case and the seat ids of the engine, each for the other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from domain.contract.game import Json

SEAT_ID = re.compile(r"(?<![\w-])s[0-9]+(?![\w-])")


class Names:
    """The seats of one case: `ana`, `ben`, ... are `s1`, `s2`, ... in clockwise order."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.ids = tuple(f"s{number}" for number in range(1, len(seats) + 1))
        self._ids = dict(zip(seats, self.ids, strict=True))
        self._names = dict(zip(self.ids, seats, strict=True))

    def to_ids(self, value: Json) -> Json:
        """The value with ids for names: whole strings, and what stands before a slash (`ana/vulko`)."""
        return _renamed(value, self._ids)

    def in_text(self, text: str) -> str:
        """The text with names for ids."""
        return SEAT_ID.sub(lambda found: self._names.get(found[0], found[0]), text)


def replaced(value: Json, names: Mapping[str, str]) -> Json:
    """The value with other strings for those that are keys of `names`."""
    if not names:
        return value
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list | tuple):
        return [replaced(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): replaced(item, names) for key, item in value.items()}
    return value


def _renamed(value: Json, names: Mapping[str, str]) -> Json:
    if isinstance(value, str):
        head, slash, tail = value.partition("/")
        return names.get(head, head) + slash + tail
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {_renamed(key, names): _renamed(item, names) for key, item in value.items()}
    return value
