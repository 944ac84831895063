"""Ids in words: seats by their holders, cards by their printed names, everything else as well as it can be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from domain.contract.facets.data_files import begun_with, data_file, data_for
from domain.contract.facets.drawing import Drawing
from domain.contract.game import Description, Game, Json
from service.games.shapes import answers as answer_shapes

SEAT_ID = re.compile(r"(?<![\w/-])s[0-9]+(?![\w/-])")
"""A seat in a sentence."""


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


class Said(str):
    """Words of a person, to be shown as they are."""

    __slots__ = ()


class Names:
    """What the ids of one game are called: `labels` id -> name, `holders` seat -> who sits there.

    `game` is the game as the table is played, which knows the data files that a table may name.
    """

    def __init__(self, labels: Mapping[str, str], holders: Mapping[str, str], game: Game[Any] | None = None) -> None:
        self._labels = labels
        self._holders = holders
        self._game = game

    @classmethod
    def of(cls, game: Game[Any], view: answer_shapes.Game, language: str) -> Names:
        """The names of the game that the view shows, cards in a language, English where that has none."""
        holders = {seat: holder(seat, held) for seat, held in view.seats.items()}
        played = _begun(game, view.table)
        return cls(_labels(played, language), holders, played)

    @classmethod
    def of_game(cls, game: Game[Any], language: str) -> Names:
        """The names of a game where nobody sits."""
        return cls(_labels(game, language), {}, game)

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

    def seat(self, seat: str) -> str:
        """A seat by its holder; the id itself for what is no seat of the game."""
        return self._holders.get(seat, seat)

    def in_text(self, text: str) -> str:
        """A sentence with the holders of the seats for their ids."""
        return SEAT_ID.sub(lambda found: self.seat(found[0]), text)

    def card(self, card: str) -> str:
        """A card, weapon or other thing with a printed name; its id in words where it has none."""
        return self._labels.get(card) or card.replace(":", " ").replace("-", " ").replace("_", " ")

    def say(self, value: Json) -> str:
        """Any value of an action or an event."""
        match value:
            case None:
                return "none"
            case bool():
                return "yes" if value else "no"
            case Said():
                return str(value)
            case str():
                return self._say_id(value)
            case list():
                return ", ".join(self._say_item(item) for item in value) or "nothing"
            case dict():
                return ", ".join(f"{self._say_id(key)} {self.say(item)}" for key, item in value.items()) or "nothing"
            case _:
                return str(value)

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
        number = f" {copy}" if copy else ""
        owner = f"of {self.seat(place)}" if place in self._holders else f"({self.card(place)})"
        return f"{self.card(card)}{number} {owner}"


def _begun(game: Game[Any], table: Mapping[str, Json] | None) -> Game[Any]:
    """The game with the data file that a table says it is played with: today's may lack what it has."""
    named = None if table is None else table.get("data") or table.get("cards")
    return game if named is None else begun_with(game, dict.fromkeys(data_for(game, {}), str(named)))


def _labels(game: Game[Any], language: str) -> Mapping[str, str]:
    labels = described(game).labels
    return {**labels.get("en", {}), **labels.get(language, {})}


def game_title(game: Game[Any]) -> str:
    """What a game is called."""
    return described(game).labels.get("en", {}).get(game.id) or title(game.id)


def holder(seat: str, held: answer_shapes.Seat) -> str:
    """Who sits at a seat, with the seat, since two may have the same name."""
    match held.kind:
        case "person":
            return f"{held.name or 'somebody'} ({seat})"
        case "ai":
            return f"{held.level} AI ({seat})"
        case _:
            return f"{held.name} ({seat}, not yet here)" if held.name else f"open seat ({seat})"
