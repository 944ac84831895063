"""The events of a table: those that all games share, then the game's own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec

from domain.contract.game import Asked, Decision, Event, Game
from domain.log import reading
from domain.log.canon import Json
from domain.log.reading import EventTypes, Form, Told
from domain.log.record import Entry
from domain.log.upcast import Upcasters
from domain.table.events import TABLE_EVENTS


class _AskedForm(Event, frozen=True):
    """`Asked` with the classes of a game's steps."""

    answered: tuple[str, ...]
    open: dict[str, Decision]
    agenda: tuple[Any, ...] = ()


class GameEventTypes(EventTypes):
    """The types of a game's events, `Asked` among them."""

    def __init__(self, game: Game[Any]) -> None:
        steps: Any = reduce(or_, game.step_types) if game.step_types else Any
        asked: Any = msgspec.defstruct("Asked", [("agenda", tuple[steps, ...], ())], bases=(_AskedForm,), frozen=True)
        super().__init__(game.id, {Asked.__name__: asked, **{kind.__name__: kind for kind in game.event_types}})
        self._game = game

    def decode(self, form: Form, text: bytes) -> Event:
        event = super().decode(form, text)
        return Asked(event.answered, event.open, event.agenda) if isinstance(event, _AskedForm) else event

    def convert(self, name: str, data: Mapping[str, Json]) -> Event:
        return self._game.decode_event(name, data)


OF_TABLES = EventTypes("table", TABLE_EVENTS)


@cache
def of_game(game: Game[Any] | None) -> tuple[EventTypes, ...]:
    """The types of events of a game's log; of a log that has not been opened (None) those that all games share."""
    return (OF_TABLES,) if game is None else (OF_TABLES, GameEventTypes(game))


def read(entry: Entry, game: Game[Any] | None, upcasters: Upcasters) -> Told:
    """What an entry of a game's log with all of its parts tells; `game` is None until the log has been opened."""
    return reading.read(entry, of_game(game), upcasters)
