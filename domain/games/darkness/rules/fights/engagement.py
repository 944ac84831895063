"""Who stands on whom: adversaries and bosses that hold a character (WD-TURN-4)."""

from __future__ import annotations

from domain.games.darkness.state import UP, DarknessState


def adversary_on(state: DarknessState, space: str) -> str | None:
    """The face-up adversary on a space, the disk before the boss (WD-TURN-4, WD-SCEN-4)."""
    encounters = state.data.encounters
    for disk in state.disks_on(space, UP):
        if disk in encounters and encounters[disk].category == "adversary":
            return disk
    return next((name for name, boss in state.bosses.items() if boss.awake and boss.at == space), None)


def engaged_with(state: DarknessState, seat: str) -> str | None:
    """The adversary that holds a seat's character; nobody is held so in GM play (WD-GM-13)."""
    return None if state.gm else adversary_on(state, state.people[seat].at)
