"""Security that the game master sends, when a building is entered or whenever it suits (WD-GM-7)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Action, Decision, Slot
from domain.games.darkness.events.moving import DiskRevealed
from domain.games.darkness.rules.differences import (
    questions_follow_rulings,
    questions_tell_their_purpose,
    security_comes_at_any_time,
)
from domain.games.darkness.rules.master.actions import Security, WaveThrough
from domain.games.darkness.rules.play import Play, begun, caused, demand, is_calm, known, known_space
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import DarknessState, master_of
from domain.games.darkness.steps.disks import Meet
from domain.games.darkness.steps.master import AskSecurity
from domain.games.darkness.steps.turn import AskTurn


def ask_security(play: Play, step: AskSecurity) -> None:
    """The game master decides, where the building's list names security and a disk of that kind is left."""
    state = play.state
    gone = step.seat not in state.living or state.building_of(step.seat) is None
    if gone and questions_follow_rulings(state):
        return
    if available(state, step.seat):
        details = {"seat": step.seat}
        if questions_tell_their_purpose(state):
            details["at"] = state.people[step.seat].at
        play.ask(master_of(state).seat, Decision("ruling", ("security", "wave_through"), details))


def available(state: DarknessState, seat: str) -> list[str]:
    """Disks of the kind that the building's list names, not yet overcome nor there already."""
    tile = state.data.tiles[tile_of(state.people[seat].at)]
    kind = state.data.contents[tile.row.building_contents].security
    overcome = {disk for person in state.people.values() for disk in person.trophies} | set(state.removed)
    if security_comes_at_any_time(state):
        overcome |= set(state.disks)
    disks = (disk for disk in state.data.encounters.values() if disk.category == "security" and disk.kind == kind)
    return [disk.id for disk in disks if disk.id not in overcome]


def within(state: DarknessState) -> dict[str, list[str]]:
    """Disk -> the seats to whose building it can be sent now, the active one first."""
    seats = sorted(state.living, key=lambda seat: seat != state.active)
    found: dict[str, list[str]] = {}
    for seat in seats:
        for disk in available(state, seat) if state.building_of(seat) else ():
            found.setdefault(disk, []).append(seat)
    return found


def send(play: Play, seat: str, action: Security) -> None:
    """Security comes unasked to a character inside; whoever's turn it is goes on afterwards (WD-GM-7)."""
    state = play.state
    known(action.disk in state.data.encounters, "{disk} is no disk", disk=action.disk)
    if action.at is not None:
        known_space(state, action.at)
    demand(is_calm(state), "something is under way")
    seats = within(state).get(action.disk, [])
    if action.at is not None:
        seats = [other for other in seats if state.people[other].at == action.at]
    demand(seats, "{disk} is on the list of no building that a character is inside of there", disk=action.disk)
    demand(len({state.building_of(other) for other in seats}) == 1, "several buildings: a space has to be named")
    met = seats[0]
    play.open.clear()
    play.emit(DiskRevealed(met, action.disk, state.people[met].at, cause=begun(state)))
    play.push(Meet(met, action.disk), AskTurn())


def send_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """Disks that can come to a building where somebody is inside, and the spaces there (WD-GM-7)."""
    found = within(state) if is_calm(state) else {}
    spaces = (state.people[other].at for seats in found.values() for other in seats)
    return Slot("disk", tuple(found)), Slot("at", (None, *dict.fromkeys(spaces)))


def send_at_entry(play: Play, seat: str, action: Security) -> None:
    """Security comes as a character enters, and its values apply (WD-GM-7)."""
    known(action.disk in play.state.data.encounters, "{disk} is no disk", disk=action.disk)
    demand(action.at is None, "it comes to who has entered")
    entered = play.state.open[seat].details["seat"]
    demand(action.disk in available(play.state, entered), "{disk} is not on this building's list", disk=action.disk)
    play.emit(DiskRevealed(entered, action.disk, play.state.people[entered].at, cause=caused(play.state)))
    play.push(Meet(entered, action.disk))


def disks_to_send(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each disk that the building's list names."""
    return (Security(disk) for disk in available(state, state.open[seat].details["seat"]))


def wave_through(play: Play, seat: str, action: WaveThrough) -> None:
    """Nobody comes."""
