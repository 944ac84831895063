"""Writing the journal: what is listed is noted with whatever brings it about, and chained to the journal behind it.

Each entry of the journal follows the one before. If it were made in the transaction of a command, all commands that
list something would wait for one another. So that transaction notes it in a relation, and whoever has done so chains
what waits there, in one transaction of its own; when it cannot, the next one does, or whoever reads the journal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import bindparam, delete, insert, select

from domain.contract.game import to_json
from domain.log.canon import canonical
from domain.log.journal import LISTED, Listed, next_entry
from domain.log.record import Entry
from domain.log.wellformed import check_listed
from projections.statements import matching
from projections.unavailable import Unavailable
from service.store.mapping import LAST, to_stored
from service.store.published.merkle import growing
from service.store.recorder import Change, Conflict, NewerStore, Recorder, executing
from service.store.relations import unlisted

JOURNAL = "6a6f7572-6e61-4c00-8000-000000000000"
"""The id of the journal's log, which is stored among the logs of games and the like."""

ATTEMPTS = 50
"""How often entries of the journal are made anew because others were listed meanwhile."""

NOTE = insert(unlisted).values({name: bindparam(name) for name in ("type", "data", "at")})

WAITING = select(unlisted).order_by(unlisted.c.number)

FORGET = delete(unlisted).where(matching(unlisted.c.number))


def noting(listed: Sequence[Listed], at: int) -> Iterator[Change]:
    """The changes that note what is to be listed, at a time in seconds UTC; `Misshapen` if a journal cannot hold it."""
    check_listed([next_entry(None, one, at) for one in listed])
    for one in listed:
        yield executing(NOTE, type=type(one).__name__, data=canonical(to_json(one)), at=at)


class Listing:
    """Chains what was noted to the journal. Thread-safe; any number of processes may do so."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._journal = recorder.key(UUID(JOURNAL))
        self.growing = growing(self._journal)
        self._turn = Lock()

    def catch_up(self) -> None:
        """Chain what waits; it goes on waiting while nothing can be written, or others are faster each time."""
        with self._turn:
            for _ in range(ATTEMPTS):
                try:
                    if not self._chain():
                        return
                except Conflict:
                    continue
                except (NewerStore, Unavailable):
                    return

    def _chain(self) -> bool:
        """Chain what waits now; False if nothing does. `Conflict` when another process has listed something.

        The last entry is read before what waits: so nothing that follows it is taken for waiting still.
        """
        last = self._last()
        waiting = self._recorder.rows(WAITING)
        if waiting:
            entries = _entries(last, waiting)
            events = to_stored(UUID(JOURNAL), entries[0].label.version - 1, "journal", entries)
            forgetting = [executing(FORGET, number=row["number"]) for row in waiting]
            self._recorder.insert_events(events, changes=[*forgetting, self.growing])
        return bool(waiting)

    def _last(self) -> Entry | None:
        for row in self._recorder.rows(LAST, originator_id=self._journal):
            return Entry.decode(row["state"])
        return None


def _entries(last: Entry | None, waiting: Sequence[Any]) -> list[Entry]:
    """The entries that list this after the last one of the journal."""
    made: list[Entry] = []
    for row in waiting:
        listed = msgspec.json.decode(row["data"], type=LISTED[row["type"]])
        made.append(next_entry(made[-1] if made else last, listed, row["at"]))
    return made
