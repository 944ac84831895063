"""The form of a record's events: keys and types, before anything is asked of what they say."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from domain.audit.verdict import Malformed
from domain.contract.game import to_json
from domain.log.canon import Json, canonical
from domain.log.hexes import is_hex
from domain.log.record import FORMAT, Entry, Public
from domain.log.wellformed import Misshapen, check_entries
from domain.records.export import BadRecord, Record


class Draw(msgspec.Struct, forbid_unknown_fields=True, rename={"source": "from"}):
    """A random outcome."""

    n: int
    kind: str
    name: str
    source: int | list[Json]
    result: Json
    forced: bool | UnsetType = UNSET


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sealed part of an earlier event, opened to all."""

    version: int
    audience: str
    nonce: str
    part: dict[str, Json]


class Hidden(msgspec.Struct, forbid_unknown_fields=True):
    """What a private part may hold."""

    data: dict[str, Json] | UnsetType = UNSET
    draws: list[Draw] | UnsetType = UNSET
    action: dict[str, Json] | UnsetType = UNSET
    type: str | UnsetType = UNSET
    schema: int | UnsetType = UNSET


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """Of a hidden draw, that its outcome was given."""

    forced: bool


def entries_of(record: Record) -> tuple[list[Entry], list[Public]]:
    """The events as entries, and their public parts; `Malformed` if one has not the form of an event."""
    if record.format != FORMAT:
        raise Malformed(None, f"the format is {record.format!r}, not {FORMAT!r}")
    if not record.events:
        raise Malformed(None, "there are no events")
    try:
        entries = record.entries()
    except BadRecord as error:
        raise Malformed(None, str(error)) from None
    try:
        check_entries(entries)
    except Misshapen as error:
        raise Malformed(None, str(error)) from None
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed(None, f"an event has not the form of one: {error}") from None
    if any(type(raw["hash"]) is not str for raw in record.events):
        raise Malformed(None, "the hash of an event is no text")
    return entries, [_public(entry, number) for number, entry in enumerate(entries, 1)]


def _public(entry: Entry, number: int) -> Public:
    try:
        public = entry.read()
        for draw in public.draws:
            msgspec.convert(draw, Given if isinstance(draw, dict) and draw.keys() == {"forced"} else Draw, strict=True)
        opened = msgspec.convert(public.opens or [], list[Opening], strict=True)
        shown = [part.part for part in entry.private.values()]
        for part in (*shown, *(one.part for one in opened)):
            msgspec.convert(part, Hidden, strict=True)
    except msgspec.ValidationError as error:
        raise Malformed(number, str(error)) from None
    if canonical(to_json(public)) != entry.public:
        raise Malformed(number, "it has fields that no event has")
    if public.schema < 1 or (public.action is not None and type(public.action.get("type")) is not str):
        raise Malformed(number, "its schema is no number from 1 on, or its action has no type")
    if not all(map(is_hex, public.commitments.values())):
        raise Malformed(number, "a commitment is not 32 bytes in lower-case hex")
    return public
