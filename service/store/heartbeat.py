"""When the clock was last there, the outages after which deadlines are still to be moved, and those before.

All of it is stored. An outage is remembered in the transaction with the first heartbeat after it: so it is one outage,
with a beginning and an end, whatever becomes of the process that moves deadlines for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from projections.statements import any_row, matching
from projections.statements import once as unless_there
from service.store.event_store import Change, Conflict, Store, executing
from service.store.recorder import Expected
from service.store.relations import installation
from service.store.steady import SteadyTime

LONGEST_GAP = 5 * 60
"""Seconds without a heartbeat after which deadlines move: people may have stood before a closed door."""

HEARTBEAT = "clock heartbeat"

OUTAGE = "outage since "
"""Before the instant of a heartbeat: when the next one came, which was too late."""

PAST = f"past {OUTAGE}"
"""The same, of an outage after which all deadlines were moved."""

_ROW = insert(installation)

BEAT = _ROW.on_conflict_do_update(
    index_elements=[installation.c.key],
    set_={"value": _ROW.excluded.value},
    where=installation.c.value < _ROW.excluded.value,
)

LAST_BEAT = select(installation.c.value).where(installation.c.key == HEARTBEAT)

IS_LAST_BEAT = any_row(installation.c.key, installation.c.value)

REMEMBER = insert(installation)

KEEP_PAST = unless_there(installation)

OUTAGES = select(installation).where(installation.c.key.startswith(OUTAGE))

PAST_OUTAGES = select(installation).where(installation.c.key.startswith(PAST))

FORGET = delete(installation).where(matching(installation.c.key))


class Outage(NamedTuple):
    """A time without the clock, from its last heartbeat to the next: instants in seconds UTC."""

    since: int
    until: int


class Heartbeat:
    """The heartbeat of an installation's clock, which never goes back. Raises `ServiceError` and `Unavailable`."""

    def __init__(self, store: Store, clock: Callable[[], int], elapsed: Callable[[], float]) -> None:
        self._store = store
        self._time = SteadyTime(clock, elapsed)

    def now(self) -> int:
        """The time that heartbeats go by."""
        return self._time.now(self.last_seen() or 0)

    def last_seen(self) -> int | None:
        """When the clock was last there; None on its first day."""
        for row in self._store.rows(LAST_BEAT):
            return int(row["value"])
        return None

    def beat(self) -> None:
        """Remember that the clock is here now, and was all the while."""
        self._store.write(executing(BEAT, key=HEARTBEAT, value=self.now()))

    def watch(self) -> Outage | None:
        """Remember that the clock is here now, and with it the outage that ends now: that outage, None if there was
        none."""
        seen = self.last_seen()
        now = self._time.now(seen or 0)
        changes: list[Change] = [executing(BEAT, key=HEARTBEAT, value=now)]
        if seen is None or now - seen <= LONGEST_GAP:
            self._store.write(*changes)
            return None
        changes.append(executing(REMEMBER, key=f"{OUTAGE}{seen}", value=now))
        try:
            self._store.append((), changes, expected=[_last_seen_at(seen)])
        except Conflict:
            return None  # Another clock was faster, and has remembered it.
        return Outage(seen, now)

    def outages(self) -> list[Outage]:
        """The outages for which deadlines are still to be moved, the first one first."""
        return sorted(_outage(row, OUTAGE) for row in self._store.rows(OUTAGES))

    def all_outages(self) -> list[Outage]:
        """Those and the past ones that are kept, the first one first."""
        return sorted([*self.outages(), *self._past()])

    def moved_for(self, outages: Iterable[Outage]) -> None:
        """All deadlines have been moved for these outages: they are past."""
        changes: list[Change] = []
        for one in outages:
            changes.append(executing(FORGET, key=f"{OUTAGE}{one.since}"))
            changes.append(executing(KEEP_PAST, key=f"{PAST}{one.since}", value=one.until))
        self._store.write(*changes)

    def forget_until(self, instant: int) -> None:
        """Keep no past outage that had ended by this instant: nothing reaches back to it."""
        if ended := [one for one in self._past() if one.until <= instant]:
            self._store.write(*(executing(FORGET, key=f"{PAST}{one.since}") for one in ended))

    def _past(self) -> list[Outage]:
        return [_outage(row, PAST) for row in self._store.rows(PAST_OUTAGES)]


def _outage(row: Any, before: str) -> Outage:
    return Outage(int(row["key"].removeprefix(before)), int(row["value"]))


def _last_seen_at(seen: int) -> Expected:
    return Expected(IS_LAST_BEAT, {"key": HEARTBEAT, "value": seen}, True, "another clock is there")


def missed(outages: Iterable[Outage], since: int) -> int:
    """How many seconds of these outages come after an instant; what two of them share counts once."""
    seconds, reached = 0, since
    for outage in sorted(outages):
        seconds += max(0, outage.until - max(outage.since, reached))
        reached = max(reached, outage.until)
    return seconds
