"""Causes: a number that what begins an effect takes, and all that follows from it carries.

Under rules number 1 nothing was numbered: the field is left out, as it is of every event that was stored then.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Event
from domain.games.last_spell.changes import is_corrected
from domain.games.last_spell.state import LastSpellState

Cause = int | UnsetType
"""The number of a cause, from 1; unset under rules number 1."""


class Caused(Event, frozen=True, kw_only=True):
    """A fact that names its cause, which it has begun itself or follows from."""

    cause: Cause = UNSET


def new_cause(state: LastSpellState) -> Cause:
    """The number of the cause that begins now; the event that takes it counts it."""
    return state.causes + 1 if is_corrected(state) else UNSET


def count_cause(state: LastSpellState, cause: Cause) -> None:
    """Remember that the cause of this number has begun."""
    if cause is not UNSET:
        state.causes = max(state.causes, cause)


def named(state: LastSpellState, by: str) -> str | UnsetType:
    """Who or what did it, which steps and events do not say under rules number 1."""
    return by if is_corrected(state) else UNSET
