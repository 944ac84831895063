"""The messages that catalogues have to translate, gathered from templates, modules and games; and written into them.

`make messages` brings every `po/LANGUAGE.po` of the program up to what it finds, `nightledger messages` those of a game
beside it: a new message comes without a translation, one that is gone is taken out, all others keep theirs.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from contextlib import redirect_stderr
from functools import cache
from importlib.resources import files
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from domain.bots.levels import LEVELS
from domain.contract.facets.charted import chart_titles
from domain.contract.facets.drawing import headings
from domain.contract.facets.taught import entries_of
from domain.contract.facets.told import sentences
from domain.contract.game import Game, verb_of_type
from domain.contract.sentences import Message as Sentence
from domain.games.catalog import Catalog as Games
from domain.league.ratings import REASONS
from domain.league.tiebreaks.registry import TIEBREAKS
from domain.table.rules import standing_orders
from domain.table.sentences import SENTENCES
from service.language import vocabulary
from service.language.catalogues import OWN, SOURCE, TRANSLATED, package_of
from service.language.names import described, title
from service.people.scopes import MEANINGS
from service.web.games.clock_form import CLOCKS, POLICIES, UNITS
from service.web.games.fields import ORDINALS
from service.web.games.mirror import IMPOSSIBLE
from service.web.games.mirror import MARKS as MIRROR_MARKS
from service.web.games.options import LABELS, label_of
from service.web.games.terms import DURATIONS
from service.web.leagues.league_forms import VERBS
from service.web.leagues.league_words import CHALLENGE_STATUSES, DECIDED_BY, DECISIONS, PHRASES
from service.web.leagues.plan_forms import KINDS
from service.web.people.notice_words import NOTICES
from service.web.tables import drawing
from service.web.tables.darkness import FACTS, LADDER
from service.web.tables.darkness_guide import TURNED
from service.web.tables.darkness_pieces import SORTS
from service.web.tables.darkness_words import FAILED, SIDES
from service.web.tables.last_spell import PRICES, STATES, TOLD_OF_GROUNDS
from service.web.tables.last_spell_guide import DOES, IDLE, SHORT
from service.web.tables.nightfall import MARKS, PILES
from service.web.tables.nightfall_guide import PICKED, REST, TOTAL, TOTAL_WITH_NEXT

HERE = Path(__file__).parents[2]

ROOTS = (HERE / "service/web", HERE / "service/language", HERE / "service/cli/_terminal")

METHODS = [("**.html", "jinja2"), ("**.py", "python")]

OPTIONS = {"**.html": {"newstyle_gettext": "true", "trimmed": "true"}}

KEYWORDS = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "told": None,
    "filled": None,
    "_worded": None,
    "_noted": None,
}
"""What is called with a message, in templates and in modules."""

REFUSALS = {
    "Refused": (2,),
    "ServiceError": (2,),
    "Reason": None,
    "malformed": None,
    "demand": (2,),
    "known": (2,),
}
"""What is called with the message of a refusal: the last three by games, for a `Refused` of their own."""

REFUSING = tuple(HERE / room for room in ("domain", "service"))
"""Where the program refuses; what its games refuse is theirs."""

OF_GAMES = "domain/games/"
"""Where games refuse, each of which has catalogues of its own."""

FOR_PROGRAMS = (
    "domain/audit/",
    "domain/bots/",
    "domain/cases/",
    "domain/mirror/",
    "domain/table/rules/outages.py",
    "service/api/",
    "service/cli/",
    "service/dev/",
    "service/notify/subscription.py",
    "service/operation/",
    "service/sharing/seeds.py",
    "service/store/published/",
    "service/witness/",
)
"""What no page shows a refusal of: it speaks to programs, to those at a command line, or to another installation."""

CASES = ("cases.py",)
"""What builds the tables of rule cases in a game's package."""

FIELDS = re.compile(r"%\(\w+\)s|\{\w+\}")

PLURALS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "de": "nplurals=2; plural=(n != 1);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
}
"""Language -> which form of the plural goes with a number."""

HEADERS = {
    "Project-Id-Version": "Nightledger",
    "POT-Creation-Date": "2026-11-29 12:00+0000",
    "PO-Revision-Date": "2026-11-29 12:00+0000",
    "Content-Type": "text/plain; charset=utf-8",
}
"""What stands at the head of every file, always the same."""

Message = str | tuple[str, str]
"""An English sentence, or two: of one and of several."""


def own_messages() -> list[Message]:
    """The messages that belong to no game."""
    extracted = (found for root in ROOTS for found in extract_from_dir(root, METHODS, OPTIONS, KEYWORDS))
    written = (_message(found) for _, _, found, _, _ in extracted)
    words = (*vocabulary.WORDS, *vocabulary.REASONS)
    refused = (found for root in REFUSING for found in _refusals(root, (OF_GAMES, *FOR_PROGRAMS)))
    return _once([*sorted(written, key=str), *SENTENCES.messages(), *_of_tables(), *words, *refused])


def messages_of(game: Game[Any], language: str) -> list[Message]:
    """The messages of a game: its sentences, what its page says, and the names that it has not in the language."""
    how = described(game)
    verbs = [title(verb_of_type(kind)) for kind in game.action_types]
    arguments = [title(name) for schema in how.verbs.values() for name in schema["properties"] if name != "type"]
    options = how.options.get("properties", {})
    chosen = [*map(label_of, options), *(option.get("description", "") for option in options.values())]
    printed = how.labels.get(language, {})
    names = [name for one, name in how.labels.get(SOURCE, {}).items() if one not in printed and "/" not in one]
    kinds = [title(kind.partition("/")[0]) for kind in sentences(game).decisions]
    laid = [*chart_titles(game), *headings(game), *drawing(game).wording.messages()]
    said = [*sentences(game).messages(), *laid, *_ordered(game)]
    refused = _refusals(Path(str(files(package_of(game)))), CASES)
    return _once([*said, *kinds, *verbs, *arguments, *chosen, *names, *_printed(game), *refused])


def catalogues() -> Iterator[tuple[Path, str, list[Message]]]:
    """Each catalogue: its file, its language, and what it has to translate."""
    own, known = own_messages(), Games()
    for language in TRANSLATED:
        yield file_of(OWN, language), language, own
        for game in known.values():
            yield file_of(package_of(game), language), language, _left(game, language, own)


def catalogues_in(folder: Path, game: Game[Any]) -> Iterator[tuple[Path, str, list[Message]]]:
    """The catalogues of a game that lie in this folder, as `catalogues` has those of the program."""
    own = own_messages()
    for language in TRANSLATED:
        yield folder / f"{language}.po", language, _left(game, language, own)


def _left(game: Game[Any], language: str, own: Container[Message]) -> list[Message]:
    """The messages of a game that the program's own catalogue has not."""
    return [message for message in messages_of(game, language) if message not in own]


def read(file: Path, language: str) -> Catalog:
    """A catalogue as it lies there; an empty one where there is none."""
    if not file.exists():
        return empty(language)
    with file.open("rb") as lies:
        return read_po(lies, locale=language)


def empty(language: str) -> Catalog:
    """A catalogue without messages."""
    catalog = Catalog(locale=language, header_comment="#", charset="utf-8", fuzzy=False)
    headers = {**HEADERS, "Language": language, "Plural-Forms": PLURALS[language]}
    catalog.mime_headers = list(headers.items())
    return catalog


def updated(old: Catalog, messages: Iterable[Message]) -> Catalog:
    """A catalogue of these messages, with the translations that there are."""
    new = empty(str(old.locale))
    for message in messages:
        known = old.get(message)
        new.add(message, None if known is None else known.string)
    return new


def _printed(game: Game[Any]) -> Iterator[str]:
    """What stands on the game's cards and pieces between ids and numbers; a fact that is an id has a name already."""
    for entry in entries_of(game):
        yield title(entry.kind)
        yield from chain.from_iterable(entry.texts)
        for label, value in entry.facts:
            if label != label.lower():
                yield label
            if isinstance(value, Sentence):
                yield from value.sentences


@cache
def _refusals(root: Path, leaving_out: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The messages of the refusals in the modules under a folder, but for those that speak to programs alone.

    What is put together as it is said (`f"{error}"`) is none: it stays English, and is shown as such.
    """
    left_out = [(place.removeprefix(f"{root.name}/"), "ignore") for place in leaving_out]
    methods = [*((f"{place}**" if place.endswith("/") else place, how) for place, how in left_out), ("**.py", "python")]
    with redirect_stderr(StringIO()):
        found = list(extract_from_dir(root, methods, {}, REFUSALS))
    return tuple(message if isinstance(message, str) else message[0] for _, _, message, _, _ in found)


def _ordered(game: Game[Any]) -> Iterator[str]:
    """The kinds of standing orders, and what their fields choose from."""
    for kind, schema in standing_orders.kinds(game).items():
        yield title(kind)
        for order_field in schema["properties"].values():
            yield from map(title, order_field.get("enum", ()))


def file_of(package: str, language: str) -> Path:
    """The file of the catalogue that lies beside a package."""
    return HERE.joinpath(*package.split("."), "po", f"{language}.po")


def _of_tables() -> Iterator[str]:
    for words in (
        CLOCKS,
        POLICIES,
        LABELS,
        KINDS,
        VERBS,
        DECIDED_BY,
        DECISIONS,
        CHALLENGE_STATUSES,
        PHRASES,
        MEANINGS,
        PILES,
        MARKS,
        FACTS,
        FAILED,
        LADDER,
        SORTS,
        DOES,
        IDLE,
        PRICES,
        SHORT,
        SIDES,
        STATES,
        TOLD_OF_GROUNDS,
        TURNED,
        IMPOSSIBLE,
        MIRROR_MARKS,
        NOTICES,
    ):
        yield from filter(None, words.values())
    yield from (*UNITS, *DURATIONS.values(), *REASONS.values(), *ORDINALS, TOTAL, TOTAL_WITH_NEXT)
    yield from (*PICKED.values(), *REST.values())
    for bot in LEVELS.values():
        yield from (bot.name, bot.plays)
    titles = (tie_break.title or title(name) for name, tie_break in TIEBREAKS.items())
    yield from (words for words in titles if not words.isupper())


def _message(found: str | tuple[str, ...]) -> Message:
    return found if isinstance(found, str) else (found[0], found[1])


def _once(messages: Iterable[Message]) -> list[Message]:
    """The messages, each once; what is nothing but fields has no words."""
    return [message for message in dict.fromkeys(messages) if FIELDS.sub("", str(message)).strip()]


@click.command()
def main() -> None:
    """Bring every catalogue up to the messages that there are."""
    for file, language, messages in catalogues():
        catalog = write(file, language, messages)
        click.echo(f"{file}: {len(catalog)} messages, {untranslated(catalog)} without a translation")


def write(file: Path, language: str, messages: Iterable[Message]) -> Catalog:
    """Bring the catalogue in this file up to these messages, and return it; its folder is made where there is none."""
    catalog = updated(read(file, language), messages)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as lies:
        write_po(lies, catalog, width=0, omit_header=False)
    return catalog


def untranslated(catalog: Catalog) -> int:
    """How many messages of a catalogue have no translation."""
    return sum(not is_filled(message.string) for message in catalog if message.id)


def is_filled(string: str | Iterable[str] | None) -> bool:
    """Whether a translation is there, in every form of the plural."""
    return bool(string) if isinstance(string, str | None) else all(string)


if __name__ == "__main__":
    main()
