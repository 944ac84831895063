"""Old events in today's form. Stored bytes never change; upcasters work on the data read from verified ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from domain.log.canon import Json
from domain.log.whole import Whole

Upcaster = Callable[[dict[str, Json]], dict[str, Json]]
"""Makes an event's full data of one schema into that of the next."""

Upcasters = Mapping[tuple[str, str, int], Upcaster]
"""(game, or `table` for the events that all games share; event type; schema) -> what makes the next schema of it."""

UPCASTERS: Upcasters = {}


def upcast(upcasters: Upcasters, owner: str, item: Whole) -> Whole:
    """The event in the newest schema that the upcasters of its owner (a game, or `table`) lead to."""
    data, schema = item.data, item.schema
    while (step := upcasters.get((owner, item.type, schema))) is not None:
        data, schema = step(dict(data)), schema + 1
    return item if schema == item.schema else msgspec.structs.replace(item, data=data, schema=schema)
