"""The entries of a log in memory: those that come from a store are decoded when somebody first asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from domain.log.record import Entry


class Entries(Sequence[Entry]):
    """The entries of a log in their order, made of `stored` bytes; more can be put at the end.

    Whoever goes on from a snapshot, or looks at the last of a long log, decodes no more of it than that.
    """

    def __init__(self, stored: Iterable[bytes] = ()) -> None:
        self._kept: list[bytes | Entry] = list(stored)

    def append(self, entry: Entry) -> None:
        """Put an entry at the end."""
        self._kept.append(entry)

    def __len__(self) -> int:
        return len(self._kept)

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> list[Entry]: ...
    def __getitem__(self, place: int | slice) -> Entry | list[Entry]:
        if isinstance(place, slice):
            return [self._decoded(at) for at in range(*place.indices(len(self._kept)))]
        return self._decoded(place)

    def __iter__(self) -> Iterator[Entry]:
        for at, kept in enumerate(self._kept):
            if isinstance(kept, bytes):
                kept = self._kept[at] = Entry.decode(kept)
            yield kept

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, (Entries, list)) else NotImplemented

    def _decoded(self, at: int) -> Entry:
        kept = self._kept[at]
        if isinstance(kept, bytes):
            kept = self._kept[at] = Entry.decode(kept)
        return kept
