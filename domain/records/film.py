"""A log as a film: the scenes at which it stops, the marks of its strip, and its landmarks, which one can jump to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from domain.contract.facets.charted import Values, charted
from domain.log.record import Entry, Public
from domain.records.timeline import Mark, timeline
from domain.table.table import Table


class Film(msgspec.Struct, frozen=True):
    """`scenes` are versions: where commands ended, and where something happened that is a landmark.

    What was taken back is no landmark, and no mark.
    """

    scenes: tuple[int, ...]
    marks: tuple[Mark, ...]
    landmarks: tuple[Mark, ...]

    def scene_after(self, at: int) -> int | None:
        """The next scene; None after the last one."""
        return _after(self.scenes, at)

    def scene_before(self, at: int) -> int:
        """The scene before a version; 0 where it is in the first one."""
        return max((scene for scene in self.scenes if scene < at), default=0)

    def jumps(self, at: int) -> Iterator[tuple[str, int | None]]:
        """Each sort of turns and landmarks with the next of it: the turn, then landmarks in their order."""
        kinds: dict[str, list[int]] = {}
        for mark in (*(mark for mark in self.marks if mark.mark == "turn"), *self.landmarks):
            kinds.setdefault(mark.mark, []).append(mark.version)
        for kind, versions in kinds.items():
            yield kind, _after(versions, at)


class Moment(msgspec.Struct, frozen=True):
    """What stood in a game's charts at a version."""

    version: int
    values: Values


def film(log: Sequence[Public], marks: Mapping[str, str], landmarks: Mapping[str, str]) -> Film:
    """The film of a log under a game's marks and landmarks."""
    found = timeline(log, {**marks, **landmarks})
    counting = [mark for mark in found.marks if mark.counts]
    sights = tuple(mark for mark in counting if mark.type in landmarks)
    scenes = sorted({*found.boundaries, *(mark.version for mark in sights)})
    return Film(tuple(scenes), tuple(mark for mark in counting if mark.type not in landmarks), sights)


def course(table: Table, entries: Sequence[Entry], reader: str) -> Iterator[Moment]:
    """What stood in the game's charts, as the reader saw it, at the beginning of each turn.

    `table` is empty, and is brought forward by the entries.
    """
    for entry in entries:
        table.fold(entry)
        if table.state is not None and table.game.marks.get(entry.label.type) == "turn":
            yield Moment(table.version, charted(table.game, table.game.view(table.state, reader)))


def _after(versions: Sequence[int], at: int) -> int | None:
    place = bisect_right(versions, at)
    return versions[place] if place < len(versions) else None
