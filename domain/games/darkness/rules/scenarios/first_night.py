"""First Night: explore the town as it appears and come out ahead (WD-SCEN-FIRST-NIGHT)."""

from __future__ import annotations

from domain.games.darkness.events.table import FlagSet
from domain.games.darkness.rules.play import Play
from domain.games.darkness.rules.scenarios.base import Scenario
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import DOWN, INSIDE, DarknessState

GOAL = 30
FIRST_INSIDE, CLEARED = 1, 2
ENTERED = "entered:"


class FirstNight(Scenario):
    """Points for being first inside and for clearing tiles; 30 VP, an explored town or 20 rounds end it."""

    rounds = 20

    def found_inside(self, state: DarknessState) -> tuple[str, ...]:
        """Where somebody is inside already, nobody comes in first."""
        tiles = dict.fromkeys(tile_of(state.people[seat].at) for seat in state.living if state.building_of(seat))
        return tuple(f"{INSIDE}{tile}" for tile in tiles if _is_new(state, tile))

    def came_to(self, play: Play, seat: str, space: str) -> None:
        """The first character inside the building of a tile has 1 VP (WD-SCEN-FIRST-NIGHT-1)."""
        tile = tile_of(space)
        if play.state.data.building(space) and _is_new(play.state, tile):
            play.emit(FlagSet(f"{ENTERED}{tile}"))
            self.reward(play, seat, FIRST_INSIDE)

    def disk_done(self, play: Play, seat: str, tile: str) -> None:
        """Whoever resolves the last face-down disk, no adversary left there, has 2 VP (WD-SCEN-FIRST-NIGHT-1)."""
        flag = f"cleared:{tile}"
        if flag in play.state.flags or any(_is_left(disk, play.state, tile) for disk in play.state.disks):
            return
        play.emit(FlagSet(flag))
        self.reward(play, seat, CLEARED)

    def end(self, state: DarknessState) -> str | None:
        """No tile in reserve and no face-down disk (WD-SCEN-FIRST-NIGHT-2)."""
        explored = not state.reserve and all(disk.face != DOWN for disk in state.disks.values())
        return "explored" if explored else None

    def last_round(self, state: DarknessState) -> str | None:
        """Somebody has 30 VP (WD-SCEN-FIRST-NIGHT-2)."""
        return "score" if any(state.people[seat].vp >= GOAL for seat in state.living) else None


def _is_new(state: DarknessState, tile: str) -> bool:
    """Whether nobody has been inside the building of a tile."""
    return f"{ENTERED}{tile}" not in state.flags and f"{INSIDE}{tile}" not in state.flags


def _is_left(disk: str, state: DarknessState, tile: str) -> bool:
    """Whether a disk still lies face down on the tile, or is an adversary there."""
    lies = state.disks[disk]
    adversary = state.data.encounters[disk].category == "adversary"
    return tile_of(lies.at) == tile and (lies.face == DOWN or adversary)
