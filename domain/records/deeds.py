"""What each seat did, counted: how often it brought about the events of which a game says that they count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence

from domain.log.canon import Json
from domain.log.record import Public
from domain.records.timeline import taken_back

DOERS = ("seat", "hero", "by")
"""The fields that may say whose doing an event is, the first first; a seat's piece (`s1/2`) is the seat's."""


def deeds(log: Sequence[Public], seats: Container[str], counted: Container[str]) -> Mapping[str, list[tuple[str, int]]]:
    """Seat -> the types of events that it brought about with how often, the most frequent first.

    What was taken back does not count.
    """
    gone = taken_back(log)
    found: dict[str, Counter[str]] = {}
    for event in log:
        doer = _doer(event.data, seats)
        if event.type in counted and doer is not None and event.version not in gone:
            found.setdefault(doer, Counter())[event.type] += 1
    return {seat: counts.most_common() for seat, counts in found.items()}


def _doer(data: Mapping[str, Json], seats: Container[str]) -> str | None:
    named = (str(data[field]).partition("/")[0] for field in DOERS if data.get(field))
    return next((seat for seat in named if seat in seats), None)
