"""What is printed on cards, sheets, pieces and tiles, in words: of everything, or of what lies on one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from domain.contract.game import Json
from domain.contract.manual import WRITTEN_IN, ManualEntry
from domain.contract.sentences import Message
from service.games.shapes.answers import Game
from service.language.names import Names, capital, within


class Text(NamedTuple):
    """Words under a heading, which may be empty, and the language that they are in."""

    heading: str
    words: str
    language: str


@dataclass(frozen=True)
class Printed:
    """What is printed on a thing: what it is and what it is called, facts, texts. A word explains what others say.
    `made_up` are the values that were found nowhere."""

    id: str
    kind: str
    name: str
    facts: Sequence[tuple[str, str]] = ()
    texts: Sequence[Text] = ()
    is_word: bool = False
    made_up: Sequence[str] = ()


@dataclass(frozen=True)
class Shelf:
    """Things of a kind."""

    kind: str
    things: Sequence[Printed]


def shelves(names: Names) -> list[Shelf]:
    """Everything that the game has, by its kind."""
    found = [*(_printed(entry, names) for entry in names.entries), *_words(names)]
    return [Shelf(kind, list(things)) for kind, things in groupby(found, key=lambda one: one.kind)]


def lying(view: Game, names: Names) -> list[Printed]:
    """What lies on a table, or can be chosen there, and the words that stand on it."""
    named = frozenset(_ids([view.table, view.legal]))
    found = [entry for entry in names.entries if entry.id in named]
    meant = frozenset(one for entry in found for one in _mentioned(entry))
    words = [entry for entry in names.entries if entry.word and entry.id in meant - named]
    things = [_printed(entry, names) for entry in (*found, *words)]
    written = [one for one in _words(names) if one.id in named]
    return [*sorted(things, key=lambda one: (one.is_word, one.name.strip('"'))), *written]


def _printed(entry: ManualEntry, names: Names) -> Printed:
    return Printed(
        entry.id,
        names.titled(entry.kind),
        capital(names.say(entry.id)),
        [(_called(label, names), _said(value, names)) for label, value in entry.facts],
        [*_texts(entry, names), *_meanings([entry.id], names), *_meanings(_mentioned(entry), names)],
        entry.word,
        [within(names.catalogue.told(label), names.catalogue.language) for label in entry.made_up],
    )


def _called(label: str, names: Names) -> str:
    """What a fact is called: by its words, or as the thing whose id it is."""
    return capital(names.say(label)) if label == label.lower() else names.catalogue.told(label)


def _texts(entry: ManualEntry, names: Names) -> Iterator[Text]:
    told = names.catalogue.told
    for heading, words in entry.texts:
        said = told(words)
        yield Text(told(heading), said, WRITTEN_IN if said == words else names.catalogue.language)


def _meanings(ids: Iterable[str], names: Names) -> Iterator[Text]:
    """What the manual says that ids mean, each under what it is called."""
    manual = names.manual
    if manual is not None:
        for one in dict.fromkeys(ids):
            if one in manual.words:
                yield Text(capital(names.say(one)), manual.words[one], manual.language)


def _mentioned(entry: ManualEntry) -> Iterator[str]:
    """The ids in the values of an entry's facts."""
    return _ids([value for _, value in entry.facts])


def _words(names: Names) -> Iterator[Printed]:
    """The words of the manual that are printed on nothing."""
    known = {entry.id for entry in names.entries}
    for name in names.manual.words if names.manual is not None else ():
        if name not in known:
            kind = names.catalogue.told("Word")
            yield Printed(name, kind, capital(names.say(name)), texts=list(_meanings([name], names)), is_word=True)


def _said(value: Json, names: Names) -> str:
    """A value, or a message with its fields."""
    return str(names.told(*value)) if isinstance(value, Message) else names.say(value)


def _ids(value: Json) -> Iterator[str]:
    """All ids in a value: keys and texts, and what is joined by a slash in them."""
    if isinstance(value, str):
        yield value
        if "/" in value:
            yield from value.split("/")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _ids(key)
            yield from _ids(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _ids(item)
