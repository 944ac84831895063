"""Sentences filled with what an event, a decision or an action holds (`domain/contract/sentences.py` says how)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from domain.contract.game import Json
from service.language.catalogues import Catalogue

OPTIONAL, FIELD = re.compile(r"\[([^\]]*)\]"), re.compile(r"\{(\w+)\??(?::[^}]*)?\}")
"""A part of a sentence that may be left out, and a field of it."""

ASKED = re.compile(r"\{\w+\?\}")
"""A field that is only asked whether it holds anything."""

EMPTY = ("none", "nothing", "no", "over")
"""What an empty field may hold besides; a game that is over has ended for no other reason."""


def filled(
    sentences: Iterable[str], values: Mapping[str, Json], catalogue: Catalogue, say: Callable[[Json], str]
) -> str | None:
    """The first of the sentences of which all fields are known, in the language of the catalogue."""
    known = dict(_flat(values))
    told = (_filled(catalogue.told(sentence), known, catalogue, say) for sentence in sentences)
    return next((sentence for sentence in told if sentence is not None), None)


def _flat(values: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """The fields, and beside them what can be said of a field that holds several values, or a place."""
    for name, value in values.items():
        yield name, value
        if isinstance(value, dict):
            yield from ((f"{name}_{key}", item) for key, item in value.items())
        if isinstance(value, str):
            yield f"{name}_whole", value.partition("/")[0]
        if isinstance(value, list) and value:
            yield from ((f"{name}_count", len(value)), (f"{name}_last", value[-1]))
            yield from _of_pair(name, value)


def _of_pair(name: str, value: list[Json]) -> Iterator[tuple[str, Json]]:
    """The two parts of the only item of a list, where it is a pair."""
    if len(value) == 1 and isinstance(value[0], list) and len(value[0]) == 2:
        yield from zip((f"{name}_first", f"{name}_second"), value[0])


def _filled(sentence: str, known: Mapping[str, Json], catalogue: Catalogue, say: Callable[[Json], str]) -> str | None:
    """The sentence with its fields; what stands in brackets is left out where one of its fields is empty."""
    try:
        kept = OPTIONAL.sub(lambda part: _kept(part[1], known), sentence)
        said = {name: _Counted(say(known[name]), catalogue) for name in FIELD.findall(kept)}
    except KeyError:
        return None
    return kept.format_map(said)


def _kept(part: str, known: Mapping[str, Json]) -> str:
    fields = FIELD.findall(part)
    return "" if any(_is_empty(known.get(name)) for name in fields) else ASKED.sub("", part)


def _is_empty(value: Json) -> bool:
    return not value or value in EMPTY


class _Counted(str):
    """What a field says, which chooses the word for its number where it counts."""

    _catalogue: Catalogue

    def __new__(cls, said: str, catalogue: Catalogue) -> _Counted:
        self = super().__new__(cls, said)
        self._catalogue = catalogue
        return self

    def __format__(self, words: str) -> str:
        forms = words.split("|")
        if len(forms) == 1:
            return str(self)
        number = int(self) if self.isdecimal() else len(forms)
        return f"{self} {forms[min(self._catalogue.form(number), len(forms) - 1)]}"
