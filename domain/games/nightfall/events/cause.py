"""Why things happen: the numbers that consequences share with what brought them about (chapter 14)."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Event
from domain.games.nightfall.state import NightfallState

Cause = int | UnsetType
"""The number of a cause; nothing in games of the first rules number, whose events did not tell it."""


class Caused(Event, frozen=True, kw_only=True):
    """An event with a cause: an attack, a part of a text, a wound effect, the end of a phase.

    The first event of a cause begins it, and has its number like those that follow.
    """

    cause: Cause = UNSET

    def count(self, state: NightfallState, by: str | None) -> None:
        """Count the cause that begins with this event; `by` is the seat that brings it about, None for nobody."""
        cause = self.cause
        if cause != state.cause and cause is not UNSET:
            state.cause, state.caused_by = cause, by
