"""The past of a table that was restored: which events count, and where they can be read when somebody asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from domain.contract.game import Event, Game
from domain.log.record import Entry
from domain.log.upcast import Upcasters
from domain.table.reading import read

Span = tuple[int, int]
"""Versions from one to another, both included."""


class Earlier(msgspec.Struct, frozen=True):
    """The spans of versions whose events count, the log that holds them, and the first of them.

    From that one the state has what never changes: it is read once.
    """

    spans: tuple[Span, ...]
    entries: Sequence[Entry]
    first: Event

    @property
    def versions(self) -> list[int]:
        """The versions whose events count."""
        return [version for first, last in self.spans for version in range(first, last + 1)]

    def events(self, game: Game[Any], upcasters: Upcasters) -> list[tuple[int, Event]]:
        """The events, each with its version."""
        first, *others = self.versions
        read_again = ((version, read(self.entries[version - 1], game, upcasters).event) for version in others)
        return [(first, self.first), *read_again]


def spans(versions: Iterable[int]) -> tuple[Span, ...]:
    """Rising versions as spans."""
    found: list[Span] = []
    for version in versions:
        if found and found[-1][1] == version - 1:
            found[-1] = (found[-1][0], version)
        else:
            found.append((version, version))
    return tuple(found)
