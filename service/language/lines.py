"""The log in words: a line for each entry that tells something, as far as its reader may know it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.contract.audience import join
from domain.contract.game import Json
from domain.contract.sentences import Phrases
from service.language.names import Names, Said

GONE = "words that are gone"
"""Stands for what somebody wrote who has left, or has taken it back."""

MUTED = "words of somebody whom you muted"
"""Stands for what the reader does not want to read."""

OPTIONAL, FIELD = re.compile(r"\[([^\]]*)\]"), re.compile(r"\{(\w+)\??(?::[^}]*)?\}")
"""A part of a phrase that may be left out, and a field of it."""

ASKED = re.compile(r"\{\w+\?\}")
"""A field that is only asked whether it holds anything."""

EMPTY = ("none", "nothing", "0", "no")
"""What an empty field is said as."""

SILENT = ("Asked",)
"""Tells who must decide, which the table shows."""

TABLE_PHRASES: Phrases = {
    "GameOpened": ("The game is opened",),
    "SeatTaken": ("{seat} sits down",),
    "SeatLeft": ("{seat} leaves",),
    "KeepsakeTaken": ("{seat} chooses whom it brings along",),
    "EntropyOpened": ("{seat} opens its sealed entropy",),
    "GameStarted": ("The game begins",),
    "DeadlineSet": ("A deadline is set for {seat}",),
    "DeadlinePassed": ("The deadline of {seat} has passed",),
    "ClockPaused": ("The clocks of {seats} stand still: {cause}",),
    "OutagesCounted": ("Nobody could act for a while: deadlines move by that",),
    "SeatReplaced": ("{seat} takes over",),
    "SeatResigned": ("{seat} resigns",),
    "TakebackAsked": ("{seat} asks to go back to version {to}",),
    "TakebackAnswered": ("{seat} answers whether to go back: {agreed}",),
    "TakenBack": ("Everything after version {to} is taken back",),
    "RulesMoved": ("The rules move from number {from} to {to}",),
    "OperatorActed": ("An operator acts: {what}",),
    "ShareAsked": ("The other installation is asked for share {number} of the chance",),
    "ShareGiven": ("The other installation gives share {number}",),
    "GameClosed": ("The game is closed: {cause}",),
    "Sealed": ("Something happens in secret",),
}


@dataclass(frozen=True)
class Line:
    """What happened at a version, at a time in seconds UTC."""

    version: int
    at: int
    text: str


def lines(entries: Iterable[Mapping[str, Json]], names: Names, phrases: Phrases) -> list[Line]:
    """The lines of log entries as `Ledger.events` gives them; `phrases` are the game's own."""
    told = {**TABLE_PHRASES, **phrases}
    return [line(entry, names, told) for entry in entries if entry["type"] not in SILENT]


def line(entry: Mapping[str, Json], names: Names, phrases: Phrases) -> Line:
    """The line of one entry."""
    kind, data = _known(entry)
    texts, missing = entry.get("texts", {}), MUTED if entry.get("muted") else GONE
    said = {name: names.say(with_words(value, texts, missing)) for name, value in data.items()}
    text = next(filter(None, (_filled(phrase, said) for phrase in phrases.get(kind, ()))), None)
    return Line(entry["version"], entry["at"], text or _plain(kind, said))


def _known(entry: Mapping[str, Json]) -> tuple[str, dict[str, Json]]:
    """The type and data of an entry, from the public part and the parts that the reader got."""
    parts = {name: shown["part"] for name, shown in entry["private"].items()}
    kind = next((part["type"] for part in parts.values() if "type" in part), entry["type"])
    return kind, join(entry["data"], {name: part.get("data", {}) for name, part in parts.items()})


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


def _filled(phrase: str, said: Mapping[str, str]) -> str | None:
    """The phrase with its fields; what stands in brackets is left out where one of its fields is empty."""
    try:
        told = {name: _Counted(value) for name, value in said.items()}
        return OPTIONAL.sub(lambda part: _kept(part[1], said), phrase).format_map(told)
    except KeyError:
        return None


class _Counted(str):
    """What a field says, which chooses between two words when it is a number."""

    __slots__ = ()

    def __format__(self, words: str) -> str:
        one, parts, many = words.partition("|")
        return f"{self} {one if self == '1' else many}" if parts else str(self)


def _kept(part: str, said: Mapping[str, str]) -> str:
    fields = FIELD.findall(part)
    return "" if any(said[name] in EMPTY for name in fields) else ASKED.sub("", part)


def _plain(kind: str, said: Mapping[str, str]) -> str:
    """`DieRolled` of a seat with a result: `Die rolled: seat Ann, result 4`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind).capitalize()
    details = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in said.items())
    return f"{words}: {details}" if details else words
