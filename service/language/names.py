"""Ids in words: seats by their holders, cards by their printed names, everything else as well as it can be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Any

from domain.bots.levels import LEVELS
from domain.contract.facets.data_files import begun_with, data_file, data_for
from domain.contract.facets.drawing import Drawing
from domain.contract.facets.taught import entries_of, manual_of, phase_of
from domain.contract.facets.told import asked_about, at_stake, sentences
from domain.contract.game import Decision, Description, Game, Json
from domain.contract.manual import Manual, ManualEntry
from domain.table.sentences import SENTENCES
from service.games.shapes import answers as answer_shapes
from service.language.catalogues import ENGLISH, SOURCE, Catalogue, catalogue
from service.language.distinct import distinct, initials
from service.language.filling import filled

SEAT_ID = re.compile(r"(?<![\w/-])s[0-9]+(?![\w/-])")
"""A seat in a sentence."""

WITH_CAPITAL_NOUNS = ("de",)
"""The languages whose nouns begin with a capital letter wherever they stand."""


@cache
def described(game: Game[Any]) -> Description:
    """The game's description, worked out once."""
    return game.describe()


def title(name: str) -> str:
    """An id, verb or field as the beginning of a sentence: `last-spell` is `Last spell`."""
    return capital(name.replace("-", " ").replace("_", " "))


def capital(text: str) -> str:
    """The text with a capital letter at its beginning; the rest as it is."""
    return text[:1].upper() + text[1:]


def within(heading: str, language: str) -> str:
    """A heading as a part of a sentence: in small letters, but in a language whose nouns keep their capitals."""
    return heading if language in WITH_CAPITAL_NOUNS else heading.lower()


class Said(str):
    """Words of a person, to be shown as they are."""

    __slots__ = ()


class Names:
    """What the ids of one game are called: `labels` id -> name, `holders` seat -> who sits there.

    The `catalogue` has the words between them; `game` is the game as the table is played, which knows the data files
    that a table may name. `table` is what is seen of it: pieces of which there is but one of a kind have no number.
    """

    def __init__(
        self,
        labels: Mapping[str, str],
        holders: Mapping[str, str],
        game: Game[Any] | None = None,
        catalogue: Catalogue = ENGLISH,
        table: Mapping[str, Json] | None = None,
    ) -> None:
        self._labels = labels
        self._holders = holders
        self._game = game
        self._table = table
        self.catalogue = catalogue

    @classmethod
    def of(cls, game: Game[Any], view: answer_shapes.Game, language: str) -> Names:
        """The names of the game that the view shows, in a language."""
        words = catalogue(language, game)
        played = _begun(game, view.table)
        return cls(_labels(played, language), holders(view.seats, words), played, words, view.table)

    @classmethod
    def of_game(cls, game: Game[Any], language: str) -> Names:
        """The names of a game where nobody sits."""
        return cls(_labels(game, language), {}, game, catalogue(language, game))

    @property
    def seats(self) -> Iterable[str]:
        """The seats of the game."""
        return self._holders.keys()

    @property
    def data(self) -> Mapping[str, str]:
        """Name -> SHA-256 (hex) of the data files that the game is played with; none where that is not known."""
        return {} if self._game is None else data_for(self._game, {})

    def data_file(self, sha256: str) -> str | None:
        """The text of the data file with this hash (hex); None for one that is nowhere."""
        return None if self._game is None else data_file(self._game, sha256)

    def drawing(self, table: Mapping[str, Json]) -> Any:
        """What the game gives to draw this table with."""
        assert isinstance(self._game, Drawing)
        return self._game.drawing(table)

    @property
    def entries(self) -> Sequence[ManualEntry]:
        """What is printed on what can lie on the table."""
        return () if self._game is None else entries_of(self._game)

    @property
    def manual(self) -> Manual | None:
        """The rules in short, in the language where they are translated; None where the game brings none."""
        return None if self._game is None else manual_of(self._game, self.catalogue.language)

    def phase(self, table: Mapping[str, Json] | None) -> str:
        """Where a game with this table is, for its manual."""
        return "" if self._game is None else phase_of(self._game, table)

    def titled(self, name: str) -> str:
        """A field or a kind of decision as a heading."""
        return self.catalogue.told(title(name))

    def within(self, name: str) -> str:
        """A field or a kind of decision as a part of a sentence."""
        return within(self.titled(name), self.catalogue.language)

    def told(self, sentences: Iterable[str], values: Mapping[str, Json]) -> str | None:
        """The first of the sentences of which all fields are known, filled and in the language."""
        return filled(sentences, values, self.catalogue, self.say)

    def filled(self, message: str, values: Mapping[str, Json]) -> str:
        """A sentence with its fields, all of which are known."""
        return str(self.told((message,), values))

    def question(self, asked: answer_shapes.Decision, table: Mapping[str, Json] | None = None) -> str:
        """What a seat is to do, in one sentence; its kind and details where the game has no sentence for it.

        `table` is the table as the seat sees it.
        """
        if self._game is None:
            return self._plain(asked)
        details = {**asked_about(self._game, table), **asked.details}
        possible = sentences(self._game).of_decision(asked.kind, asked.verbs, details)
        return self.told(possible, details) or self._plain(asked)

    def stakes(self, asked: answer_shapes.Decision, table: Mapping[str, Json] | None, seat: str) -> list[str]:
        """What follows from a decision of a seat that sees this table, in sentences."""
        if self._game is None:
            return []
        decision = Decision(asked.kind, tuple(asked.verbs), asked.details)
        told = (self.told(*message) for message in at_stake(self._game, table, seat, decision))
        return [capital(sentence) for sentence in told if sentence is not None]

    def _plain(self, asked: answer_shapes.Decision) -> str:
        details = dict(asked.details)
        asks = f": {details.pop('asks')}" if "asks" in details else ""
        about = [f"{self.within(key)} {self.say(value)}" for key, value in details.items() if value != []]
        return f"{self.titled(asked.kind)}{asks}" + (f" ({', '.join(about)})" if about else "")

    def seat(self, seat: str) -> str:
        """A seat by its holder; the id itself for what is no seat of the game."""
        return self._holders.get(seat, seat)

    def initial(self, seat: str) -> str:
        """The sign of a seat in pictures: the first letter of its holder, with a number where another has it too."""
        return self._initials.get(seat, seat)

    @cached_property
    def _initials(self) -> Mapping[str, str]:
        return initials(self._holders)

    def in_text(self, text: str) -> str:
        """A sentence with the holders of the seats for their ids."""
        return SEAT_ID.sub(lambda found: self.seat(found[0]), text)

    def card(self, card: str) -> str:
        """A card, weapon or other thing with a printed name; its id in words where it has none."""
        kind, colon, which = card.partition(":")
        if colon and kind + colon in self._labels:
            return f"{self._labels[kind + colon]} {self.card(which)}"
        return self._labels.get(card) or card.replace(":", " ").replace("-", " ").replace("_", " ")

    def say(self, value: Json) -> str:
        """Any value of an action or an event."""
        match value:
            case None:
                return self.catalogue.told("none")
            case bool():
                return self.catalogue.told("yes") if value else self.catalogue.told("no")
            case Said():
                return str(value)
            case str():
                return self._say_id(value)
            case list():
                return ", ".join(self._say_item(item) for item in value) or self._nothing()
            case dict():
                return ", ".join(self._say_pair(*pair) for pair in value.items()) or self._nothing()
            case _:
                return str(value)

    def _say_pair(self, key: str, item: Json) -> str:
        """A field and its value; the number of a thing at a place stands in brackets: a name may end with one."""
        name, said = self._say_id(key), self.say(item)
        return f"{name} ({said})" if "/" in key and isinstance(item, int) else f"{name} {said}"

    def _nothing(self) -> str:
        return self.catalogue.told("nothing")

    def _say_item(self, item: Json) -> str:
        """An item of a list; a pair or a small object is held together by an arrow."""
        parts = list(item.values()) if isinstance(item, dict) else item
        if isinstance(parts, list):
            return " → ".join(self.say(part) for part in parts)
        return self.say(item)

    def _say_id(self, value: str) -> str:
        """A seat, a card, or a thing at a place: `s1/vulko` is Ann's Vulko, `s1/vulko/2` her second, `s1/vulko/#7` the
        one that is piece number 7 of the game, `clawer/3` the third clawer."""
        if value in self._holders or value in self._labels:
            return self._holders.get(value) or self._labels[value]
        place, slash, rest = value.partition("/")
        if not slash:
            return self.card(value)
        if rest.isdecimal():
            return f"{self._holders.get(place) or self.card(place)} {rest}"
        card, _, copy = rest.partition("/")
        if copy.startswith("#") and self._table is not None and self._alike[f"{place}/{card}"] < 2:
            copy = ""
        thing = f"{self.card(card)} {copy}" if copy else self.card(card)
        if place in self._holders:
            return self.catalogue.filled("{thing} of {seat}", thing=thing, seat=self.seat(place))
        return f"{thing} ({self.card(place)})"

    @cached_property
    def _alike(self) -> Counter[str]:
        """How many pieces of a kind lie at a place of the table: `s1/vulko` for `s1/vulko/#7`."""
        pieces = {text for text in texts_in(self._table) if "/#" in text}
        return Counter(piece.partition("/#")[0] for piece in pieces)


def texts_in(value: Json) -> Iterator[str]:
    """All texts in a value, keys too."""
    match value:
        case str():
            yield value
        case dict():
            yield from value
            yield from (text for item in value.values() for text in texts_in(item))
        case list():
            yield from (text for item in value for text in texts_in(item))


def _begun(game: Game[Any], table: Mapping[str, Json] | None) -> Game[Any]:
    """The game with the data file that a table says it is played with: today's may lack what it has."""
    named = None if table is None else table.get("data") or table.get("cards")
    return game if named is None else begun_with(game, dict.fromkeys(data_for(game, {}), str(named)))


@lru_cache(maxsize=64)
def _labels(game: Game[Any], language: str) -> Mapping[str, str]:
    """What ids are called in a language: by the game's labels in it, else by their English ones translated."""
    labels, words = described(game).labels, catalogue(language, game)
    own = {**SENTENCES.words, **sentences(game).words}
    english = {**labels.get(SOURCE, {}), **own}
    printed = {name: label for name, label in labels.get(language, {}).items() if name not in own}
    return {**{name: _translated(name, english, words) for name in english}, **printed}


def _translated(name: str, english: Mapping[str, str], words: Catalogue) -> str:
    """The name of an id; a part of something (`bar/0/3`, the Bar 0/3) is called after it."""
    whole, slash, part = name.partition("/")
    if slash and english[name] == f"{english.get(whole)} {part}":
        return f"{words.told(english[whole])} {part}"
    return words.told(english[name])


def game_title(game: Game[Any]) -> str:
    """What a game is called."""
    return described(game).labels.get("en", {}).get(game.id) or title(game.id)


def sitter(held: answer_shapes.Seat, words: Catalogue = ENGLISH) -> str:
    """Who sits at a seat."""
    match held.kind:
        case "person":
            name = held.name or words.told("somebody")
            return words.filled("{name} (a bot)", name=name) if held.bot is True else name
        case "ai":
            return ai_name(str(held.level or ""), words)
        case _:
            return words.filled("{name} (not yet here)", name=held.name) if held.name else words.told("open seat")


def ai_name(level: str, words: Catalogue) -> str:
    """What people call an AI of this level; after the level itself where it is no longer offered."""
    bot = LEVELS.get(level)
    return words.filled("{name} (AI)", name=level if bot is None else words.told(bot.name))


def holders(seats: Mapping[str, answer_shapes.Seat], words: Catalogue = ENGLISH) -> dict[str, str]:
    """Who sits at each seat of a game, in names that tell them apart."""
    return distinct({seat: sitter(held, words) for seat, held in seats.items()})
