"""Which games are to be looked at, and when: a relation that is written with whatever changes it.

A row says when the next deadline of a game is to be enforced, or its next reminder comes. It is a hint of where to
look; what is done, and whether anything is, the game's log decides. So a row that is out of date does no harm, as long
as it is not later than what it stands for: each is written in the transaction of the command that moves a clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, delete, exists, func, literal, or_, select, update

from domain.table.table import Table
from projections.statements import Cursor, matching, put
from service.store.event_store import Change, Store, executing
from service.store.relations import due_work, stored_events

Kind = Literal["deadline", "reminder"]

LEASE_SECONDS = 10
"""For so long a process has what it has taken for itself; should it end meanwhile, another one takes it after that."""

NOTHING: Mapping[Kind, Sequence[int]] = MappingProxyType({"deadline": [], "reminder": []})
"""When something is to be done at a table that waits for no time."""

BATCH = 200
"""For how many games rows are written in one transaction."""

AT_ONCE = 20
"""How many games are taken at once: no more than can be looked at within the lease."""


class Due(NamedTuple):
    """A game that is to be looked at, as its log was at a version (0: not looked at yet), from an instant on."""

    game: str
    version: int
    due: int


class DueWork:
    """The games that are to be looked at for one kind of thing. Thread-safe; any number of processes may take them.

    `now` is the time in seconds UTC of whoever asks. Times of others are not trusted further than a lease: a game that
    seems to be taken for longer was taken by a process whose system clock was ahead.
    """

    def __init__(self, store: Store, kind: Kind) -> None:
        self._store = store
        self._kind = kind

    def take(self, now: int, most: int = AT_ONCE) -> list[Due]:
        """Games that are due now, and that nobody else looks at: they are the caller's for the time of a lease.

        The latest come first: those of which nothing is known yet keep nobody waiting.
        """
        values = {"kind": self._kind, "now": now, "latest": now + LEASE_SECONDS}
        if not self._store.rows(_FREE, **values, most=1):
            return []
        found: list[Due] = []

        def taking(cursor: Cursor) -> None:
            taken = cursor.execute(_TAKE, **values, until=now + LEASE_SECONDS, most=most).fetchall()
            found.extend(Due(row["game"], row["version"], row["due"]) for row in taken)

        self._store.write(taking)
        return sorted(found, key=lambda one: -one.due)

    def settle(self, looked_at: Due, due: int | None) -> None:
        """The game was looked at, and nothing is to be done before then; None: nothing at all.

        A command that was stored meanwhile has written what is true since.
        """
        row = {"game": looked_at.game, "kind": self._kind, "version": looked_at.version}
        if due is None:
            self._store.write(executing(_REMOVE, **row))
        else:
            self._store.write(executing(_SETTLE, **row, at=due))

    def oldest(self) -> int | None:
        """Since when the game is due that has waited for longest, or when the next one will be; None if none will."""
        for row in self._store.rows(_OLDEST, kind=self._kind):
            return None if row["due"] is None else int(row["due"])
        return None

    def unknown(self) -> int:
        """Of how many games it is not worked out yet when they are due."""
        [row] = self._store.rows(_UNKNOWN, kind=self._kind)
        return int(row["number"])


def next_reminder(table: Table, after: int) -> int | None:
    """When the first reminder of the table comes after this instant; None if none does."""
    return min((at for at in _times(table)["reminder"] if at > after), default=None)


def written_due(game_id: str, before: Table | None, after: Table) -> Iterator[Change]:
    """The changes by which it is known when the game is to be looked at, where a command has changed that.

    `before` is the table as it was; None for a game that is opened. Reminders that have come count as well: whether
    they were given is known to whoever gives them.
    """
    known = NOTHING if before is None else _times(before)
    for kind, times in _times(after).items():
        if times == known[kind]:
            continue
        if times:
            yield executing(_PUT, game=game_id, kind=kind, version=after.version, due=min(times), taken=0)
        else:
            yield executing(_DROP, game=game_id, kind=kind)


def nothing_due(game_id: str) -> Change:
    """The change by which the game is looked at no more."""
    return executing(_DROP_ALL, game=game_id)


def look_at_all(store: Store) -> int:
    """Have every running game looked at once, to work out anew when it is due: how many there are, by a look at all
    events."""
    games = [str(UUID(str(row["originator_id"]))) for row in store.rows(_RUNNING)]
    for first in range(0, len(games), BATCH):
        rows = [(game_id, kind) for game_id in games[first : first + BATCH] for kind in NOTHING]
        store.write(*(executing(_PUT, game=game, kind=kind, version=0, due=0, taken=0) for game, kind in rows))
    return len(games)


def _times(table: Table) -> Mapping[Kind, Sequence[int]]:
    """When the table is to be looked at, for each kind of thing: the first deadline, and all reminders."""
    if table.status != "running":
        return NOTHING
    following = table.clocks.next_due()
    reminders = [at for seat in table.pending for _, at in table.clocks.reminders(seat)]
    return {"deadline": [] if following is None else [following[0]], "reminder": reminders}


_CLOSED = stored_events.alias()
_RUNNING = select(stored_events.c.originator_id).where(
    stored_events.c.topic.contains(":GameStarted:"),
    ~exists().where(_CLOSED.c.originator_id == stored_events.c.originator_id, _CLOSED.c.topic.contains(":GameClosed:")),
)
_GAME, _KIND, _DUE, _TAKEN = due_work.c.game, due_work.c.kind, due_work.c.due, due_work.c.taken
_ROW = matching(_GAME, _KIND)
_FREE = (
    select(_GAME)
    .where(
        matching(_KIND),
        bindparam("now") >= _DUE,
        or_(bindparam("now") >= _TAKEN, bindparam("latest") < _TAKEN),
    )
    .order_by(_DUE.desc())
    .limit(bindparam("most"))
)
_TAKE = (
    update(due_work)
    .where(matching(_KIND), _GAME.in_(_FREE.with_for_update(skip_locked=True).scalar_subquery()))
    .values(taken=bindparam("until"))
    .returning(_GAME, due_work.c.version, _DUE)
)
_AS_TAKEN = (_ROW, due_work.c.version == bindparam("version"))
_SETTLE = update(due_work).where(*_AS_TAKEN).values(due=bindparam("at"), taken=literal(0))
_REMOVE = delete(due_work).where(*_AS_TAKEN)
_PUT = put(due_work)
_DROP = delete(due_work).where(_ROW)
_DROP_ALL = delete(due_work).where(matching(_GAME))
_OLDEST = select(func.min(_DUE).label("due")).where(matching(_KIND), literal(0) < _DUE)
_UNKNOWN = select(func.count().label("number")).where(matching(_KIND), literal(0) == _DUE)
