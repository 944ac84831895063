"""Leases: of the processes that could do the same work, one does it, and another one goes on when that is gone.

Who holds a lease renews it again and again. Whether it still does others learn by looking at the row: if that has not
changed for `LEASE_SECONDS` of their own, by seconds that nobody can set, they take the lease over. So no two clocks
are ever compared. Whoever has not renewed its lease for as long acts on it no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import bindparam, select, update

from projections.statements import Cursor, matching, once
from service.store.event_store import Store, executing
from service.store.relations import leases

LEASE_SECONDS = 6.0
"""After so long without being renewed a lease is another one's."""

RENEWAL_SECONDS = 1.5
"""Between two renewals, and between two looks of who waits."""

NOBODY = ""
"""The holder of a lease that was given back."""


class Held(NamedTuple):
    """A lease as everybody sees it: what it is for, where its holder runs (None: there is none), since when it has
    the lease, and when all that was due was last done (seconds UTC; None: not yet)."""

    name: str
    place: str | None
    since: int
    swept: int | None


class _Seen(NamedTuple):
    """A row as it was at a look."""

    holder: str
    renewals: int


class Lease:
    """One process's claim to the lease of a `name`. To be renewed by one thread; any may ask `is_held`.

    `holder` tells it from all other processes, `place` says to people where it runs. `clock()` is the time in seconds
    UTC, for people alone. Raises `ServiceError` and `Unavailable`.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        holder: str,
        place: str,
        clock: Callable[[], int],
        elapsed: Callable[[], float],
    ) -> None:
        self._store = store
        self._name = name
        self._holder = holder
        self._place = place
        self._clock = clock
        self._elapsed = elapsed
        self._renewed: float | None = None
        self._swept: int | None = None
        self._seen = _Seen(NOBODY, -1)
        self._seen_at = elapsed()

    @property
    def is_held(self) -> bool:
        """Whether it is this process's now."""
        return self._renewed is not None and self._elapsed() - self._renewed < LEASE_SECONDS

    def renew(self) -> bool:
        """Renew the lease, or take it if it is nobody's any more: whether it is held now."""
        asked = self._elapsed()
        row = self._look()
        if row.holder == self._holder or row.holder == NOBODY or self._is_abandoned(row):
            self._renewed = asked if self._take(row) else None
        else:
            self._renewed = None
        return self.is_held

    def give_back(self) -> None:
        """Leave the lease to others at once, if it is held."""
        self._renewed = None
        self._store.write_aside(executing(_GIVE_BACK, name=self._name, of=self._holder))

    def has_swept(self) -> None:
        """All that was due by now is done: the next renewal says so."""
        self._swept = self._clock()

    def _look(self) -> _Seen:
        for row in self._store.rows(_OF_NAME, name=self._name):
            return _Seen(row["holder"], int(row["renewals"]))
        self._store.write_aside(executing(_ADD, name=self._name, holder=NOBODY, place="", since=0, renewals=0, swept=0))
        return _Seen(NOBODY, 0)

    def _is_abandoned(self, row: _Seen) -> bool:
        """Whether the row has not changed for as long as a lease lasts."""
        if row != self._seen:
            self._seen, self._seen_at = row, self._elapsed()
        return self._elapsed() - self._seen_at >= LEASE_SECONDS

    def _take(self, row: _Seen) -> bool:
        """Write that the lease is held here, unless somebody has changed the row since it was looked at."""
        known = {"name": self._name, "of": row.holder, "renewed": row.renewals}
        taken: list[bool] = []

        def taking(cursor: Cursor) -> None:
            if row.holder == self._holder and self._swept is None:
                cursor.execute(_RENEW, **known)
            elif row.holder == self._holder:
                cursor.execute(_HAS_SWEPT, **known, at=self._swept)
            else:
                cursor.execute(_TAKE, **known, new=self._holder, where=self._place, at=self._clock())
            taken.append(cursor.rowcount == 1)

        self._store.write_aside(taking)
        return taken[-1]


def held(store: Store) -> list[Held]:
    """All leases, by their names."""
    return [
        Held(row["name"], row["place"] if row["holder"] != NOBODY else None, int(row["since"]), row["swept"] or None)
        for row in store.rows(_ALL)
    ]


_ALL = select(leases).order_by(leases.c.name)
_OF_NAME = select(leases).where(matching(leases.c.name))
_ADD = once(leases)
_OF_HOLDER = (matching(leases.c.name), leases.c.holder == bindparam("of"))
_AS_SEEN = (*_OF_HOLDER, leases.c.renewals == bindparam("renewed"))
_RENEW = update(leases).where(*_AS_SEEN).values(renewals=leases.c.renewals + 1)
_HAS_SWEPT = _RENEW.values(swept=bindparam("at"))
_TAKE = (
    update(leases)
    .where(*_AS_SEEN)
    .values(holder=bindparam("new"), place=bindparam("where"), since=bindparam("at"), renewals=leases.c.renewals + 1)
)
_GIVE_BACK = update(leases).where(*_OF_HOLDER).values(holder=NOBODY)
