"""A log as a film: the scenes at which it stops, the marks of its strip, and its landmarks, which one can jump to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.contract.facets.charted import Values, chart_peaks, chart_titles, charted
from domain.contract.game import Asked, Game
from domain.log.record import Entry, Public
from domain.records.timeline import Mark, timeline
from domain.table.table import Table

CLOSE = Asked.__name__
"""The event that closes a command."""


class Film(msgspec.Struct, frozen=True):
    """`scenes` are versions: the `ends` of commands, and where something happened that is a landmark.

    What was taken back is no landmark, and no mark.
    """

    scenes: tuple[int, ...]
    ends: tuple[int, ...]
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

    def with_landmarks(self, found: Iterable[tuple[str, int]]) -> Film:
        """It with further landmarks, which its log does not tell: what they are, and the versions where they lie."""
        further = tuple(Mark(version, 0, kind, "", {}) for kind, version in found)
        scenes = tuple(sorted({*self.scenes, *(mark.version for mark in further)}))
        return Film(scenes, self.ends, self.marks, (*self.landmarks, *further))


class Moment(msgspec.Struct, frozen=True):
    """What stood in a game's charts at a version."""

    version: int
    values: Values


def film(log: Sequence[Public], marks: Mapping[str, str], landmarks: Mapping[str, str]) -> Film:
    """The film of a log under a game's marks and landmarks."""
    found = timeline(log, {**marks, **landmarks})
    counting = [mark for mark in found.marks if mark.counts]
    sought = tuple(mark for mark in counting if mark.type in landmarks)
    scenes = sorted({*found.boundaries, *(mark.version for mark in sought)})
    return Film(tuple(scenes), found.boundaries, tuple(mark for mark in counting if mark.type not in landmarks), sought)


def course(table: Table, entries: Sequence[Entry], reader: str) -> Iterator[Moment]:
    """What stood in the game's charts, as the reader saw it, when each turn began: at the end of the one before.

    `table` is empty, and is brought forward by the entries.
    """
    highest: Values = ()
    for entry in entries:
        kind = entry.label.type
        if table.state is not None and table.game.marks.get(kind) == "turn":
            found = moment(table, reader)
            yield Moment(found.version, _higher(table.game, highest, found.values))
            highest = ()
        table.fold(entry)
        if table.state is not None and kind == CLOSE and chart_peaks(table.game):
            highest = _higher(table.game, highest, moment(table, reader).values)


def moment(table: Table, reader: str) -> Moment:
    """What stands in the charts of a game that has begun, as the reader sees it now."""
    return Moment(table.version, charted(table.game, table.game.view(table.state, reader)))


def _higher(game: Game[Any], highest: Values, now: Values) -> Values:
    """The values of now; in charts of peaks those that were higher before."""
    if not highest:
        return now
    peaks = chart_peaks(game)
    charts = zip(chart_titles(game), highest, now)
    return tuple(_highest(*pair) if title in peaks else pair[1] for title, *pair in charts)


def _highest(one: Mapping[str, int], other: Mapping[str, int]) -> Mapping[str, int]:
    return {line: max(one.get(line, number), number) for line, number in other.items()}


def _after(versions: Sequence[int], at: int) -> int | None:
    place = bisect_right(versions, at)
    return versions[place] if place < len(versions) else None
