"""Records taken in from elsewhere: kept as they are, shown like games, and never counted as any.

Such a game was not played here, so nobody here holds its seats: they are shown by the names in the record. Only a
closed game whose record is consistent is taken in, and only one that began from set-up, not from a given position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

import msgspec
from sqlalchemy import bindparam, insert, literal, select, tuple_

from domain.audit import CONSISTENT, Finding, Verdict, audit
from domain.bots.levels import LEVELS
from domain.contract.audience import REFEREE, SPECTATOR
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.log.gameid import FORM, is_game_id, new_id
from domain.log.journal import ImportListed
from domain.log.record import GENESIS, Entry, chained
from domain.log.words import LONGEST_KEPT, Words, references
from domain.records.export import BadRecord, Record, read
from domain.table.table import Table
from projections.statements import matching
from service.errors import ServiceError
from service.games import views
from service.games.shapes.answers import texts_of
from service.games.shapes.records import KeptRecord, RecordGame, TakenIn
from service.people.bots import AccountNames
from service.people.in_turn import in_turn
from service.people.names import checked_persons_name
from service.store.event_store import Change, Conflict, IntegrityError, Store, executing, unreserved
from service.store.relations import record_entries, records
from service.store.rendering import ShownEntries

MARK = "imported; consistent; not witnessed here"
"""What is said of every record that was taken in."""

MOST_EVENTS = 50_000

BESIDE = 0
"""The version under which, among the entries of a record, is kept what it holds beside its log."""

KEEP, KEEP_ENTRY = insert(records), insert(record_entries)

LIST = (
    select(records.c.id, records.c.taken_in, records.c.header)
    .order_by(records.c.taken_in.desc(), records.c.id.desc())
    .limit(bindparam("limit"))
)

_OTHER = records.alias()

LIST_AFTER = LIST.where(
    tuple_(records.c.taken_in, records.c.id)
    < select(_OTHER.c.taken_in, _OTHER.c.id).where(matching(_OTHER.c.id)).scalar_subquery()
)

OF_HEAD = select(records.c.id).where(matching(records.c.head))

RECORD = select(records.c.taken_in, records.c.header).where(matching(records.c.id))

KEPT_BESIDE = select(record_entries.c.state).where(
    matching(record_entries.c.record), record_entries.c.version == literal(BESIDE)
)

ENTRIES = (
    select(record_entries.c.state)
    .where(
        matching(record_entries.c.record),
        record_entries.c.version > bindparam("after"),
        record_entries.c.version <= bindparam("last"),
    )
    .order_by(record_entries.c.version)
)


class NotTakenIn(ServiceError):
    """A record that is not taken in; `findings` say what is wrong with which of its commands."""

    def __init__(self, reason: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__("bad-record", reason)
        self.findings = tuple(findings)


class _Beside(msgspec.Struct, frozen=True):
    """What a record may hold much of beside its events, as `Record` has it."""

    data: dict[str, str] = {}
    options: dict[str, Json] = {}
    files: dict[str, str] = {}
    texts: dict[str, Words] = {}


class _Header(msgspec.Struct, frozen=True):
    """A record without its events and what it holds beside them; `count` is how many events it has.

    Of one that was taken in before these were kept apart it holds what is beside them too.
    """

    record: Record
    count: int


class Imports:
    """The records of an installation that were played elsewhere. Thread-safe; raises `ServiceError`."""

    def __init__(
        self, store: Store, catalog: Catalog, clock: Callable[[], int], entropy: Callable[[int], bytes]
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._clock = clock
        self._entropy = entropy

    def take_in(self, account_id: str | None, raw: bytes, most_findings: int = 1) -> TakenIn:
        """Examine a record and keep it; one whose events lead to a final head known here is not kept again.

        One with an id of this installation is taken in never. `NotTakenIn` says what is wrong: up to `most_findings` of
        its commands, each with the rule's own reason.
        """
        record = _read(raw)
        if _leads_to_its_head(record):
            if (known := self._known(record)) is not None:
                return known
            self._check_played_elsewhere(record.id)
        verdict = audit(record, self._catalog, most_findings=most_findings)
        if verdict.code != CONSISTENT:
            raise NotTakenIn(_why(verdict), verdict.findings)
        record_id, at = new_id(self._entropy), self._clock()
        bringer = () if account_id is None else (in_turn(account_id),)
        changes = [*bringer, *_keeping(record_id, record, account_id, at)]
        opened = record.events[0]["data"]
        listed = ImportListed(record_id, record.id, record.game, record.rules, opened["commitment"], record.head)
        try:
            self._store.append((), changes, [listed], at, (unreserved(record.id),))
        except (Conflict, IntegrityError):
            return self.take_in(account_id, raw, most_findings)
        return TakenIn(id=record_id, known=False, played_here=False)

    def listed(self, after: str | None = None, limit: int = 50) -> list[KeptRecord]:
        """Records, the one that came last first; after the one with this id."""
        store = self._store
        rows = store.rows(LIST, limit=limit) if after is None else store.rows(LIST_AFTER, limit=limit, id=after)
        return [_kept(row["id"], row["taken_in"], _header(row["header"])) for row in rows]

    def last(self, record_id: str) -> int:
        """The last version of a record."""
        return self._found(record_id)[1].count

    def view(self, record_id: str, seat: str | None = None, at: int | None = None) -> RecordGame:
        """The game as an audience (a seat, spectator or referee) saw it at a version, with the record's `record`."""
        taken_in, header = self._found(record_id)
        version = header.count if at is None else at
        if not 1 <= version <= header.count:
            raise ServiceError("not-found", "the record has no version {version}", version=version)
        record = self._with_beside(record_id, header)
        table = Table(self._catalog.with_files(record.files))
        for entry in self._entries(record_id, 0, version):
            table.fold(entry)
        reader = _reader(record, seat)
        view = views.game_view(table, reader, _names(table, record), past=True)
        return RecordGame.of(view, texts=texts_of(record.texts), record=_kept(record_id, taken_in, header))

    def events(
        self, record_id: str, seat: str | None = None, after: int = 0, limit: int = 200
    ) -> list[dict[str, Json]]:
        """The log after version `after`, at most `limit` entries."""
        _, header = self._found(record_id)
        _reader(header.record, seat)
        parts = (*header.record.seats, REFEREE)
        entries = self._entries(record_id, max(after, 0), max(after, 0) + limit)
        return ShownEntries(entries, parts, self._with_beside(record_id, header).texts).as_json()

    def record(self, record_id: str) -> Record:
        """The record as it was taken in."""
        _, header = self._found(record_id)
        events = [entry.as_json() for entry in self._entries(record_id, 0, header.count)]
        return msgspec.structs.replace(self._with_beside(record_id, header), events=events)

    def _known(self, record: Record) -> TakenIn | None:
        store = self._store
        for row in store.rows(OF_HEAD, head=record.head):
            return TakenIn(id=row["id"], known=True, played_here=False)
        played = store.entries(record.id, after=len(record.events) - 1)
        if played and played[0].hash == record.head:
            return TakenIn(id=record.id, known=True, played_here=True)
        return None

    def _check_played_elsewhere(self, game_id: str) -> None:
        """`NotTakenIn` for an id that was given out here: the journal says of that game what is to be said of it."""
        if self._store.is_given_out(game_id):
            raise NotTakenIn(f"{game_id} is an id of this installation, where no such record was made")

    def _found(self, record_id: str) -> tuple[int, _Header]:
        for row in self._store.rows(RECORD, id=record_id):
            return row["taken_in"], _header(row["header"])
        raise ServiceError("not-found", "there is no such record")

    def _with_beside(self, record_id: str, header: _Header) -> Record:
        """A record without its events, with what it holds beside them."""
        for row in self._store.rows(KEPT_BESIDE, record=record_id):
            beside = msgspec.json.decode(row["state"], type=_Beside)
            return msgspec.structs.replace(header.record, **msgspec.structs.asdict(beside))
        return header.record

    def _entries(self, record_id: str, after: int, last: int) -> Sequence[Entry]:
        rows = self._store.rows(ENTRIES, record=record_id, after=after, last=last)
        return [Entry.decode(row["state"]) for row in rows]


def _read(raw: bytes) -> Record:
    try:
        record = read(raw)
    except BadRecord as bad:
        raise NotTakenIn(str(bad)) from None
    if not is_game_id(record.id):
        raise NotTakenIn(f"the id of a game is {FORM}")
    if not 1 <= len(record.events) <= MOST_EVENTS:
        raise NotTakenIn(f"a record has 1 to {MOST_EVENTS} events")
    _check_names(record)
    _check_words(record)
    if any(event.get("type") == "GameStarted" and _is_branch(event) for event in record.events):
        raise NotTakenIn("it begins from a given position: only games that began from set-up are taken in")
    return record


def _check_names(record: Record) -> None:
    """`NotTakenIn` for names that people could not have here; an AI is called by its level."""
    try:
        for name in record.names.values():
            if name not in LEVELS:
                checked_persons_name(name)
    except ServiceError as error:
        raise NotTakenIn(error.reason) from None


def _check_words(record: Record) -> None:
    """`NotTakenIn` for words that are longer than any that are written in a game."""
    long = {name for name, words in record.texts.items() if len(words.text) > LONGEST_KEPT}
    for number, event in enumerate(record.events if long else (), 1):
        if any(text.id in long for text in references(event)):
            raise NotTakenIn(f"event {number}: it refers to words of more than {LONGEST_KEPT} characters")


def _leads_to_its_head(record: Record) -> bool:
    """Whether the head is the hash of the events, not only said to be."""
    head = GENESIS
    try:
        for entry in record.entries():
            head = chained(head, entry.public)
    except (BadRecord, msgspec.ValidationError):
        return False
    return head.hex() == record.head


def _is_branch(event: Mapping[str, Json]) -> bool:
    action = event.get("action")
    return not (isinstance(action, dict) and action.get("type") == "table/start")


def _why(verdict: Verdict) -> str:
    if verdict.findings:
        place = "the record" if verdict.version is None else f"event {verdict.version}"
        return f"{place}: {verdict.reason}"
    return f"{verdict.word}: {'; '.join(verdict.remarks)}"


def _keeping(record_id: str, record: Record, account_id: str | None, at: int) -> list[Change]:
    """What keeps a record under an id: its header, which lists read, its entries, and what it holds beside them."""
    nothing = msgspec.structs.asdict(_Beside())
    header = _Header(msgspec.structs.replace(record, events=[], **nothing), len(record.events))
    kept = executing(
        KEEP, id=record_id, head=record.head, account=account_id, taken_in=at, header=msgspec.json.encode(header)
    )
    beside = msgspec.json.encode(_Beside(record.data, record.options, record.files, record.texts))
    states = chain([beside], (entry.encode() for entry in record.entries()))
    parts = (
        executing(KEEP_ENTRY, record=record_id, version=version, state=state)
        for version, state in enumerate(states, BESIDE)
    )
    return [kept, *parts]


def _header(raw: bytes) -> _Header:
    return msgspec.json.decode(raw, type=_Header)


def _kept(record_id: str, taken_in: int, header: _Header) -> KeptRecord:
    record = header.record
    return KeptRecord(
        id=record_id,
        source=record.id,
        game=record.game,
        seats={seat: record.names.get(seat, seat) for seat in record.seats},
        events=header.count,
        head=record.head,
        taken_in=taken_in,
        mark=MARK,
    )


def _reader(record: Record, seat: str | None) -> str:
    """Through whose eyes: of a closed game anybody's."""
    if seat not in (None, SPECTATOR, REFEREE, *record.seats):
        raise ServiceError("forbidden", "there is no seat {seat}", seat=seat)
    return seat or SPECTATOR


def _names(table: Table, record: Record) -> AccountNames:
    """Account, which means nothing here, -> the name that the record gives its seat."""
    return AccountNames(
        (held.account, record.names[name], False)
        for name, held in table.seats.items()
        if held.account and name in record.names
    )
