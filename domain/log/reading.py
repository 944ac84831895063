"""A stored event as an aggregate folds it, decoded straight from its bytes into the class of today.

`domain.log.whole` puts an entry together as JSON, for those who compare it. Folding wants the event alone, and
is done for thousands of them at a time: so the data of an event that stands in several parts is joined as text, and
decoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, Self

import msgspec

from domain.contract.game import Event
from domain.log.canon import Json
from domain.log.record import CLOSED, Entry, Numbered
from domain.log.upcast import Upcasters, upcast
from domain.log.whole import whole


class Closed(msgspec.Struct, frozen=True):
    """The marks in a command's closed part: hashes of its idempotency key and body."""

    key: str | None = None
    body: str | None = None


class Contents(msgspec.Struct, frozen=True, gc=False):
    """What an entry holds: the event, the draws made for it, and the marks of the command it begins."""

    event: Event
    draws: Sequence[Numbered]
    closed: Closed


class _Body(Closed, frozen=True):
    data: msgspec.Raw = msgspec.Raw(b"{}")
    draws: tuple[Numbered, ...] | None = None


class _Part(msgspec.Struct, frozen=True):
    part: _Body


class Form(NamedTuple):
    """How a type of events is read: `decode` from the text of its full data, `convert` from the data themselves.

    `owner` is what upcasters know the type by; it `joins` unless its parts share a field and cannot be put side by
    side.
    """

    owner: str
    decode: Callable[[bytes], Event]
    convert: Callable[[Mapping[str, Json]], Event]
    joins: bool


class Forms(dict[str, Form]):
    """The forms of the types of events that a kind of log holds, by their stored names. Nothing in it ever changes."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


def forms_of(owner: str, kinds: Mapping[str, type[Event]]) -> Forms:
    """The forms of an owner's events."""
    return Forms({name: _form_of(owner, kind) for name, kind in kinds.items()})


@cache
def _form_of(owner: str, kind: type[Event]) -> Form:
    return Form(owner, msgspec.json.Decoder(kind).decode, partial(_convert, kind), joins(kind))


def joins(kind: type[Event]) -> bool:
    """Whether the parts of such an event can be put side by side."""
    return not kind.sealed and "each" not in kind.private.values()


def _convert(kind: type[Event], data: Mapping[str, Json]) -> Event:
    return msgspec.convert(data, kind, strict=False)


_PART = msgspec.json.Decoder(_Part)
_UNMARKED = Closed()
_NO_PARTS: Mapping[str, _Body] = {}


def read(entry: Entry, forms: Forms, upcasters: Upcasters) -> Contents:
    """What an entry with all of its parts tells.

    `msgspec.ValidationError` when the data do not fit the class, KeyError for an event that is unknown.
    """
    draws: Sequence[Numbered] = entry.label.draws
    if not entry.parts:
        return Contents(_event(entry, _NO_PARTS, forms, upcasters), draws, _UNMARKED)
    parts = {name: _PART.decode(text).part for name, text in entry.parts.items()}
    closed: Closed = parts.pop(CLOSED, _UNMARKED)
    for part in parts.values():
        if part.draws is not None:
            draws = part.draws
    return Contents(_event(entry, parts, forms, upcasters), draws, closed)


def _event(entry: Entry, parts: Mapping[str, _Body], forms: Forms, upcasters: Upcasters) -> Event:
    label = entry.label
    form = forms.get(label.type)
    if form is None or not form.joins or (upcasters and (form.owner, label.type, label.schema) in upcasters):
        return _from_whole(entry, forms, upcasters)
    return form.decode(_joined(label.data, parts) if parts else label.data)


def _joined(data: msgspec.Raw, parts: Mapping[str, _Body]) -> bytes:
    """The JSON maps as one; they have no key in common."""
    text = bytes(data)
    for part in parts.values():
        more = bytes(part.data)
        if len(more) > len(b"{}"):
            text = more if len(text) == len(b"{}") else b"%b,%b" % (text[:-1], more[1:])
    return text


def _from_whole(entry: Entry, forms: Forms, upcasters: Upcasters) -> Event:
    """The event of an entry that must be put together, or brought into today's form, first."""
    item = whole(entry)
    form = forms[item.type]
    return form.convert(upcast(upcasters, form.owner, item).data)
