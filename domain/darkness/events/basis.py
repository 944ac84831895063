"""What events of this game have in common."""

from __future__ import annotations

from domain.darkness.state import DarknessState
from domain.game import Event


class Announcement(Event, frozen=True):
    """A fact that is told and changes nothing: what follows from it are events of their own."""

    def apply(self, state: DarknessState) -> None:
        """Nothing changes."""


def without(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    """The things without the first that equals `thing`."""
    at = things.index(thing)
    return things[:at] + things[at + 1 :]
