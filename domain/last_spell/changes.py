"""The numbers of the rules: what changed with each. A running game keeps the number it began with."""

from __future__ import annotations

from typing import NamedTuple


class Change(NamedTuple):
    """A number of the rules, the rules it decides otherwise than the number before, and what was wrong."""

    number: int
    rules: tuple[str, ...]
    what: str


CHANGES: tuple[Change, ...] = (Change(1, (), "the first"),)
