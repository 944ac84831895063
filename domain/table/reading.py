"""The events of a table: those that all games share, and the game's own."""

from __future__ import annotations

from functools import cache, partial, reduce
from operator import or_
from typing import Any

import msgspec

from domain.contract.game import Asked, Decision, Event, Game
from domain.log import reading
from domain.log.reading import Contents, Form, Forms, forms_of, joins
from domain.log.record import Entry
from domain.log.upcast import Upcasters
from domain.table.events import TABLE_EVENTS


class _AskedForm(Event, frozen=True):
    """`Asked` with the classes of a game's steps."""

    answered: tuple[str, ...]
    open: dict[str, Decision]
    agenda: tuple[Any, ...] = ()


@cache
def of_game(game: Game[Any] | None) -> Forms:
    """The forms of the events of a game's log; of one that has not been opened (None) those that all games share."""
    shared = forms_of("table", TABLE_EVENTS)
    return shared if game is None else Forms({**_own_forms(game), **shared})


def read(entry: Entry, game: Game[Any] | None, upcasters: Upcasters) -> Contents:
    """What an entry of a game's log with all of its parts tells; `game` is None until the log has been opened."""
    return reading.read(entry, of_game(game), upcasters)


def _own_forms(game: Game[Any]) -> Forms:
    steps: Any = reduce(or_, game.step_types) if game.step_types else Any
    asked = msgspec.defstruct("Asked", [("agenda", tuple[steps, ...], ())], bases=(_AskedForm,), frozen=True)
    decoders: dict[type[Event], Any] = {kind: msgspec.json.Decoder(kind).decode for kind in game.event_types}
    decoders[Asked] = partial(_asked, msgspec.json.Decoder(asked))
    return Forms(
        {
            kind.__name__: Form(game.id, decode, partial(game.decode_event, kind.__name__), joins(kind))
            for kind, decode in decoders.items()
        }
    )


def _asked(decoder: msgspec.json.Decoder[Any], text: bytes) -> Asked:
    form = decoder.decode(text)
    return Asked(form.answered, form.open, form.agenda)
