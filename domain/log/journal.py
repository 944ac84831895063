"""The journal: one public, hash-chained log of an installation, so that no game can be dropped or begun anew unseen.

Its entries have the form of a game's (`domain.log.record`), without commands, draws and private parts: `command`
repeats the version. What is listed of a game is listed in the transaction that stores it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

import msgspec

from domain.contract.game import to_json
from domain.contract.quantities import INSTANTS
from domain.log.canon import Json, NotCanonical, canonical, parse
from domain.log.merkle import leaf_hash
from domain.log.record import GENESIS, Entry, Public, chained

FORMAT = "nightledger/journal/1"

MOST_BYTES = 256 * 1024 * 1024
"""The largest journal that is read, in bytes."""


class BadJournal(ValueError):
    """What was given is no journal of this form, or its chain is broken; the message says why."""


class NoJournal(BadJournal):
    """What was given has not the form of a journal."""


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the journal lists. Ids of games and accounts are opaque; keys, hashes and heads are hex."""

    schema: ClassVar[int] = 1


class KeyListed(Listed, frozen=True):
    """A public key under which the installation signs receipts from now on."""

    key: str
    algorithm: str


class ReservationListed(Listed, frozen=True):
    """The seed of a game was fixed for an account: the commitment to it. The game gets this id, if it is opened."""

    id: str
    creator: str
    commitment: str


class BranchListed(Listed, frozen=True):
    """A game is opened that is to begin from a position of another one, `source` at `version` with hash `head`."""

    id: str
    source: str
    version: int
    head: str


class StartListed(Listed, frozen=True):
    """A game began: the version and hash of its `GameStarted`."""

    id: str
    game: str
    rules: int
    commitment: str
    version: int
    head: str


class EndListed(Listed, frozen=True):
    """A game was closed (`over`, `void`, `cancelled`, `abandoned`): the version and hash of its `GameClosed`."""

    id: str
    game: str
    cause: str
    rules: int
    commitment: str
    version: int
    head: str


class VerdictListed(Listed, frozen=True):
    """Whether a closed game counts for the ratings of people and of programs: `rated`, or why not (docs/leagues.md)."""

    id: str
    people: str
    bots: str


class ImportListed(Listed, frozen=True):
    """A record was taken in from elsewhere: `id` is its id here, `source` the game's own, `head` its final head."""

    id: str
    source: str
    game: str
    rules: int
    commitment: str
    head: str


LISTED: Mapping[str, type[Listed]] = {
    kind.__name__: kind
    for kind in (KeyListed, ReservationListed, BranchListed, StartListed, EndListed, VerdictListed, ImportListed)
}


class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public part of an entry: nobody has posted it, and it has no draws and no private parts."""

    version: int
    command: int
    type: str
    schema: int
    at: Annotated[int, msgspec.Meta(ge=INSTANTS.least, le=INSTANTS.most)]
    seat: None
    data: dict[str, Json]
    draws: Annotated[list[Json], msgspec.Meta(max_length=0)]
    commitments: Annotated[dict[str, Json], msgspec.Meta(max_length=0)]

    def listed(self) -> Listed:
        """What it lists; `msgspec.ValidationError` if that, or its place, has not the form that it must have."""
        kind = LISTED.get(self.type)
        if kind is None:
            raise msgspec.ValidationError(f"{self.type!r} is nothing that a journal lists")
        if (self.command, self.schema) != (self.version, kind.schema):
            raise msgspec.ValidationError("its command is not its version, or its schema not that of its type")
        return msgspec.convert(self.data, kind, strict=True)


class _Whole(Listing, frozen=True, forbid_unknown_fields=True):
    private: Annotated[dict[str, Json], msgspec.Meta(max_length=0)]
    hash: str


class Journal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A journal as a document, from its first entry to some later one."""

    format: str
    entries: list[dict[str, Json]]
    head: str

    def encode(self) -> bytes:
        """The document's bytes."""
        return canonical(to_json(self))


def next_entry(last: Entry | None, listed: Listed, at: int) -> Entry:
    """The entry that lists this after `last` (None: the first); its time, seconds UTC, never runs backwards."""
    before = None if last is None else last.label
    version = 1 if before is None else before.version + 1
    public = canonical(
        to_json(
            Public(
                version=version,
                command=version,
                type=type(listed).__name__,
                schema=listed.schema,
                at=at if before is None else max(at, before.at),
                seat=None,
                data=to_json(listed),
                draws=[],
                commitments={},
            )
        )
    )
    previous = GENESIS if last is None else bytes.fromhex(last.hash)
    return Entry.of(public, {}, chained(previous, public).hex())


def journal_of(entries: Sequence[Entry]) -> Journal:
    """The document of these entries, the first one included."""
    return Journal(FORMAT, [entry.as_json() for entry in entries], entries[-1].hash if entries else GENESIS.hex())


def read_journal(raw: bytes) -> Journal:
    """A journal from a file's bytes; `NoJournal` says what is wrong with it."""
    if len(raw) > MOST_BYTES:
        raise NoJournal(f"{len(raw)} bytes are more than a journal may have")
    try:
        return msgspec.convert(parse(raw), Journal, strict=True)
    except (NotCanonical, msgspec.ValidationError) as error:
        raise NoJournal(str(error)) from None


class Line(msgspec.Struct, frozen=True):
    """One entry of a journal that was checked: its version, its time (seconds UTC), and what it lists."""

    version: int
    at: int
    listed: Listed


def checked(journal: Journal) -> list[Line]:
    """What the journal lists; `NoJournal` if an entry has not the form of one, `BadJournal` if its chain is broken."""
    if journal.format != FORMAT:
        raise NoJournal(f"the format is {journal.format!r}, not {FORMAT!r}")
    lines = [_line(number, raw) for number, raw in enumerate(journal.entries, 1)]
    head, time = GENESIS, 0
    for number, (line, raw) in enumerate(zip(lines, journal.entries), 1):
        head = chained(head, _public(raw))
        if raw["hash"] != head.hex():
            raise BadJournal(f"entry {number}: its hash does not follow from its content and the hash before it")
        if line.version != number:
            raise BadJournal(f"entry {number}: it calls itself version {line.version}")
        if line.at < time:
            raise BadJournal(f"entry {number}: its time is earlier than that of the entry before it")
        time = line.at
    if journal.head != head.hex():
        raise BadJournal("the head is not the hash of the last entry")
    return lines


def _line(number: int, raw: Mapping[str, Json]) -> Line:
    try:
        entry = msgspec.convert(raw, _Whole, strict=True)
        return Line(entry.version, entry.at, entry.listed())
    except msgspec.ValidationError as error:
        raise NoJournal(f"entry {number} has not the form of one: {error}") from None


def leaves_of(journal: Journal) -> list[bytes]:
    """The leaves' hashes of the tree over a journal that was checked."""
    return [leaf_hash(_public(raw)) for raw in journal.entries]


def _public(raw: Mapping[str, Json]) -> bytes:
    return canonical({name: value for name, value in raw.items() if name not in ("private", "hash")})


def keys(lines: Iterable[Line]) -> list[str]:
    """The public keys that were listed."""
    return [line.listed.key for line in lines if isinstance(line.listed, KeyListed)]


def of_game(lines: Iterable[Line], game_id: str) -> Iterator[Listed]:
    """What is listed of a game that was played here, in order."""
    kinds = ReservationListed | BranchListed | StartListed | EndListed
    for line in lines:
        if isinstance(line.listed, kinds) and line.listed.id == game_id:
            yield line.listed
