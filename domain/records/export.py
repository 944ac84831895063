"""A game as one JSON document, and back: what is exported, kept, sent around and audited.

A record is `{format, id, game, rules, data, options, seats, names, events, head}`, canonical JSON without a byte
between its tokens, so that no byte of it can change unnoticed but in `names`, the map of display names. The header
repeats event 1. The record of a closed game holds every private part but the `closed` ones; before that it holds
those of one reader, and is a prefix of the later one. It may hold the data files that `data` names and the words that
its events refer to, each of which is checked against the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from domain.contract.audience import REFEREE
from domain.contract.facets.data_files import data_file as text_today
from domain.log.canon import Json, NotCanonical, canonical, parse
from domain.log.record import CLOSED, FORMAT, Entry
from domain.log.shares import Revealed
from domain.log.whole import entry_from_json
from domain.log.words import Words, references
from domain.table.table import Table

MOST_BYTES = 64 * 1024 * 1024
"""The largest record that is read, in bytes."""


class BadRecord(ValueError):
    """What was given is no record; the message says why."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game's record.

    `data` maps data files to their SHA-256, `files` SHA-256 to the text of such a file; `names` seats to display
    names; `texts` the ids of references in the events to the words that they stand for. `revealed` is what the partner
    of a shared seed has said at the end.
    """

    format: str
    id: str
    game: str
    rules: int
    data: dict[str, str]
    options: dict[str, Json]
    seats: list[str]
    names: dict[str, str]
    events: list[dict[str, Json]]
    head: str
    files: dict[str, str] = {}
    texts: dict[str, Words] = {}
    revealed: Revealed | UnsetType = UNSET

    def entries(self) -> list[Entry]:
        """The events as log entries; `BadRecord` for one that has no such form."""
        try:
            return [entry_from_json(raw) for raw in self.events]
        except (KeyError, msgspec.ValidationError, ValueError) as error:
            raise BadRecord(f"an event has not the form of one: {error}") from None

    def encode(self) -> bytes:
        """The record's bytes."""
        return canonical(msgspec.to_builtins(self))

    def referred(self) -> dict[str, str]:
        """The references to words in its events: id -> commitment."""
        return {text.id: text.commitment for text in references(self.events)}


def export(
    table: Table,
    entries: Iterable[Entry],
    names: Mapping[str, str],
    readers: Sequence[str],
    texts: Mapping[str, Words] | None = None,
    data_file: Callable[[str], str | None] | None = None,
    revealed: Revealed | None = None,
) -> Record:
    """The record of a game: whole when it is closed, else with the parts of `readers` (audiences) only.

    Of `texts`, words by the ids of their references, it holds those that are referred to in what it shows;
    `data_file` gives the text of a data file by its SHA-256 (None: those that the game has today), `revealed` is what
    the partner of a shared seed has revealed.
    """
    header = table.header
    shown = (*header.seats, REFEREE) if table.is_laid_open else tuple(r for r in readers if r != CLOSED)
    record = Record(
        format=FORMAT,
        id=header.id,
        game=header.game,
        rules=header.rules,
        data=header.data,
        options=header.options,
        seats=list(header.seats),
        names=dict(names),
        events=[entry.as_json(shown) for entry in entries],
        head=table.head.hex(),
        files=_data_files(table, data_file or (lambda sha256: text_today(table.game, sha256))),
        revealed=revealed if revealed is not None and table.is_laid_open else UNSET,
    )
    if not texts:
        return record
    kept = {name: texts[name] for name in record.referred() if name in texts}
    return msgspec.structs.replace(record, texts=kept)


def _data_files(table: Table, data_file: Callable[[str], str | None]) -> dict[str, str]:
    found = ((sha256, data_file(sha256)) for sha256 in table.header.data.values())
    return {sha256: text for sha256, text in found if text is not None}


def read(raw: bytes) -> Record:
    """A record from a file's bytes; `BadRecord` says what is wrong with it."""
    if len(raw) > MOST_BYTES:
        raise BadRecord(f"{len(raw)} bytes are more than a record may have")
    try:
        return msgspec.convert(parse(raw), Record, strict=True)
    except (NotCanonical, msgspec.ValidationError) as error:
        raise BadRecord(str(error)) from None
