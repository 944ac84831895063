"""The event store: all logs, of games and of whatever else has one, and in the same database and transactions what may
not be public."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError, StoredEvent
from sqlalchemy import BigInteger, Boolean, and_, bindparam, exists, func, insert, literal, select, text, update

from domain.log.entries import Entries
from domain.log.journal import Listed
from domain.log.record import Entry
from domain.log.wellformed import Misshapen, check_entries
from projections.database import Database
from projections.statements import Cursor, Statement, any_row, matching, once
from service.errors import ServiceError
from service.store.mapping import HAS_ENTRY, LAST, OF_LOG, STATES, entry_hash, game_of, to_stored
from service.store.published.listing import JOURNAL, Listing, noting
from service.store.published.merkle import LAST_LEAF
from service.store.recorder import (
    CATALOGUE,
    EVENT_CATALOGUE,
    EVENT_CATALOGUE_KEY,
    Change,
    Conflict,
    Expected,
    NewerStore,
    Recorder,
    catalogue,
    executing,
)
from service.store.relations import (
    REVISION,
    accounts,
    installation,
    outages,
    position,
    seeds,
    standing_orders,
    stored_events,
    texts,
)
from service.store.unit_of_work import UnitOfWork
from service.store.vault import Vault

__all__ = ["JOURNAL", "Batch", "Change", "Conflict", "IntegrityError", "Reservation", "Store", "executing"]

Batch = tuple[str, int, Sequence[Entry]]
"""Entries to append: the log's id, the version that it must have, the entries that follow it."""

REMEMBERED_LOGS = 4096
"""Of how many logs it is kept in mind which game of the catalogue they name."""

SECRET = "secret"
"""Under which the installation keeps the mark of its secret."""

VERSIONS = "alembic_version"

SCHEMA = f"SELECT version_num FROM {VERSIONS}"

FIRST = select(stored_events.c.topic).where(OF_LOG, stored_events.c.originator_version == 1)

SOME_STATES = STATES.limit(bindparam("limit"))

OPENED = select(stored_events.c.originator_id, stored_events.c.topic).where(stored_events.c.originator_version == 1)

NEXT = (
    select(position.label("position"), stored_events.c.originator_id, stored_events.c.state)
    .where(position > bindparam("after"), position <= bindparam("horizon"))
    .order_by(position)
    .limit(bindparam("limit"))
)

WRITTEN = (
    select(position.label("position"), stored_events.c.originator_id)
    .where(position > bindparam("after"), position <= bindparam("horizon"))
    .order_by(position)
)

LAST_POSITION = select(func.max(position).label("position")).select_from(stored_events)

POSITION = LAST_POSITION.where(position <= bindparam("horizon"))

OUTAGES = outages.name
"""The name under which it is kept from changing which outage is the last."""

_LAST_OUTAGE = select(func.coalesce(func.max(outages.c.id), literal(0))).scalar_subquery()

NEWEST = select(
    select(func.max(stored_events.c.originator_version)).where(OF_LOG).scalar_subquery().label("version"),
    select(entry_hash)
    .where(OF_LOG)
    .order_by(stored_events.c.originator_version.desc())
    .limit(1)
    .scalar_subquery()
    .label("head"),
    exists().where(matching(standing_orders.c.game)).label("orders"),
    exists().where(matching(texts.c.game)).label("words"),
    _LAST_OUTAGE.label("outage"),
)

HAS_LATER = select(exists().where(OF_LOG, stored_events.c.originator_version > bindparam("version")).label("found"))

IS_RESERVED = any_row(seeds.c.game)

HAS_BESIDE = select(
    and_(
        exists().where(matching(standing_orders.c.game)) == bindparam("orders", type_=Boolean()),
        exists().where(matching(texts.c.game)) == bindparam("words", type_=Boolean()),
        bindparam("outage", type_=BigInteger()) == _LAST_OUTAGE,
    ).label("found")
)
"""Whether a log has standing orders, and words, and the installation outages, just as this says."""

_THERE = select(accounts.c.id).where(accounts.c.id == bindparam("for_whom")).scalar_subquery()

RESERVE = insert(seeds).values(
    game=bindparam("game"),
    sealed=bindparam("sealed"),
    account=func.coalesce(_THERE, text("''")),
    reserved=bindparam("reserved"),
)
"""Nobody who is gone is named, as whose league or series goes on may be."""

RESERVED = select(seeds.c.sealed, seeds.c.account).where(matching(seeds.c.game))

MARK = once(installation)

MARK_OF_SECRET = select(installation.c.value).where(installation.c.key == SECRET)

RAISE_CATALOGUE = (
    update(installation)
    .values(value=EVENT_CATALOGUE)
    .where(installation.c.key == EVENT_CATALOGUE_KEY, installation.c.value < EVENT_CATALOGUE)
)


class Newest(NamedTuple):
    """The version of a log; whether a seat of it has standing orders, and whether words of it are kept; and the
    last outage of the installation (0: none); and the hash of the log's last entry, in hex as bytes."""

    version: int
    orders: bool
    words: bool
    outage: int
    head: bytes = b""


def unchanged(log_id: str, newest: Newest) -> Expected:
    """That the log has got no first orders or words meanwhile, and has not lost its last ones; and that no outage was
    noticed."""
    seen = {"game": log_id, "orders": newest.orders, "words": newest.words, "outage": newest.outage}
    return Expected(HAS_BESIDE, seen, True, f"what lies beside {log_id} has changed", (log_id,), (OUTAGES,))


def unreserved(source: str) -> Expected:
    """That nothing was reserved under this id meanwhile."""
    return Expected(IS_RESERVED, {"game": source}, False, f"{source} was given out meanwhile", (source,))


@dataclass(frozen=True)
class Reservation:
    """A seed: the id of what it is for, a log or a stage of a league; the seed, and for whom it was reserved."""

    id: str
    seed: bytes = field(repr=False)
    account: str


class Store:
    """All logs of an installation. Thread-safe; several processes may use the same database.

    A log's id is a UUID as text, lower-case and with dashes; any other text is the id of none. `secret` is the
    installation's: without it no seed can be read; `vault` encrypts with it.
    """

    def __init__(self, recorder: Recorder, secret: bytes) -> None:
        self._recorder = recorder
        self._game_of = lru_cache(REMEMBERED_LOGS)(self._find_game)
        self.vault = Vault(secret)
        self._after_writes: list[Callable[[], None]] = []
        self._listing = Listing(recorder)

    def create_schema(self) -> None:
        """Bring the schema to this program's; run by a command, not by every process."""
        self._recorder.migrate()
        if not self.rows(MARK_OF_SECRET):
            self.write(executing(MARK, key=SECRET, value=self.vault.mark))
        self._listing.catch_up()
        if self.listed() < self.version(JOURNAL):
            self.write(self._listing.growing)

    def is_ready(self) -> bool:
        """Whether there is a store in the database, of whichever schema."""
        return self._recorder.has(installation.name)

    def is_outdated(self) -> bool:
        """Whether the store is still that of an older program: `create_schema` has not brought its schema to this
        program's, or `upgrade` has not let this program store its events."""
        schemas = self.rows(SCHEMA) if self._recorder.has(VERSIONS) else []
        known = max((row["value"] for row in self.rows(CATALOGUE)), default=0)
        return all(row["version_num"] < REVISION for row in schemas) or known < EVENT_CATALOGUE

    def is_of_this_secret(self) -> bool:
        """Whether the store was made with the secret that this program has: with another no seed can be read."""
        return all(row["value"] == self.vault.mark for row in self.rows(MARK_OF_SECRET))

    def upgrade(self) -> tuple[int, int]:
        """Let this program store its events: the number of the event catalogue before and now.

        From then on older programs read and do not write.
        """
        before: list[int] = []

        def raise_catalogue(cursor: Cursor) -> None:
            before.append(catalogue(cursor))
            cursor.execute(RAISE_CATALOGUE)

        self.create_schema()
        self.write(raise_catalogue)
        return before[0], max(before[0], EVENT_CATALOGUE)

    def beside(self, name: str) -> Database | None:
        """The database of the store, for projections that one writer at a time changes under this name; None where they
        lie in files of their own."""
        return self._recorder.beside(name)

    def check_writable(self) -> None:
        """`ServiceError` `read-only` when the store is newer than this program, `Unavailable` when it takes no writes.

        Something is written, since nothing else tells that: a full disk is still read, and locked.
        """
        self.write(self.probe)

    @property
    def probe(self) -> Change:
        """The change that changes nothing, but can be made only when an event could be stored."""
        return self._recorder.probe

    def call_after_writes(self, call: Callable[[], None]) -> None:
        """From now on call this after whatever this process has written, in the thread that has done so."""
        self._after_writes.append(call)

    def append(
        self,
        batches: Sequence[Batch],
        extra: Sequence[Change] = (),
        listed: Sequence[Listed] = (),
        at: int = 0,
        expected: Sequence[Expected] = (),
    ) -> int:
        """Store all of it in one transaction, or nothing: the position of the last entry.

        Each of `extra` is called with the transaction's cursor after the entries are in, and before them what the unit
        of work under way begins with. `listed` goes to the journal behind it, with the time `at` in seconds UTC.
        `Conflict` when a log has moved, or something is not as `expected`; `ServiceError` `read-only` when the store is
        newer than this program, `malformed` when an audit would refuse a record with the entries or a journal cannot
        hold what is listed; `IntegrityError` when something of `extra` clashes.
        """
        unit = UnitOfWork.under_way()
        try:
            stored = [event for batch in batches for event in self._stored(*batch)]
            changes = [*unit.beginning, *extra, *(noting(listed, at) if listed else ())]
            positions = self._recorder.insert_events(stored, changes=changes, expected=expected)
        except Misshapen as error:
            raise ServiceError("malformed", f"no record can hold this: {error}") from None
        except NewerStore as error:
            raise ServiceError("read-only", str(error)) from None
        unit.is_stored = True
        if listed:
            self._listing.catch_up()
        for call in self._after_writes:
            call()
        return positions[-1] if positions else self.position()

    def unmoved(self, log_id: str, version: int) -> Expected:
        """That a log has not gone on from this version."""
        at = {"originator_id": self._recorder.key(_uuid(log_id)), "version": version}
        return Expected(HAS_LATER, at, False, f"{log_id} has moved on from version {version}", (log_id,))

    def still_so(self, log_id: str, version: int, head: str) -> Expected:
        """That a log has this version, and its entry this hash: that it has not lost it, whatever came since."""
        at = {"originator_id": self._recorder.key(_uuid(log_id)), "version": version, "head": head}
        return Expected(HAS_ENTRY, at, True, f"{log_id} has another version {version}", (log_id,))

    def write(self, *changes: Change) -> None:
        """Make changes that belong to no log, in one transaction."""
        self.append((), changes)

    def write_aside(self, *changes: Change) -> None:
        """Make changes that nobody has asked for, and that are so no part of the unit of work under way."""
        with UnitOfWork():
            self.write(*changes)

    def rows(self, statement: Statement, /, **values: Any) -> list[Any]:
        """What a SELECT finds with these values for its names: rows whose columns are read by name."""
        return self._recorder.rows(statement, **values)

    def has(self, question: Statement, /, **values: Any) -> bool:
        """The answer to a question that `any_row` asks."""
        [row] = self.rows(question, **values)
        return bool(row["found"])

    def entries(self, log_id: str, after: int = 0) -> Entries:
        """A log's entries after this version; none for an unknown log."""
        stream = _stream(log_id)
        if stream is None:
            return Entries()
        found = self.rows(STATES, originator_id=self._recorder.key(stream), after=after)
        return Entries([row["state"] for row in found])

    def last(self, log_id: str) -> Entry:
        """The last entry of a log; ValueError for an unknown one."""
        [row] = self.rows(LAST, originator_id=self._recorder.key(_uuid(log_id)))
        return Entry.decode(row["state"])

    def games(self) -> list[str]:
        """The ids of all games."""
        return sorted(_log_id(row) for row in self.rows(OPENED) if ":GameOpened:" in row["topic"])

    def journal(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries of the journal after this version, the first `limit` of them; what is noted by now is there."""
        self._listing.catch_up()
        of_journal = {"originator_id": self._recorder.key(_uuid(JOURNAL)), "after": after}
        found = self.rows(STATES, **of_journal) if limit is None else self.rows(SOME_STATES, **of_journal, limit=limit)
        return [Entry.decode(row["state"]) for row in found]

    def listed(self) -> int:
        """How many entries of the journal its Merkle tree has: all, unless an older program has written since."""
        return max((row["number"] + 1 for row in self.rows(LAST_LEAF)), default=0)

    def notifications(self, after: int, limit: int) -> list[tuple[int, str, Entry | None]]:
        """All logs' entries after a position, in the order stored: `(position, log's id, entry)`, None in the place of
        an entry that cannot be decoded.

        Those of the journal are among them, under `JOURNAL`.
        """
        found = self.rows(NEXT, after=after, limit=limit, horizon=self._recorder.horizon())
        return [(row["position"], _log_id(row), _decoded(row["state"])) for row in found]

    def written(self, after: int) -> list[tuple[int, str]]:
        """Where something was stored after a position, in the order stored: `(position, log's id)`."""
        found = self.rows(WRITTEN, after=after, horizon=self._recorder.horizon())
        return [(row["position"], _log_id(row)) for row in found]

    def position(self) -> int:
        """The position of the last entry stored before which none is missing; 0 in an empty store."""
        [row] = self.rows(POSITION, horizon=self._recorder.horizon())
        return row["position"] or 0

    def last_position(self) -> int:
        """The position of the last entry stored, though some before it may be missing still; 0 in an empty store."""
        [row] = self.rows(LAST_POSITION)
        return row["position"] or 0

    def version(self, log_id: str) -> int:
        """The version of a log; 0 for an unknown one."""
        return self.newest(log_id).version

    def newest(self, log_id: str) -> Newest:
        """How far a log goes, and what lies beside it; of an unknown one nothing."""
        stream = _stream(log_id)
        if stream is None:
            return Newest(0, False, False, 0)
        [row] = self.rows(NEWEST, originator_id=self._recorder.key(stream), game=log_id)
        beside = bool(row["orders"]), bool(row["words"]), int(row["outage"])
        return Newest(row["version"] or 0, *beside, bytes(row["head"] or b""))

    def seed_kept(self, source: str, seed: bytes, account_id: str, at: int) -> Change:
        """The change that keeps the seed of a log to be, or of a stage of a league, by that one's id: encrypted, and
        reserved for an account at a time in seconds UTC."""
        sealed = self.vault.seal(source, seed)
        return executing(RESERVE, game=source, sealed=sealed, for_whom=account_id, reserved=at)

    def reservation(self, source: str) -> Reservation | None:
        """The seed that was reserved under this id; None if none was."""
        for row in self.rows(RESERVED, game=source):
            return Reservation(source, self.vault.open(source, row["sealed"]), row["account"])
        return None

    def is_given_out(self, log_id: str) -> bool:
        """Whether this is the id of a log of this store, or one under which a seed was reserved."""
        return self.version(log_id) > 0 or self.has(IS_RESERVED, game=log_id)

    def close(self) -> None:
        """Close the connections."""
        self._recorder.close()

    def _stored(self, log_id: str, version: int, entries: Sequence[Entry]) -> list[StoredEvent]:
        check_entries(entries)
        stream = _uuid(log_id)
        game = str(entries[0].read().data["game"]) if version == 0 else self._game_of(stream)
        return to_stored(stream, version, game, entries)

    def _find_game(self, stream: UUID) -> str:
        for row in self.rows(FIRST, originator_id=self._recorder.key(stream)):
            return game_of(row["topic"])
        raise Conflict(f"{stream} has no log")


def _decoded(state: bytes) -> Entry | None:
    """A stored entry all of which can be read; None for what is none any more."""
    try:
        entry = Entry.decode(state)
        # Decoding leaves these as they stand.
        _ = entry.read(), entry.private
    except msgspec.DecodeError:
        return None
    return entry


def _log_id(row: Any) -> str:
    """The id of the log that a stored event belongs to."""
    return _spelled(row["originator_id"])


@lru_cache(REMEMBERED_LOGS)
def _spelled(key: UUID | str) -> str:
    """A log's id as texts have it, of the key that a database has for it."""
    return str(UUID(str(key)))


_uuid = lru_cache(REMEMBERED_LOGS)(UUID)


@lru_cache(REMEMBERED_LOGS)
def _stream(log_id: str) -> UUID | None:
    try:
        stream = UUID(log_id)
    except ValueError:
        return None
    return stream if str(stream) == log_id else None
