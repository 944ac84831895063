"""Who may read what of an event: its public part, and its private parts by audience.

An audience is a seat id, `"spectator"` or `"referee"`. Which parts an event has depends on its class alone
(`Event.private`, `Event.sealed`), so their number tells nothing; the referee may read all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from domain.contract.game import Event, Json, to_json

SPECTATOR = "spectator"
REFEREE = "referee"


def split(event: Event, seats: Sequence[str]) -> tuple[dict[str, Json], dict[str, dict[str, Json]]]:
    """An event's public data, and its private data by audience: ids of `seats`, or `"referee"`.

    Every audience that the event's class declares has a part, empty or not: `"seat"` the event's seat (or
    the referee, if it has none), `"each"` all `seats`, each with a map of its own entry only. All data of a
    sealed event is private. ValueError if an `"each"` field has an entry for something that is no seat.
    """
    public: dict[str, Json] = msgspec.to_builtins(event, str_keys=True)
    kind = type(event)
    if not kind.private and not kind.sealed:
        return public, {}
    private: dict[str, dict[str, Json]] = {}
    owner = public.get("seat") or REFEREE
    for field, audience in kind.private.items():
        value = public.pop(field)
        if audience == "each":
            for seat, entry in _entries(field, value, seats).items():
                private.setdefault(seat, {})[field] = entry
        else:
            private.setdefault(owner if audience == "seat" else audience, {})[field] = value
    if kind.sealed:
        private.setdefault(owner, {}).update(public)
        public = {}
    return public, private


def join(public: Mapping[str, Json], private: Mapping[str, Mapping[str, Json]]) -> dict[str, Json]:
    """The full data of an event from all its parts: the inverse of `split`."""
    data = dict(public)
    for part in private.values():
        for field, value in part.items():
            shared = field in data and isinstance(value, dict)
            data[field] = {**data[field], **value} if shared else value
    return data


def visible(event: Event, audience: str, seats: Sequence[str]) -> dict[str, Json] | None:
    """What of an event's data the audience may read; None if not even its type."""
    public, private = split(event, seats)
    if type(event).sealed and audience not in (REFEREE, *private):
        return None
    parts = private if audience == REFEREE else {audience: private.get(audience, {})}
    data: dict[str, Json] = to_json(join(public, parts))
    return data


def _entries(field: str, value: Mapping[str, Json], seats: Sequence[str]) -> dict[str, dict[str, Json]]:
    if strangers := set(value) - set(seats):
        raise ValueError(f"{field} has an entry for {min(strangers)!r}, which is no seat")
    return {seat: {seat: value[seat]} if seat in value else {} for seat in seats}
