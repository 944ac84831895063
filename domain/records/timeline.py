"""A game's log at a glance: where turns and phases begin, and what happened to the game itself.

Only the types and public parts of the events count, so a timeline tells no reader anything new.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

import msgspec

from domain.log.canon import Json
from domain.log.record import Public

TABLE_MARKS: Mapping[str, str] = {
    "GameStarted": "start",
    "DeadlinePassed": "deadline",
    "DeadlineSet": "extension",
    "ClockPaused": "pause",
    "OutagesCounted": "outage",
    "SeatReplaced": "replacement",
    "SeatResigned": "resignation",
    "TakenBack": "takeback",
    "RulesMoved": "rules",
    "OperatorActed": "operator",
    "GameClosed": "end",
}
"""The marks that all games share; a game adds its own (`Game.marks`)."""


class Mark(msgspec.Struct, frozen=True):
    """A mark: the version and time (seconds UTC) of its event, what begins there, the event's type and public data.

    `counts` is whether the game still stands on it: it was not taken back.
    """

    version: int
    at: int
    mark: str
    type: str
    data: dict[str, Json]
    counts: bool = True


class Timeline(msgspec.Struct, frozen=True):
    """The marks of a log in its order, and the versions at which its commands ended once the game had begun."""

    marks: tuple[Mark, ...]
    boundaries: tuple[int, ...]


def timeline(log: Sequence[Public], marks: Mapping[str, str]) -> Timeline:
    """The timeline of a log under a game's marks."""
    gone = taken_back(log)
    known = {**marks, **TABLE_MARKS}
    found = (
        Mark(event.version, event.at, known[event.type], event.type, event.data, counts=_counts(event, gone))
        for event in log
        if event.type in known
    )
    return Timeline(tuple(found), tuple(_boundaries(log)))


def _counts(event: Public, gone: Container[int]) -> bool:
    """What happened to the game itself is never taken back."""
    return event.type in TABLE_MARKS or event.version not in gone


def taken_back(log: Iterable[Public]) -> set[int]:
    """The versions that no longer count."""
    gone: set[int] = set()
    for event in log:
        if event.type == "TakenBack":
            gone.update(range(event.data["to"] + 1, event.version))
    return gone


def _boundaries(log: Sequence[Public]) -> Iterable[int]:
    begun = next((event.version for event in log if event.type == "GameStarted"), None)
    for event, following in zip(log, (*log[1:], None)):
        if begun is not None and event.version > begun and (following is None or following.by is not None):
            yield event.version
