"""A stored event as an aggregate folds it, decoded straight from its bytes into the class of today.

`domain.log.record.whole` puts an entry together as JSON, for those who compare it. Folding wants the event alone, and
is done for thousands of them at a time: so the data of an event that stands in several parts is joined as text, and
decoded once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from domain.contract.game import Event
from domain.log.canon import Json
from domain.log.record import CLOSED, Entry, Numbered, whole
from domain.log.upcast import Upcasters, upcast


class Closed(msgspec.Struct, frozen=True):
    """The marks in a command's closed part: hashes of its idempotency key and body."""

    key: str | None = None
    body: str | None = None


class Told(msgspec.Struct, frozen=True):
    """What an entry tells: the event, the draws made for it, and the marks of the command it begins."""

    event: Event
    draws: Sequence[Numbered]
    closed: Closed


class _Body(Closed, frozen=True):
    data: msgspec.Raw = msgspec.Raw(b"{}")
    draws: tuple[Numbered, ...] | None = None


class _Part(msgspec.Struct, frozen=True):
    part: _Body


class Form(NamedTuple):
    """How a type of events is decoded; `joins` unless its parts share a field and cannot be put side by side."""

    decoder: msgspec.json.Decoder[Any]
    joins: bool


@cache
def form_of(kind: type[Event]) -> Form:
    """How events of a class are decoded."""
    return Form(msgspec.json.Decoder(kind), joins=not kind.sealed and "each" not in kind.private.values())


class EventTypes:
    """The types of events that an owner's logs hold, by their stored names. `owner` is what upcasters know it by."""

    def __init__(self, owner: str, kinds: Mapping[str, type[Event]]) -> None:
        self.owner = owner
        self._kinds = kinds

    def form(self, name: str) -> Form | None:
        """How events of a type are decoded; None for a type that it does not have."""
        kind = self._kinds.get(name)
        return None if kind is None else form_of(kind)

    def decode(self, form: Form, text: bytes) -> Event:
        """The event of a text of its full data."""
        event: Event = form.decoder.decode(text)
        return event

    def convert(self, name: str, data: Mapping[str, Json]) -> Event:
        """The event of a type with this full data; KeyError for a type that it does not have."""
        return msgspec.convert(data, self._kinds[name], strict=False)


_PARTS = msgspec.json.Decoder(dict[str, _Part])
_UNMARKED = Closed()


def read(entry: Entry, types: Iterable[EventTypes], upcasters: Upcasters) -> Told:
    """What an entry with all of its parts tells, whose type is of the first of these that has it.

    `msgspec.ValidationError` when the data do not fit the class, KeyError for an event that is unknown.
    """
    label = entry.label
    parts = {} if entry.is_public else _PARTS.decode(entry.parts)
    closed = parts.pop(CLOSED, None)
    draws: Sequence[Numbered] = label.draws
    for part in parts.values():
        if part.part.draws is not None:
            draws = part.part.draws
    event = _event(entry, parts, types, upcasters)
    return Told(event, draws, _UNMARKED if closed is None else closed.part)


def _event(entry: Entry, parts: Mapping[str, _Part], types: Iterable[EventTypes], upcasters: Upcasters) -> Event:
    label = entry.label
    for known in types:
        form = known.form(label.type)
        if form is None:
            continue
        if not form.joins or (upcasters and (known.owner, label.type, label.schema) in upcasters):
            break
        return known.decode(form, _joined(label.data, parts) if parts else label.data)
    return _from_whole(entry, types, upcasters)


def _joined(data: msgspec.Raw, parts: Mapping[str, _Part]) -> bytes:
    """The JSON maps as one; they have no key in common."""
    text = bytes(data)
    for part in parts.values():
        more = bytes(part.part.data)
        if len(more) > len(b"{}"):
            text = more if len(text) == len(b"{}") else b"%b,%b" % (text[:-1], more[1:])
    return text


def _from_whole(entry: Entry, types: Iterable[EventTypes], upcasters: Upcasters) -> Event:
    """The event of an entry that must be put together, or brought into today's form, first."""
    item = whole(entry)
    for known in types:
        if known.form(item.type) is not None:
            return known.convert(item.type, upcast(upcasters, known.owner, item).data)
    raise KeyError(item.type)
