"""Log entries as an audience may read them: as JSON values or, where these are only passed on, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from domain.contract.game import to_json
from domain.log.canon import Json
from domain.log.record import ORGANISING, Entry
from domain.log.words import Words, references
from service.shape import Decided


class ShownEntries(msgspec.Struct, frozen=True):
    """Entries with the private `parts` that their reader may read, and the words that they may refer to, by id."""

    entries: Sequence[Entry]
    parts: Sequence[str]
    words: Mapping[str, Words] = {}

    def as_json(self) -> list[dict[str, Json]]:
        """Each entry; one that refers to words with a map `texts` of them beside what the hash covers."""
        shown = [entry.as_json(self.parts) for entry in self.entries]
        return [self._with_words(entry) for entry in shown] if self.words else shown

    def as_text(self) -> Sequence[Json]:
        """The same for whoever encodes it as JSON; entries without words are not taken apart for it."""
        return self.as_json() if self.words else [msgspec.Raw(entry.as_text(self.parts)) for entry in self.entries]

    def _with_words(self, entry: dict[str, Json]) -> dict[str, Json]:
        found = {text.id: to_json(self.words[text.id]) for text in references(entry) if text.id in self.words}
        return {**entry, "texts": found} if found else entry


def operated(entries: Sequence[Entry]) -> list[Decided]:
    """What an operator, or an organiser, decided in a log, by each such command."""
    return [
        Decided(version=entry.label.version, at=entry.label.at, verb=_verb(entry.read().action))
        for entry in entries
        if entry.label.by in ORGANISING
    ]


def _verb(action: Mapping[str, Json] | None) -> str:
    return str((action or {}).get("type")).rpartition("/")[2]
