"""What events of this game have in common."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Event
from domain.games.darkness.state import DarknessState


class Announcement(Event, frozen=True):
    """A fact that is told and changes nothing: what follows from it are events of their own."""

    def apply(self, state: DarknessState) -> None:
        """Nothing changes."""


class Caused(Event, frozen=True, kw_only=True):
    """A fact that follows from something: `cause` is the number of that, as the game counts them from rules 3 on."""

    cause: int | UnsetType = UNSET

    def apply(self, state: DarknessState) -> None:
        """What is told, if no more than that, goes on now."""
        self.begin(state)

    def begin(self, state: DarknessState) -> None:
        """What has this cause goes on now, whether it begins with this event or is taken up again."""
        if self.cause is not UNSET:
            state.cause = self.cause
            state.causes = max(state.causes, self.cause)


def without(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    """The things without the first that equals `thing`."""
    at = things.index(thing)
    return things[:at] + things[at + 1 :]
