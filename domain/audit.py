"""What a record proves by itself: chain, commitments, draws, legality under its rules, result.

The audit trusts nothing in the record: it makes the chain again from the public parts, checks each private part
against its commitment, and, when the closing event has published the seed, works out every nonce and draw and
decides every command again. That the record is the game as it was played needs heads kept outside (`seen`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from domain.canon import Json, canonical
from domain.catalog import Catalog
from domain.export import BadRecord, Record
from domain.game import Action, Outcome, Refused, to_json
from domain.record import (
    CLOSED,
    FORMAT,
    GENESIS,
    PROCEDURE,
    Command,
    Entry,
    Happened,
    Part,
    Public,
    Sealed,
    Whole,
    chained,
    part_nonce,
    seed_commitment,
    split_stored,
    whole,
)
from domain.table import actions
from domain.table.decide import decide
from domain.table.table import Table

CONSISTENT, REFUSED, PREFIX, UNFAIR = 0, 1, 2, 3


class Verdict(msgspec.Struct, frozen=True):
    """What an audit found. `code` is the exit code: 0 consistent, 1 refused, 2 a prefix, 3 not a fair game.

    `version` is the first bad event of a refused record (None: the record as a whole), `reason` what is wrong with
    it; `remarks` what the reader should know of a good one; `seen` the kept heads that it passes through.
    """

    code: int
    word: str
    events: int
    head: str
    version: int | None = None
    reason: str | None = None
    remarks: tuple[str, ...] = ()
    seen: tuple[int, ...] = ()
    result: Outcome | None = None


class _Bad(Exception):
    def __init__(self, version: int | None, reason: str) -> None:
        super().__init__(reason)
        self.version = version
        self.reason = reason


def audit(record: Record, catalog: Catalog, seen: Mapping[int, str] | None = None) -> Verdict:
    """Examine a record. `seen` maps versions to heads (hex) that somebody kept outside."""
    try:
        return _examine(record, catalog, seen or {})
    except _Bad as bad:
        return Verdict(
            REFUSED, "refused", len(record.events), record.head, version=bad.version, reason=bad.reason
        )


def _examine(record: Record, catalog: Catalog, seen: Mapping[int, str]) -> Verdict:
    entries, publics = _chain(record)
    _check_header(record, publics[0], catalog)
    _check_seen(entries, seen)
    _check_parts(entries, publics)
    closing = publics[-1] if publics[-1].type == "GameClosed" else None
    _check_end(publics)
    if closing is None or closing.data["seed"] is None:
        return Verdict(
            PREFIX, "a prefix", len(entries), record.head, seen=tuple(sorted(seen)),
            remarks=("the game goes on, or the end was cut off; hidden parts and decisions are not checked",),
        )  # fmt: skip
    _check_complete(publics, entries)
    if any(draw.get("forced") for public in publics for draw in public.draws):
        return Verdict(
            UNFAIR, "not a fair game", len(entries), record.head, seen=tuple(sorted(seen)),
            remarks=("outcomes were given, not drawn; decisions are not checked",),
        )  # fmt: skip
    table = _Replay(record, catalog, bytes.fromhex(closing.data["seed"])).run(entries)
    return Verdict(
        CONSISTENT,
        "consistent",
        len(entries),
        record.head,
        remarks=tuple(_remarks(table, seen)),
        seen=tuple(sorted(seen)),
        result=table.result,
    )


def _chain(record: Record) -> tuple[list[Entry], list[Public]]:
    """Every hash follows from the one before and the public part; versions, commands and times run on."""
    if record.format != FORMAT:
        raise _Bad(None, f"the format is {record.format!r}, not {FORMAT!r}")
    if not record.events:
        raise _Bad(None, "there are no events")
    try:
        entries = record.entries()
        publics = [entry.read() for entry in entries]
    except (BadRecord, msgspec.ValidationError) as error:
        raise _Bad(None, str(error)) from None
    head = GENESIS
    for number, (entry, public) in enumerate(zip(entries, publics, strict=True), 1):
        head = chained(head, entry.public)
        if entry.hash != head.hex():
            raise _Bad(number, "its hash does not follow from its content and the hash before it")
        if public.version != number:
            raise _Bad(number, f"it calls itself version {public.version}")
    for before, after in pairwise(publics):
        if after.at < before.at:
            raise _Bad(after.version, "its time is earlier than that of the event before it")
        if after.command != before.command + (after.by is not None):
            raise _Bad(after.version, f"it calls itself part of command {after.command}")
    if record.head != head.hex():
        raise _Bad(None, "the head is not the hash of the last event")
    return entries, publics


def _check_header(record: Record, first: Public, catalog: Catalog) -> None:
    """The header repeats event 1, and the installation knows the game."""
    if first.type != "GameOpened" or first.by is None:
        raise _Bad(1, "the first event does not open a game")
    for name in ("id", "game", "rules", "data", "options", "seats"):
        if getattr(record, name) != first.data.get(name):
            raise _Bad(1, f"the header's {name} is not the one of the first event")
    if first.data.get("procedure") != PROCEDURE:
        raise _Bad(1, f"unknown procedure of chance {first.data.get('procedure')!r}")
    if record.game not in catalog:
        raise _Bad(None, f"unknown game {record.game!r}")
    if strangers := set(record.names) - set(record.seats):
        raise _Bad(None, f"a name is given to {sorted(strangers)[0]!r}, which is no seat")


def _check_seen(entries: Sequence[Entry], seen: Mapping[int, str]) -> None:
    for version, head in sorted(seen.items()):
        if not 1 <= version <= len(entries):
            raise _Bad(None, f"it does not reach version {version}, whose head was kept")
        if entries[version - 1].hash != head.lower():
            raise _Bad(version, "its hash is not the head that was kept")


def _check_parts(entries: Sequence[Entry], publics: Sequence[Public]) -> None:
    """Every private part, and every part that an event opens, is the one that was committed to."""
    for entry, public in zip(entries, publics, strict=True):
        for name, part in entry.private.items():
            if public.commitments.get(name) != _commitment(part, public.version):
                raise _Bad(public.version, f"the part of {name} is not the one that was committed to")
        for opened in public.opens or ():
            _check_opening(opened, public.version, publics)


def _check_opening(opened: Json, version: int, publics: Sequence[Public]) -> None:
    try:
        part = msgspec.convert({"nonce": opened["nonce"], "part": opened["part"]}, Part)
        sealed = Sealed(opened["version"], opened["audience"], part)
        if not 1 <= sealed.version < version:
            raise _Bad(version, f"it opens version {sealed.version}")
        committed = publics[sealed.version - 1].commitments.get(sealed.audience)
    except (KeyError, TypeError, msgspec.ValidationError):
        raise _Bad(version, "what it opens has not the form of an opening") from None
    if committed != _commitment(sealed.part, version):
        raise _Bad(version, f"what it opens of version {sealed.version} is not what was committed to")


def _commitment(part: Part, version: int) -> str:
    try:
        return part.commitment()
    except ValueError:
        raise _Bad(version, "the nonce of a part is not hexadecimal") from None


def _check_end(publics: Sequence[Public]) -> None:
    for public in publics[:-1]:
        if public.type == "GameClosed":
            raise _Bad(public.version + 1, "it follows the closing event")


def _check_complete(publics: Sequence[Public], entries: Sequence[Entry]) -> None:
    for public, entry in zip(publics, entries, strict=True):
        missing = set(public.commitments) - set(entry.private) - {CLOSED}
        if missing:
            raise _Bad(
                public.version, f"the part of {sorted(missing)[0]} is missing although the game is closed"
            )
        if CLOSED in entry.private:
            raise _Bad(public.version, "a part that never opens lies open")


class _Replay:
    """Decides every command again and compares what comes with what was recorded."""

    def __init__(self, record: Record, catalog: Catalog, seed: bytes) -> None:
        self._record = record
        self._seed = seed
        self._table = Table(catalog)
        self._game = catalog[record.game]

    def run(self, entries: Sequence[Entry]) -> Table:
        """The table at the end; `_Bad` at the first event that does not come out again."""
        for group in _commands(entries):
            self._again(group)
        return self._table

    def _again(self, group: Sequence[Entry]) -> None:
        wholes = [_whole(entry) for entry in group]
        first = wholes[0]
        if first.public.version == 1:
            self._check_seed(first)
        command = self._command(first)
        try:
            happened = decide(self._table, command, self._seed)
        except Refused as refused:
            raise _Bad(first.public.version, f"its action is refused: {refused}") from None
        for index, (entry, item) in enumerate(zip(group, wholes, strict=True)):
            self._compare(item, happened[index] if index < len(happened) else None, command, first=index == 0)
            self._check_nonces(entry, item.public.version)
        if len(happened) > len(wholes):
            raise _Bad(
                wholes[-1].public.version, f"{type(happened[len(wholes)].event).__name__} should follow it"
            )
        for entry in group:
            self._table.fold(entry)

    def _check_seed(self, first: Whole) -> None:
        if first.data["commitment"] != seed_commitment(self._record.id, self._seed):
            raise _Bad(1, "the seed that was published is not the one that was committed to")

    def _command(self, first: Whole) -> Command:
        public = first.public
        try:
            return Command(str(public.by), public.seat, self._action(first.action or {}), public.at)
        except Refused as refused:
            raise _Bad(public.version, f"its action is {refused}") from None

    def _action(self, raw: Mapping[str, Json]) -> Action:
        return actions.parse(raw) if actions.is_table_action(raw) else self._game.parse(raw)

    def _compare(self, item: Whole, happened: Happened | None, command: Command, *, first: bool) -> None:
        version = item.public.version
        if happened is None:
            raise _Bad(version, f"{item.type} does not follow from the action")
        event = happened.event
        if type(event).__name__ != item.type:
            raise _Bad(version, f"{type(event).__name__} follows from the action, not {item.type}")
        if canonical(to_json(happened.draws)) != canonical(item.draws):
            raise _Bad(version, "its draws are not those that the seed gives")
        public, private = split_stored(happened, command, self._record.seats, first=first)
        if canonical(public["data"]) != canonical(item.public.data):
            raise _Bad(version, "its data do not follow from the action")
        private.pop(CLOSED, None)
        if set(private) != set(item.public.commitments) - {CLOSED}:
            raise _Bad(version, "it has not the private parts that such an event has")
        if first != (CLOSED in item.public.commitments):
            raise _Bad(version, "it has not the closed part that such an event has")
        if canonical(to_json(event)) != canonical(item.data):
            raise _Bad(version, "its hidden data do not follow from the action")

    def _check_nonces(self, entry: Entry, version: int) -> None:
        for name, part in entry.private.items():
            if part.nonce != part_nonce(self._seed, self._record.id, version, name):
                raise _Bad(version, f"the nonce of the part of {name} does not follow from the seed")


def _whole(entry: Entry) -> Whole:
    try:
        return whole(entry)
    except (KeyError, TypeError, AttributeError) as error:
        raise _Bad(entry.read().version, f"its parts do not fit together: {error}") from None


def _commands(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    group: list[Entry] = []
    for entry in entries:
        if entry.read().by is not None and group:
            yield group
            group = []
        group.append(entry)
    yield group


def _remarks(table: Table, seen: Mapping[int, str]) -> Iterator[str]:
    if table.header.seed_source == "given":
        yield "the seed was given, not drawn from the operating system"
    if not table.entropy:
        yield "dealt by the operator alone: no seat gave entropy"
    if seen:
        yield f"it is the game as it was played up to version {max(seen)}: it passes through the kept heads"
    else:
        yield "that it is the game as it was played is proved only against heads kept outside (--seen)"
    if table.status != "over":
        yield f"the game was not played to its end: {table.status}"
