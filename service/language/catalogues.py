"""Catalogues of messages: gettext files, `po/LANGUAGE.po` beside the package that they are of, compiled when they are
first read. A message is its own English."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from domain.contract.game import Game

SOURCE = "en"
"""The language that messages are written in."""

TRANSLATED = ("fr", "de", "pl")
"""The languages that there are catalogues of."""

OWN = "service.language"
"""The package with the catalogues of what belongs to no game."""


class Catalogue:
    """Translations into a language: those of one game, if it is of one, before the program's own."""

    def __init__(self, language: str, game: Game[Any] | None = None) -> None:
        self.language = language
        self._own = _compiled(OWN, language)
        self._game = self._own if game is None else _compiled(package_of(game), language)

    def told(self, message: str) -> str:
        """A message in the language; as it is where no catalogue has it."""
        said = self._game.gettext(message)
        return str(self._own.gettext(message) if said == message else said)

    def filled(self, message: str, **fields: object) -> str:
        """A message with fields."""
        return self.told(message).format(**fields)

    def form(self, number: int) -> int:
        """Which form of the plural goes with a number, from 0."""
        return int(self._own.plural(number))


@cache
def catalogue(language: str, game: Game[Any] | None = None) -> Catalogue:
    """The translations into a language; English for one that there are none of."""
    return Catalogue(language if language in TRANSLATED else SOURCE, game)


def own_translations(language: str) -> Translations:
    """What belongs to no game, as gettext has it."""
    return _compiled(OWN, language)


def package_of(game: Game[Any]) -> str:
    """The package beside which a game's catalogues lie."""
    return type(game).__module__.rpartition(".")[0]


@cache
def _compiled(package: str, language: str) -> Translations:
    """A catalogue ready for use; an empty one where there is no file."""
    file = files(package) / "po" / f"{language}.po" if package else None
    if file is None or not file.is_file():
        return Translations()
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(file.read_bytes()), locale=language))
    compiled.seek(0)
    return Translations(compiled)


ENGLISH = catalogue(SOURCE)
"""Messages as they are written."""
