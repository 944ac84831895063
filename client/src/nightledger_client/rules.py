"""The games, their rules' numbers, data and names. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset


class SeatCount(msgspec.Struct, kw_only=True, frozen=True):
    """How many seats a game takes."""

    min: int
    max: int


class GameKind(msgspec.Struct, kw_only=True, frozen=True):
    """A game that can be played."""

    game: str
    rules: int
    seats: SeatCount


class Games(msgspec.Struct, kw_only=True, frozen=True):
    """All games that can be played."""

    games: list[GameKind]


class RulesChange(msgspec.Struct, kw_only=True, frozen=True):
    """What a number of the rules decides otherwise than the one before."""

    number: int
    rules: list[str]
    what: str


class Rules(msgspec.Struct, kw_only=True, frozen=True):
    """What a client needs to know of a game."""

    game: str
    rules: int
    seats: SeatCount
    changes: list[RulesChange]
    rules_kept_from: int
    options: dict[str, Any]
    verbs: dict[str, dict[str, Any]]
    events: dict[str, dict[str, Any]]
    names: dict[str, dict[str, str]]
    data: dict[str, str]


class DataFile(msgspec.Struct, kw_only=True, frozen=True):
    """A data file: its hash, and what stands in it, the provenance of every value included."""

    sha256: str
    content: dict[str, Any]


class Cards(msgspec.Struct, kw_only=True, frozen=True):
    """The cards, weapons, tiles and so on of a game, as the rules read them."""

    game: str
    rules: int
    data: dict[str, DataFile]
    names: dict[str, dict[str, str]]


class Labels(msgspec.Struct, kw_only=True, frozen=True):
    """Names in one language."""

    language: str
    labels: dict[str, str]


class KeptFile(msgspec.Struct, kw_only=True, frozen=True):
    """A data file that a game was begun with, word for word."""

    game: str
    name: str
    sha256: str
    text: str


class RulesResource:
    """The games, their rules' numbers, data and names."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def games_to_play(self) -> Games:
        """The games that can be played."""
        return self._connection.ask(Games, "GET", "/api/v1/rules")

    def show_rules(self, game: str) -> Rules:
        """A game's options, verbs with their arguments, events, names, and the rules and data in use."""
        return self._connection.ask(Rules, "GET", self._connection.path("/api/v1/rules/{game}", game))

    def show_cards(self, game: str) -> Cards:
        """A game's data, with the provenance of every value, and its names in each language."""
        return self._connection.ask(Cards, "GET", self._connection.path("/api/v1/rules/{game}/cards", game))

    def show_labels(self, game: str, *, accept_language: str | Unset = UNSET) -> Labels:
        """A game's names in the language that `Accept-Language` prefers among those it has, otherwise in English."""
        return self._connection.ask(
            Labels,
            "GET",
            self._connection.path("/api/v1/rules/{game}/labels", game),
            headers={"Accept-Language": accept_language},
        )

    def show_kept_file(self, game: str, sha256: str) -> KeptFile:
        """A data file with which a game was begun here, as old as it may be, by the hash that the game's record
        names.
        """
        return self._connection.ask(
            KeptFile, "GET", self._connection.path("/api/v1/rules/{game}/files/{sha256}", game, sha256)
        )
