"""Why something was refused, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from domain.contract.reason import AllOf, Listed, OneOf, Reason
from service.language.catalogues import SOURCE, Catalogue
from service.language.names import Names, title


def told(why: Reason, catalogue: Catalogue, names: Names | None = None) -> str | None:
    """A reason in the language of a catalogue, with what the ids in it are called; None where it has no translation."""
    message = catalogue.told(why.message)
    if message == why.message and catalogue.language != SOURCE:
        return None
    said = {name: _Field(value, catalogue, names) for name, value in why.fields.items()}
    return message.format_map(said) if said else message


class _Field:
    """What a field of a reason holds. What stands there as it was typed (`{name!r}`) is told as it was typed."""

    def __init__(self, value: object, catalogue: Catalogue, names: Names | None) -> None:
        self._value = value
        self._catalogue = catalogue
        self._names = names

    def __repr__(self) -> str:
        return repr(self._value)

    def __format__(self, _: str) -> str:
        match self._value:
            case Reason() as why:
                return told(why, self._catalogue, self._names) or str(why)
            case OneOf() as several:
                return self._joined(several, self._catalogue.told("or"))
            case AllOf() as several:
                return self._joined(several, self._catalogue.told("and"))
            case Listed() as several:
                return Listed(map(self._word, several)).joined_by(self._catalogue.told("and"))
            case str() as word:
                return self._word(word)
            case other:
                return str(other)

    def _joined(self, several: Iterable[str], by: str) -> str:
        return f" {by} ".join(map(self._word, several))

    def _word(self, word: str) -> str:
        """An id by its name, a verb or an argument by its title, another word in the language where it is one.

        In English, where the sentences are about seats, a seat stays a seat.
        """
        if isinstance(word, Reason):
            return told(word, self._catalogue, self._names) or word
        if self._names is None or (self._catalogue.language == SOURCE and word in self._names.seats):
            return self._translated(word)
        said = self._names.say(word)
        return self._translated(said) if said in (word, title(word).lower()) else said

    def _translated(self, word: str) -> str:
        in_language = self._catalogue.told(word)
        titled = self._catalogue.told(title(word))
        return in_language if in_language != word else titled if titled != title(word) else word
