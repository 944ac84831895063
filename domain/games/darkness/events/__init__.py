"""Everything that can happen, by what it is about. Their state changes are the only ones there are."""

from __future__ import annotations

import inspect
from types import ModuleType

from domain.contract.game import Event
from domain.games.darkness.events import checks, fighting, master, moving, pieces, table, things
from domain.games.darkness.events.basis import Announcement, Caused


def _events_of(module: ModuleType) -> list[type[Event]]:
    found = (kind for _, kind in inspect.getmembers(module, inspect.isclass) if issubclass(kind, Event))
    return [kind for kind in found if kind.__module__ == module.__name__ and kind not in (Announcement, Caused)]


EVENTS: tuple[type[Event], ...] = tuple(
    kind for module in (table, checks, moving, things, fighting, master, pieces) for kind in _events_of(module)
)
