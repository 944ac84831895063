"""A stored event as the table folds it, decoded straight from its bytes into the class of today.

`domain.log.record.whole` puts an entry together as JSON, for those who compare it. Folding wants the event alone, and
is done for thousands of them at a time: so the data of an event that stands in several parts is joined as text, and
decoded once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from operator import or_
from typing import Any, NamedTuple

import msgspec

from domain.contract.game import Asked, Decision, Event, Game
from domain.log.record import CLOSED, Entry, whole
from domain.log.upcast import Upcasters, upcast
from domain.table.events import TABLE_EVENTS


class Numbered(msgspec.Struct, frozen=True):
    """A draw, as far as folding looks at it; -1 stands for one whose number is told elsewhere."""

    n: int = -1
    kind: str = ""
    name: str = ""


class Head(msgspec.Struct, frozen=True):
    """The public part of an entry, as far as folding looks at it."""

    version: int
    command: int
    type: str
    schema: int
    at: int
    seat: str | None
    data: msgspec.Raw
    draws: tuple[Numbered, ...]
    by: str | None = None


class Closed(msgspec.Struct, frozen=True):
    """The marks in a command's closed part: hashes of its idempotency key and body."""

    key: str | None = None
    body: str | None = None


class Told(msgspec.Struct, frozen=True):
    """What an entry tells: its head, the event, the draws made for it, and the marks of the command it begins."""

    head: Head
    event: Event
    draws: Sequence[Numbered]
    closed: Closed


class _Body(Closed, frozen=True):
    data: msgspec.Raw = msgspec.Raw(b"{}")
    draws: tuple[Numbered, ...] | None = None


class _Part(msgspec.Struct, frozen=True):
    part: _Body


class _Form(NamedTuple):
    """How a type of events is decoded; `joins` unless its parts share a field and cannot be put side by side."""

    decoder: msgspec.json.Decoder[Any]
    joins: bool


_HEAD = msgspec.json.Decoder(Head)
_PARTS = msgspec.json.Decoder(dict[str, _Part])
_UNMARKED = Closed()


def read(entry: Entry, game: Game[Any] | None, upcasters: Upcasters) -> Told:
    """What an entry with all of its parts tells; `game` is None until the log has been opened.

    `msgspec.ValidationError` when the data do not fit the class, KeyError for an event that is unknown.
    """
    head = _HEAD.decode(entry.public)
    parts = {} if entry.is_public else _PARTS.decode(entry.parts)
    closed = parts.pop(CLOSED, None)
    draws: Sequence[Numbered] = head.draws
    for part in parts.values():
        if part.part.draws is not None:
            draws = part.part.draws
    event = _event(entry, head, parts, game, upcasters)
    return Told(head, event, draws, _UNMARKED if closed is None else closed.part)


def _event(entry: Entry, head: Head, parts: Mapping[str, _Part], game: Game[Any] | None, upcasters: Upcasters) -> Event:
    form = _table_forms().get(head.type)
    owner = "table"
    if form is None and game is not None:
        form, owner = _forms(game).get(head.type), game.id
    if form is None or not form.joins or (upcasters and (owner, head.type, head.schema) in upcasters):
        return _from_whole(entry, game, upcasters)
    event: Event = form.decoder.decode(_joined(head.data, parts) if parts else head.data)
    return event.asked() if isinstance(event, _AskedForm) else event


def _joined(data: msgspec.Raw, parts: Mapping[str, _Part]) -> bytes:
    """The JSON maps as one; they have no key in common."""
    text = bytes(data)
    for part in parts.values():
        more = bytes(part.part.data)
        if len(more) > len(b"{}"):
            text = more if len(text) == len(b"{}") else b"%b,%b" % (text[:-1], more[1:])
    return text


def _from_whole(entry: Entry, game: Game[Any] | None, upcasters: Upcasters) -> Event:
    """The event of an entry that must be put together, or brought into today's form, first."""
    item = whole(entry)
    kind = TABLE_EVENTS.get(item.type)
    if kind is not None:
        return msgspec.convert(upcast(upcasters, "table", item).data, kind, strict=False)
    if game is None:
        raise KeyError(item.type)
    return game.decode_event(item.type, upcast(upcasters, game.id, item).data)


class _AskedForm(Event, frozen=True):
    """`Asked` with the classes of a game's steps; `_forms` makes one for each game."""

    answered: tuple[str, ...]
    open: dict[str, Decision]
    agenda: tuple[Any, ...] = ()

    def asked(self) -> Asked:
        """The event itself."""
        return Asked(self.answered, self.open, self.agenda)


@cache
def _table_forms() -> Mapping[str, _Form]:
    return {name: _form(kind) for name, kind in TABLE_EVENTS.items()}


@cache
def _forms(game: Game[Any]) -> Mapping[str, _Form]:
    steps: Any = reduce(or_, game.step_types) if game.step_types else Any
    asked = msgspec.defstruct("Asked", [("agenda", tuple[steps, ...], ())], bases=(_AskedForm,), frozen=True)
    forms = {kind.__name__: _form(kind) for kind in game.event_types}
    return forms | {Asked.__name__: _form(asked)}


def _form(kind: type[Any]) -> _Form:
    return _Form(msgspec.json.Decoder(kind), joins=not kind.sealed and "each" not in kind.private.values())
