"""The log in words: a line for each entry that tells something, as far as its reader may know it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.contract.game import Json
from domain.contract.sentences import Phrases
from domain.table.sentences import SENTENCES
from domain.table.stories import happening
from service.language.names import Names, Said

GONE = "words that are gone"
"""Stands for what somebody wrote who has left, or has taken it back."""

MUTED = "words of somebody whom you muted"
"""Stands for what the reader does not want to read."""

SILENT = ("Asked",)
"""Tells who must decide, which the table shows."""


@dataclass(frozen=True)
class Line:
    """What happened at a version, at a time in seconds UTC."""

    version: int
    at: int
    text: str


def lines(entries: Iterable[Mapping[str, Json]], names: Names, phrases: Phrases) -> list[Line]:
    """The lines of log entries as `Ledger.events` gives them; `phrases` are the game's own."""
    told = {**SENTENCES.events, **phrases}
    return [line(entry, names, told) for entry in entries if entry["type"] not in SILENT]


def line(entry: Mapping[str, Json], names: Names, phrases: Phrases) -> Line:
    """The line of one entry."""
    _, kind, data = happening(entry)
    texts, missing = entry.get("texts", {}), MUTED if entry.get("muted") else GONE
    known = {name: with_words(value, texts, names.catalogue.told(missing)) for name, value in data.items()}
    text = names.told(phrases.get(kind, ()), known)
    return Line(entry["version"], entry["at"], _plain(kind, known, names) if text is None else text)


def with_words(value: Json, texts: Mapping[str, Json], missing: str) -> Json:
    """A value with the words of people in the place of the references to them, or with what stands for such words."""
    match value:
        case {"id": name, "commitment": _} if len(value) == 2:
            return Said(f"“{texts[name]['text']}”" if name in texts else missing)
        case dict():
            told = {key: with_words(item, texts, missing) for key, item in value.items()}
            same = set(map(str, told.values()))
            return next(iter(told.values())) if len(same) == 1 and _is_said(told) else told
        case list():
            return [with_words(item, texts, missing) for item in value]
        case _:
            return value


def _is_said(told: Mapping[str, Json]) -> bool:
    """Whether it holds words only: a message as each of its readers has it."""
    return all(isinstance(item, Said) for item in told.values())


def _plain(kind: str, known: Mapping[str, Json], names: Names) -> str:
    """`DieRolled` of a seat with a result: `Die rolled: seat Ann, result 4`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind).capitalize()
    details = ", ".join(f"{name.replace('_', ' ')} {names.say(value)}" for name, value in known.items())
    return f"{words}: {details}" if details else words
