"""Distances between characters, walked by whoever would come (WD-TILE-9)."""

from __future__ import annotations

from domain.games.darkness.rules.checks import effects
from domain.games.darkness.rules.play import walkable
from domain.games.darkness.rules.town.tiles import FAR, Walk, tile_of, walk_to, walks
from domain.games.darkness.state import DarknessState

NEAR = 3
"""How far help, invitations and open doors reach."""


def way(state: DarknessState, seat: str, to: str, limit: int = FAR, opened: str | None = None) -> Walk | None:
    """The seat's shortest walk to a space within `limit` steps, `opened` counting as an open door.

    Whoever cannot leave its tile does not leave it on the way either (WD-FATE-OHCRAP-7).
    """
    person = state.people[seat]
    stay_on = tile_of(person.at) if effects.HELD in person.effects else None
    passes = walkable(state, opened) if opened else walkable(state)
    return walk_to(walks(state.ground, person.at, passes, limit, stay_on=stay_on), to)


def near(state: DarknessState, seat: str) -> list[str]:
    """Living seats within distance 3 of a seat's character, walked by it, in seat order, itself among them."""
    reached = walks(state.ground, state.people[seat].at, walkable(state), NEAR)
    return [other for other in state.living if state.people[other].at in reached]
