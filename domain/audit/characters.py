"""The log of a character as one document, with the records of the games that it grew in; and what that proves.

The log's own chain and commands are examined as those of other logs are (`domain.audit.aggregates`). What it has become
is decided again from each game: the game's log names the character at the version and head at which it was brought,
the character's log names the game at the version and head of its end, and between the two lies what the game's rules
say that its seat took away. So nothing that was not played for can be added to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from domain.audit import PREFIX, REFUSED, Finding, Verdict, aggregates, audit
from domain.audit.aggregates import CHARACTER, Document
from domain.audit.kept import HeadsOf, none_kept
from domain.characters.state import Character
from domain.contract.facets.characters import grown_characters
from domain.contract.facets.data_files import Find
from domain.contract.game import to_json
from domain.games.catalog import Catalog
from domain.log.canon import Json, NotCanonical, canonical, parse
from domain.log.record import Entry
from domain.log.whole import entry_from_json
from domain.records.export import BadRecord, Record
from domain.records.replay import table_at
from domain.table.parts import Brought
from domain.table.table import Table


class CharacterRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The log of a character; `games` are the records of games that it was played in to their end, as far as whoever
    asked for the document may read them; `files` are the data files that it was made with, SHA-256 (hex) -> text."""

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


def audit_character(record: CharacterRecord, catalog: Catalog, seen: HeadsOf = none_kept) -> Verdict:
    """Examine the log, every game, and that the log holds what the games have made of the character.

    `seen` gives the heads that were kept of a log, by its id. It is a prefix as long as a game that the character grew
    in is not there.
    """
    if record.format != CHARACTER:
        return _refused(record, Finding(None, f"it is no log of a character: {record.format!r}"))
    if strange := set(record.files) - _data_of(record):
        return _refused(record, Finding(None, f"it holds a file {min(strange)} that it was not made with"))
    verdict = aggregates.audit(record.log, catalog.with_files(record.files), seen(record.id))
    if verdict.is_refused:
        return verdict
    for game in record.games:
        found = audit(game, catalog, seen(game.id))
        if found.is_refused:
            return _refused(record, Finding(None, f"game {game.id}: {found.reason}"))
    missing: list[str] = []
    finding = next(_faults(record, catalog, missing), None)
    if finding is not None:
        return _refused(record, finding)
    remarks = [f"game {game_id} is not here: what was taken away from it is not checked" for game_id in missing]
    if not missing:
        return verdict
    return msgspec.structs.replace(verdict, code=PREFIX, word="a prefix", remarks=(*verdict.remarks, *remarks))


def _data_of(record: CharacterRecord) -> set[Json]:
    """The hashes of the data files that its first event names."""
    named = record.events[0].get("data", {}).get("data", {}) if record.events else {}
    return set(named.values())


def _faults(record: CharacterRecord, catalog: Catalog, missing: list[str]) -> Iterator[Finding]:
    """Where the log does not hold what a game says; `missing` gets the games that are not there."""
    games = {game.id: game for game in record.games}
    character, brought = Character(), None
    for raw in record.events:
        character.fold(entry_from_json(raw))
        if raw["type"] == "KeepsakeBrought":
            brought = Brought(character.id, character.version, character.head.hex(), character.content)
        if raw["type"] != "KeepsakeAdvanced":
            continue
        visit = character.games[-1]
        if visit.game_id not in games:
            missing.append(visit.game_id)
        elif reason := _contradiction(games[visit.game_id], catalog, raw["data"], visit.seat, brought):
            yield Finding(character.version, reason)


def _contradiction(
    game: Record, catalog: Catalog, advanced: Mapping[str, Json], seat: str, brought: Brought | None
) -> str | None:
    """What a game says otherwise than the log, in words."""
    try:
        table: Table = table_at(game, catalog)
    except BadRecord as bad:
        return f"game {game.id}: {bad}"
    if (advanced["version"], advanced["head"]) != (table.version, table.head.hex()):
        return "it does not name the end of the game"
    if table.brought.get(seat) != brought:
        return f"{seat} did not bring it to the game as it was"
    if table.state is None or to_json(grown_characters(table.game, table.state).get(seat)) != advanced["content"]:
        return "it is not what the game has made of it"
    return None


def _refused(record: CharacterRecord, finding: Finding) -> Verdict:
    return Verdict(REFUSED, "refused", len(record.events), record.head, findings=(finding,))
