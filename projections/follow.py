"""Following the log: a batch of events and the position reached are written in one transaction."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterable, Mapping, Sequence

from projections.database import Database
from projections.log import Found, Log, Notification
from projections.projection import Projection, broken_logs, projections
from projections.statements import Cursor

BATCH = 200
"""Events a transaction: twelve times as fast as one at a time."""

logger = logging.getLogger(__name__)

A_MOMENT = 0.005
"""Seconds until it is looked again for what cannot be read yet, or another process was just folding."""


class Follower:
    """Brings projections up to the log. Any number of processes may do so at once: each event counts once."""

    def __init__(self, database: Database, log: Log, followed: Sequence[Projection]) -> None:
        self._database = database
        self._log = log
        self._projections = tuple(followed)

    def create_schema(self) -> None:
        """Create what is missing; tables of an earlier schema are emptied, to be filled from the log again, and so are
        those that were further than the log is, which was put back from a copy."""
        with self._database.writing() as db:
            self._database.create(db, projections)
            end = self._log.last_position()
            for projection in self._projections:
                if not projection.is_current(db) or projection.position(db) > end:
                    projection.reset(self._database, db)

    def position(self) -> int:
        """The position that all projections have reached."""
        with self._database.reading() as db:
            return min(projection.position(db) for projection in self._projections)

    def behind(self) -> dict[str, int]:
        """How many positions of the log each projection has still to fold, by its name: the lag, for monitoring."""
        with self._database.reading() as db:
            reached = {projection.name: projection.position(db) for projection in self._projections}
        end = self._log.position()
        return {name: max(0, end - position) for name, position in reached.items()}

    def follow(self) -> int:
        """Fold the next batch into the projections that are furthest behind: how many events that were."""
        end = self._log.position()
        with self._database.writing() as db:
            return fold_batch(db, self._projections, self._log, end)

    def catch_up(self, seconds: float = 5.0) -> bool:
        """Follow to the end of the log, or for as long as this: whether the end was reached."""
        return self.reach(self._log.position(), seconds)

    def reach(self, position: int, seconds: float = 5.0) -> bool:
        """Follow until this position of the log is folded: whether it was in time.

        After it whoever wrote up to this position reads what was written.
        """
        until = time.monotonic() + seconds
        while self.position() < position:
            if time.monotonic() > until:
                return False
            if not self.follow():
                time.sleep(A_MOMENT)
        return True


def fold_batch(db: Cursor, folded: Sequence[Projection], log: Log, end: int) -> int:
    """Fold the next events up to position `end`, a batch at most, into the projections that are furthest behind: how
    many they were. The log is read once for all of these, which are nearly always all there are.

    `db` is in a transaction; `end` is the position of an event. Another process may be further already: it is never set
    back. Nor does a projection move past what was read: an event may be hidden for a moment behind another one that is
    being stored, though it was there when `end` was asked for.

    It does get past an entry that cannot be decoded, without it and without what follows in that log: each projection
    leaves the log as it was before, and all others go on.
    """
    positions = {projection: projection.position(db) for projection in folded}
    reached = min(positions.values())
    if reached >= end:
        return 0
    behind = [projection for projection, position in positions.items() if position == reached]
    batch = [notification for notification in log.notifications(reached, BATCH) if notification[0] <= end]
    broken = broken_logs(db) if batch else {}
    told: dict[str, int] = {}
    for projection in behind if batch else ():
        left_out = broken.get(projection.name, frozenset())
        met = _broken_in(batch, left_out)
        for log_id, position in met.items():
            projection.leave_out(db, log_id, position)
        projection.apply_all(db, _whole(batch, left_out, met))
        projection.move(db, batch[-1][0])
        told |= met
    for log_id, position in told.items():
        logger.error(
            "the log %s cannot be read from position %s on: it stands in lists as it was before", log_id, position
        )
    return len(batch)


def _broken_in(batch: Iterable[Found], known: Collection[str]) -> dict[str, int]:
    """Log -> position of its first entry that cannot be decoded, of those that are not known to have one."""
    met: dict[str, int] = {}
    for position, log_id, entry in batch:
        if entry is None and log_id not in known:
            met.setdefault(log_id, position)
    return met


def _whole(batch: Iterable[Found], left_out: Collection[str], met: Mapping[str, int]) -> list[Notification]:
    """What is folded of a batch: nothing of the logs that are left out, nor of those met behind their broken entry."""
    return [
        (position, log_id, entry)
        for position, log_id, entry in batch
        if entry is not None and log_id not in left_out and position < met.get(log_id, position + 1)
    ]
