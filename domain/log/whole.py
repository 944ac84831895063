"""An entry as plain JSON values: put together from all its parts, and made again of an exported one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.contract import audience
from domain.contract.audience import REFEREE
from domain.log.canon import Json, canonical
from domain.log.record import CLOSED, Entry, Part, Public


class Whole(msgspec.Struct, frozen=True):
    """An entry put together again from all its parts, as plain JSON values."""

    public: Public
    type: str
    schema: int
    data: dict[str, Json]
    draws: list[Json]
    action: dict[str, Json] | None
    closed: dict[str, Json]


def whole(entry: Entry) -> Whole:
    """The whole of an entry; needs all of its private parts."""
    public = entry.read()
    parts = {name: part.part for name, part in entry.private.items()}
    closed = parts.pop(CLOSED, {})
    sealed = next((part for part in parts.values() if "type" in part), {})
    data = audience.join(public.data, {name: part.get("data", {}) for name, part in parts.items()})
    action = public.action
    if action is not None:
        hidden: Mapping[str, Json] = parts.get(public.seat or REFEREE, {}).get("action", {})
        action = dict(hidden) if action["type"] == "sealed" else {**action, **hidden}
    return Whole(
        public=public,
        type=sealed.get("type", public.type),
        schema=sealed.get("schema", public.schema),
        data=data,
        draws=_whole_draws(public, parts),
        action=action,
        closed=closed,
    )


def _whole_draws(public: Public, parts: Mapping[str, Mapping[str, Any]]) -> list[Json]:
    for part in parts.values():
        if "draws" in part:
            return list(part["draws"])
    return public.draws


def entry_from_json(raw: Mapping[str, Json]) -> Entry:
    """An exported entry; the public bytes are made again, so only a canonical public part keeps its hash."""
    public = {key: value for key, value in raw.items() if key not in ("private", "hash")}
    parts = msgspec.convert(raw["private"], dict[str, Part])
    return Entry.of(canonical(public), {name: part.text() for name, part in parts.items()}, str(raw["hash"]))


def end_of_command(entries: Sequence[Entry], version: int) -> int:
    """The version at which the command ends that the event of this version belongs to."""
    return next((at for at in range(version, len(entries)) if entries[at].label.by is not None), len(entries))


def commands(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries of a log, command by command."""
    group: list[Entry] = []
    for entry in entries:
        if entry.label.by is not None and group:
            yield group
            group = []
        group.append(entry)
    if group:
        yield group
