"""An action put together at a terminal, field by field, from the form that pages have for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from werkzeug.datastructures import MultiDict

from domain.contract.quantities import whole
from domain.log.canon import Json
from service.cli._terminal.menu import LISTED
from service.errors import ServiceError
from service.language.catalogues import Catalogue
from service.language.refusals import told
from service.web.games.fields import Field, Option, Row, read_arguments
from service.web.games.panel import Group

CANCEL = "-"
"""What leaves a form."""

Answer = tuple[str, str]
"""The name of a field of the form, and a value of it."""


class Cancelled(Exception):
    """A form was left."""


class Forms:
    """Asks for the fields of a form. `ask(what)` gives what is typed, `say(line)` tells."""

    def __init__(self, ask: Callable[[str], str], say: Callable[[str], None], words: Catalogue) -> None:
        self._ask = ask
        self._say = say
        self._words = words

    def fill(self, group: Group) -> dict[str, Json]:
        """The action that a form makes of what is typed; `Cancelled` when it is left."""
        form = MultiDict([answer for field in group.fields for answer in self._field(field)])
        return {"type": group.verb, **read_arguments(form)}

    def _field(self, field: Field) -> Iterator[Answer]:
        """What is typed for a field, as a page would post it."""
        if field.points is not None:
            self._say(self._words.filled("{field}: {points} points together", field=field.label, points=field.points))
        values = [self._typed(field)] if not _options(field) else list(self._values(field))
        yield field.kind, field.name
        for value in values:
            yield f"{field.kind}:{field.name}", value

    def _typed(self, field: Field) -> str:
        while True:
            text = self._read(field.label)
            number = whole(text)
            if field.kind != "number" or text == "" or (number is not None and _fits(number, field)):
                return text
            least, most = field.least, field.most
            self._say(self._words.filled("a number from {least} to {most}", least=least, most=most))

    def _values(self, field: Field) -> Iterator[str]:
        """The values of a field that is chosen from: row by row, or of all rows at once where they have the same."""
        together = _one_list(field)
        if together is not None:
            yield from (option.value for option in self._chosen(field.label, together, several=field.kind != "one"))
            return
        for row in field.rows:
            for option in self._chosen(f"{field.label}: {row.label}", row.options, several=False):
                yield option.value

    def _chosen(self, label: str, options: Sequence[Option], *, several: bool) -> list[Option]:
        for number, option in enumerate(options[:LISTED], 1):
            self._say(f"{number:6} {option.label}")
        if len(options) > LISTED:
            self._say(
                self._words.filled("     and {count} more: type words that they have", count=len(options) - LISTED)
            )
        while True:
            parts = [part.strip() for part in self._read(label).split(",") if part.strip()]
            try:
                if len(parts) > 1 and not several:
                    raise ServiceError("malformed", self._words.told("one of them"))
                return [self._option(part, options) for part in parts]
            except ServiceError as error:
                self._say(told(error.why, self._words) or error.reason)

    def _option(self, text: str, options: Sequence[Option]) -> Option:
        """The option of a number, or the one that has all the words."""
        number = whole(text)
        if number is not None:
            if not 1 <= number <= len(options):
                raise ServiceError("malformed", out_of_range(number, len(options), self._words))
            return options[number - 1]
        found = [option for option in options if all(word in option.label.lower() for word in text.lower().split())]
        if len(found) != 1:
            told = self._words.filled("{count} of them have “{words}”", count=len(found), words=text)
            raise ServiceError("malformed", told)
        return found[0]

    def _read(self, label: str) -> str:
        text = self._ask(label).strip()
        if text == CANCEL:
            raise Cancelled
        return text


def out_of_range(number: int, last: int, words: Catalogue) -> str:
    """What is said of a number that nothing has."""
    return words.filled("there is no {number}: choose from 1 to {last}", number=number, last=last)


def _options(field: Field) -> bool:
    return any(row.options for row in field.rows)


def _one_list(field: Field) -> Sequence[Option] | None:
    """The options of a field that are chosen from one list: one value, boxes to tick, or places of an order."""
    first, *others = field.rows
    if not others and field.kind == "one":
        return first.options
    if all(row.ticked for row in field.rows):
        return [option for row in field.rows for option in row.options]
    return first.options if all(_same(row, first) for row in others) and field.kind != "one" else None


def _same(row: Row, other: Row) -> bool:
    return [option.value for option in row.options] == [option.value for option in other.options]


def _fits(number: int, field: Field) -> bool:
    return (field.least is None or number >= field.least) and (field.most is None or number <= field.most)
