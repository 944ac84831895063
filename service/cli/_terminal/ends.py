"""Where a game at a terminal is played: what the loop needs of it, whether it runs in this process or on a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from domain.log.canon import Json
from service.games.shapes.answers import Game

RUNS = ("open", "running")
"""The status of a game that is not closed."""


@dataclass(frozen=True)
class Wanted:
    """A game that is to begin: which, its options, how many people sit at the terminal, and the levels of the AIs."""

    game: str
    options: Mapping[str, Json]
    people: int
    levels: Sequence[str]


class End(Protocol):
    """A game with one or more seats at this terminal. What is refused is raised as `ServiceError`."""

    @property
    def command(self) -> str:
        """The command line that takes the game up again."""

    def look(self) -> Game:
        """The game now, through the eyes of the seat here that must decide, else of one that is here."""

    def wait(self, seen: Game) -> None:
        """Wait until the others have gone on after what was seen."""

    def act(self, seen: Game, action: Mapping[str, Json]) -> None:
        """Post an action of the seat that looks."""

    def take_back(self, seen: Game) -> None:
        """Go back before the last action of the seat that looks; the others are asked where they must be."""

    def entries(self, seen: Game, after: int) -> list[dict[str, Json]]:
        """The log after a version, as the seat that looks may read it."""
