"""Security that the game master sends when a building is entered (WD-GM-7)."""

from __future__ import annotations

from domain.darkness.events.moving import DiskRevealed
from domain.darkness.master.verbs import Security, WaveThrough
from domain.darkness.play import Play, demand, known
from domain.darkness.state import DarknessState
from domain.darkness.steps.disks import Meet
from domain.darkness.steps.master import AskSecurity
from domain.darkness.tiles import tile_of
from domain.game import Decision


def ask_security(play: Play, step: AskSecurity) -> None:
    """The game master decides, where the building's list names security and a disk of that kind is left."""
    state = play.state
    assert state.master is not None
    if available(state, step.seat):
        play.ask(state.master.seat, Decision("ruling", ("security", "wave_through"), {"seat": step.seat}))


def available(state: DarknessState, seat: str) -> list[str]:
    """Disks of the kind that the building's list names, not yet overcome."""
    tile = state.data.tiles[tile_of(state.people[seat].at)]
    kind = state.data.contents[tile.row.building_contents].security
    overcome = {disk for person in state.people.values() for disk in person.trophies} | set(state.removed)
    disks = (disk for disk in state.data.encounters.values() if disk.category == "security" and disk.kind == kind)
    return [disk.id for disk in disks if disk.id not in overcome]


def security(play: Play, seat: str, action: Security) -> None:
    """Security comes, and its values apply (WD-GM-7)."""
    entered = play.state.open[seat].details["seat"]
    known(action.disk in play.state.data.encounters, f"{action.disk} is no disk")
    demand(action.disk in available(play.state, entered), f"{action.disk} is not on this building's list")
    play.emit(DiskRevealed(entered, action.disk, play.state.people[entered].at))
    play.push(Meet(entered, action.disk))


def wave_through(play: Play, seat: str, action: WaveThrough) -> None:
    """Nobody comes."""
