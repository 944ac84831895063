"""The heartbeat of whoever takes actions, and the outages between its beats.

Each process that takes actions from people gives it, once a second, by storing it where an action could be stored too:
so it says until when that was so. What nobody has done for longer than `LONGEST_GAP` is an outage, whatever other
processes were there meanwhile: a machine that was off or suspended, a deploy, a database that was away or had no room
left. It is stored as a fact with the beat that ends it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import bindparam, func, insert, literal, select

from domain.table.parts import Outage
from projections.statements import any_row, put
from service.store.event_store import OUTAGES, Conflict, Store, executing
from service.store.recorder import Change, Expected
from service.store.relations import installation, outages

BEAT_SECONDS = 1.0
"""Between two beats."""

LONGEST_GAP = 5
"""Seconds without a beat that are no outage: a machine may be busy."""

HEARTBEAT = "service heartbeat"

_BEAT = put(installation)

_LAST_BEAT = select(installation.c.value).where(installation.c.key == HEARTBEAT)

_IS_LAST_BEAT = any_row(installation.c.key, installation.c.value)

_NEXT = select(func.coalesce(func.max(outages.c.id), literal(0)) + literal(1)).scalar_subquery()

_REMEMBER = insert(outages).values(id=_NEXT, since=bindparam("begun"), until=bindparam("ended"))

_AFTER = (
    select(outages)
    .where(outages.c.id > bindparam("counted"), outages.c.until > bindparam("instant"))
    .order_by(outages.c.id)
)


class Outages:
    """The outages of an installation. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def after(self, counted: int = 0, instant: int = 0) -> tuple[Outage, ...]:
        """Those behind this one, by their ids, that ended after an instant."""
        found = self._store.rows(_AFTER, counted=counted, instant=instant)
        return tuple(Outage(int(row["id"]), int(row["since"]), int(row["until"])) for row in found)


class _Look(NamedTuple):
    """What a process has seen at its last beat: its system clock, the seconds that had elapsed, and the beat that was
    stored."""

    now: int
    elapsed: float
    beat: int


class Heartbeat:
    """The heartbeat of one process that takes actions. Raises `ServiceError` and `Unavailable`.

    How long nobody has given a beat a process that runs on measures from its own last one: by what has elapsed, or by
    its system clock if that was set forward; so neither a clock that is set back nor one of another machine hides an
    outage. A process that has just started has nothing but its system clock and the last beat.
    """

    def __init__(self, store: Store, clock: Callable[[], int], elapsed: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._elapsed = elapsed
        self._last: _Look | None = None

    def last_seen(self) -> int | None:
        """Until when an action could be stored; None on the first day."""
        for row in self._store.rows(_LAST_BEAT):
            return int(row["value"])
        return None

    def silence(self) -> int:
        """For how many seconds until now nobody has said that an action can be stored; 0 on the first day."""
        now, seen = self._clock(), self.last_seen()
        return 0 if seen is None else max(0, now - seen)

    def reached(self, now: int | None = None) -> int:
        """Up to when what comes at a time by itself may be done: deadlines, reminders, releases, the end of what nobody
        uses. No further than an action could be stored, by the clocks of those who store it, nor than the time is by
        whoever asks: `now`, or by this process's system clock. On the first day nobody has said so yet."""
        return (self._clock() if now is None else now) - self.silence()

    def beat(self) -> None:
        """Say that actions could be stored until now, and all the while."""
        now = self._clock()
        self._store.write(*self._given(now))
        self._last = _Look(now, self._elapsed(), now)

    def watch(self) -> Outage | None:
        """Say that an action can be stored now, and remember the outage that ends with that: that one, None if there
        was none, or if another process was faster."""
        now, elapsed, seen = self._clock(), self._elapsed(), self.last_seen()
        lost = 0 if seen is None else self._lost(now, elapsed, seen)
        outage = None
        if seen is not None and lost > LONGEST_GAP:
            beat = max(now, seen + lost)
            outage = self._end_outage(now - lost, now, seen, beat)
        else:
            beat = now if seen is None or now > seen or self._is_ahead_alone(seen) else seen
            if beat != seen:
                self._store.write(*self._given(beat))
        self._last = _Look(now, elapsed, beat)
        return outage

    def _given(self, beat: int) -> list[Change]:
        """The changes that give a beat, where an action could be stored too."""
        return [self._store.probe, executing(_BEAT, key=HEARTBEAT, value=beat)]

    def _lost(self, now: int, elapsed: float, seen: int) -> int:
        """For how many seconds nobody has given a beat."""
        if self._last is None:
            return now - seen
        given_by_others = max(0, seen - self._last.beat)
        return int(max(now - self._last.now, elapsed - self._last.elapsed)) - given_by_others

    def _is_ahead_alone(self, seen: int) -> bool:
        """Whether the last beat was given by a clock that was ahead, and nobody goes on with that."""
        return self._last is not None and self._last.beat == seen

    def _end_outage(self, since: int, until: int, seen: int, beat: int) -> Outage | None:
        """Remember an outage with the beat that ends it: None if another process was faster."""
        changes = [*self._given(beat), executing(_REMEMBER, begun=since, ended=until)]
        unbeaten = Expected(
            _IS_LAST_BEAT, {"key": HEARTBEAT, "value": seen}, True, "another process was there", (OUTAGES,)
        )
        try:
            self._store.append((), changes, expected=[unbeaten])
        except Conflict:
            return None
        return Outages(self._store).after(instant=until - 1)[-1]
