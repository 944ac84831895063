"""The log of a character as one document, with the records of the games that it grew in; and what that proves.

The log's own chain and commands are examined as those of other logs are (`domain.audit.aggregates`). What it has become
is decided again from each game: the game's log names the character at the version and head at which it was brought,
the character's log names the game at the version and head of its end, and between the two lies what the game's rules
say that its seat took away. So nothing that was not played for can be added to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import msgspec

from domain.audit import PREFIX, REFUSED, Finding, Verdict, aggregates, audit
from domain.audit.aggregates import CHARACTER, Document
from domain.audit.kept import Heads
from domain.audit.verdict import Bad
from domain.audit.within import Examine, examined, with_games
from domain.characters.actions import LEFT
from domain.characters.state import Character
from domain.contract.facets.characters import grown_characters
from domain.contract.facets.data_files import Find
from domain.contract.game import to_json
from domain.games.catalog import Catalog
from domain.log.canon import Json, NotCanonical, canonical, parse
from domain.log.record import Entry
from domain.log.whole import entry_from_json
from domain.records.export import BadRecord, Record
from domain.records.replay import tables
from domain.table.parts import Brought
from domain.table.table import Table


class CharacterRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The log of a character; `games` are the records of games that it was in to their end, as far as whoever asked
    for the document may read them; `files` are the data files that it was made with, SHA-256 (hex) -> text."""

    format: str
    id: str
    events: list[dict[str, Json]]
    head: str
    games: list[Record]
    files: dict[str, str] = {}

    def encode(self) -> bytes:
        """The document's bytes."""
        return canonical(msgspec.to_builtins(self))

    @property
    def log(self) -> Document:
        """The log alone."""
        return Document(self.format, self.id, self.events, self.head)


def record_of(character: Character, entries: Sequence[Entry], games: Sequence[Record], find: Find) -> CharacterRecord:
    """The document of a character, without the closed parts of its commands. `find` gives the texts of data files."""
    log = aggregates.document(CHARACTER, character, entries)
    found = ((sha256, find(sha256)) for sha256 in character.header.data.values())
    files = {sha256: text for sha256, text in found if text is not None}
    return CharacterRecord(log.format, log.id, log.events, log.head, list(games), files)


def read(raw: bytes) -> CharacterRecord:
    """A document from a file's bytes; `BadRecord` says what is wrong with it."""
    try:
        return msgspec.convert(parse(raw), CharacterRecord, strict=True)
    except (NotCanonical, msgspec.ValidationError) as error:
        raise BadRecord(str(error)) from None


def audit_character(
    record: CharacterRecord,
    catalog: Catalog,
    examine: Examine | None = None,
    seen: Heads | None = None,
) -> Verdict:
    """Examine the log, every game, and that the log holds what the games have made of the character.

    `examine` says what is found of a game's record; as `audit` does where nothing was kept outside. `seen` are the
    heads that were kept of the log. It is a prefix as long as a game that the character grew in is not there to its
    end.
    """
    if record.format != CHARACTER:
        return _refused(record, Finding(None, f"it is no log of a character: {record.format!r}"))
    if strange := set(record.files) - _data_of(record):
        return _refused(record, Finding(None, f"it holds a file {min(strange)} that it was not made with"))
    verdict = aggregates.audit(record.log, catalog.with_files(record.files), seen)
    if verdict.is_refused:
        return verdict
    named = ((f"game {game.id}", game) for game in record.games)
    try:
        found = examined(named, examine or partial(audit, catalog=catalog))
    except Bad as bad:
        return bad.verdict(len(record.events), record.head)
    ended = {game.id: game for game, (_, own) in zip(record.games, found) if own.code != PREFIX}
    compared = _compared(record, verdict, ended, catalog)
    return compared if compared.is_refused else with_games(compared, found)


def _compared(record: CharacterRecord, verdict: Verdict, ended: Mapping[str, Record], catalog: Catalog) -> Verdict:
    """The verdict on the log, once it was compared with the games that are there to their end, by their ids."""
    missing: list[Missing] = []
    finding = next(_faults(record, ended, catalog, missing), None)
    if finding is not None:
        return _refused(record, finding)
    if any(one.has_grown for one in missing):
        verdict = msgspec.structs.replace(verdict, code=PREFIX, word="a prefix")
    return msgspec.structs.replace(verdict, remarks=(*verdict.remarks, *map(str, missing)))


class Missing(msgspec.Struct, frozen=True):
    """A game that is not there to its end, and whether the log says that the character has grown in it."""

    game_id: str
    has_grown: bool

    def __str__(self) -> str:
        """As a remark."""
        what = "what was taken away from it" if self.has_grown else "that nothing was taken away from it"
        return f"game {self.game_id} is not here to its end: {what} is not checked"


def _data_of(record: CharacterRecord) -> set[Json]:
    """The hashes of the data files that its first event names."""
    named = record.events[0].get("data", {}).get("data", {}) if record.events else {}
    return set(named.values())


def _faults(
    record: CharacterRecord, games: Mapping[str, Record], catalog: Catalog, missing: list[Missing]
) -> Iterator[Finding]:
    """Where the log does not hold what a game says; `missing` gets the games that are not there."""
    character, brought = Character(), None
    for raw in record.events:
        character.fold(entry_from_json(raw))
        kind, data = raw["type"], raw["data"]
        if kind == "KeepsakeBrought":
            brought = Brought(character.id, character.version, character.head.hex(), character.content)
        if kind not in _COMPARED or brought is None:
            continue
        visit = character.games[-1]
        if visit.game_id not in games:
            missing.append(Missing(visit.game_id, kind == "KeepsakeAdvanced"))
            continue
        reason = _contradiction(games[visit.game_id], catalog, Back(kind, data, visit.seat, brought))
        if reason is not None:
            yield Finding(character.version, reason)


class Back(msgspec.Struct, frozen=True):
    """That a character came back from a game, as its log says it: type and data of the event, the seat that it was
    brought to, and what was brought there."""

    kind: str
    data: Mapping[str, Json]
    seat: str
    brought: Brought


def _contradiction(game: Record, catalog: Catalog, back: Back) -> str | None:
    """What a game says otherwise than the log, in words."""
    sitting: list[int] = []
    table: Table | None = None
    try:
        for table in tables(game, catalog):
            if table.brought.get(back.seat) == back.brought:
                sitting.append(table.version)
    except BadRecord as bad:
        return f"game {game.id}: {bad}"
    if table is None or not sitting:
        return f"{back.seat} did not bring it to the game as it was"
    if back.data.get("cause") == LEFT:
        return _contradicts_leaving(game, back, sitting[-1])
    if (back.data["version"], back.data["head"]) != (table.version, table.head.hex()):
        return "it does not name the end of the game"
    return _COMPARED[back.kind](table, back, sitting[-1] == table.version)


def _contradicts_leaving(game: Record, back: Back, last: int) -> str | None:
    """The seat was left before the start: at the version that the log names, after the last one where it sat there."""
    version = back.data["version"]
    if not last < version <= len(game.events) or game.events[version - 1]["hash"] != back.data["head"]:
        return "it had not left the game then"
    return None


def _contradicts_growth(table: Table, back: Back, is_there: bool) -> str | None:
    if not is_there:
        return f"{back.seat} did not bring it to the game as it was"
    return None if _taken_away(table, back.seat) == back.data["content"] else "it is not what the game has made of it"


def _contradicts_return(table: Table, back: Back, is_there: bool) -> str | None:
    """It came back unchanged, from a game that ended for the cause that the log names."""
    if table.closed is None or table.closed.cause != back.data["cause"]:
        return "the game did not end so"
    if is_there and table.closed.cause == "over" and _taken_away(table, back.seat) is not None:
        return "it came back unchanged from a game that has made something of it"
    return None


def _taken_away(table: Table, seat: str) -> Json:
    """What the game has made of what a seat brought; None for nothing."""
    return None if table.state is None else to_json(grown_characters(table.game, table.state).get(seat))


_COMPARED: Mapping[str, Callable[[Table, Back, bool], str | None]] = {
    "KeepsakeAdvanced": _contradicts_growth,
    "KeepsakeReturned": _contradicts_return,
}
"""What is compared of an event by which it came back."""


def _refused(record: CharacterRecord, finding: Finding) -> Verdict:
    return Verdict(REFUSED, "refused", len(record.events), record.head, findings=(finding,))
