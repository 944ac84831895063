"""A game's rules in short, for people at its table: files beside the game, `manual/LANGUAGE.toml`.

A file has an `about`, chapters in their order, `words` that say what ids of the game mean which have no text of their
own, and, in the English one, which chapter belongs to which phase. Translations have the same chapters under the same
ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from domain.contract.parts import Json
from domain.contract.sentences import Message
from domain.contract.toml import read_toml

WRITTEN_IN = "en"
"""The language that every manual is written in."""


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter: its id, its heading, and its paragraphs."""

    id: str
    title: str
    text: tuple[str, ...]


class Manual(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules in short, in one language. `phases` names the chapter that belongs to a phase, `words` say what an id
    means."""

    about: str
    chapters: tuple[Chapter, ...]
    words: Mapping[str, str] = {}
    phases: Mapping[str, str] = {}
    language: str = WRITTEN_IN

    def chapter_of(self, phase: str) -> Chapter:
        """The chapter of a phase; the first where none is named."""
        wanted = self.phases.get(phase)
        return next((one for one in self.chapters if one.id == wanted), self.chapters[0])


class ManualEntry(msgspec.Struct, frozen=True):
    """What is printed on a card, a sheet, a piece or a tile.

    `kind` says what it is; `facts` are names with values, which are ids or numbers or messages; `texts` are the words
    on it, as the data file has them, each under a heading. One that is a `word` lies nowhere: it says what others mean
    by it. `made_up` are the names of values that the data file found nowhere, and made up to fit.
    """

    kind: str
    id: str
    facts: tuple[tuple[str, Json | Message], ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    word: bool = False
    made_up: tuple[str, ...] = ()


@cache
def read_manual(package: str, language: str) -> Manual | None:
    """The manual beside a game's package in a language, or in English where it is not translated; None for none."""
    folder = files(package) / "manual"
    written, wanted = folder / f"{WRITTEN_IN}.toml", folder / f"{language}.toml"
    if not written.is_file():
        return None
    manual = msgspec.convert(read_toml(written.read_bytes()), Manual)
    if language == WRITTEN_IN or not wanted.is_file():
        return manual
    return _translated(manual, language, read_toml(wanted.read_bytes()))


def _translated(manual: Manual, language: str, given: Mapping[str, Any]) -> Manual:
    found = msgspec.convert(given, Manual)
    return msgspec.structs.replace(found, phases=manual.phases, language=language)
