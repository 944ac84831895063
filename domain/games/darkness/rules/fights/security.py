"""Security: talked to, fought, or not passed (WD-DISK-SEC)."""

from __future__ import annotations

from domain.contract.game import Decision
from domain.games.darkness.actions import Fight, Parley
from domain.games.darkness.events.things import SecurityFailed, SecurityPassed
from domain.games.darkness.rules import scenarios
from domain.games.darkness.rules.checks import checks
from domain.games.darkness.rules.checks.failures import fail
from domain.games.darkness.rules.fights import combat
from domain.games.darkness.rules.play import Play, caused, last_check
from domain.games.darkness.rules.things.points import change_points
from domain.games.darkness.rules.town.arrivals import bring
from domain.games.darkness.rules.town.tiles import FAR, doors_of, inside_of, outside_of, tile_of, walks
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps.disks import GuardOn, LoseSecurity, Meet, Parleyed
from domain.games.darkness.steps.turn import DiskDone


def meet(play: Play, step: Meet) -> None:
    """An alarm is disarmed; with guard, owner or dog one talks or fights (WD-DISK-SEC-1)."""
    disk = play.state.data.encounters[step.disk]
    if disk.can_fight:
        play.ask(step.seat, Decision("encounter", ("parley", "fight"), {"disk": step.disk}))
    else:
        _check(play, step.seat, step.disk, "disarm")


def parley(play: Play, seat: str, action: Parley) -> None:
    """Talk to security: people as for recruiting, a dog with animal handling (WD-CHECK-6, WD-DISK-SEC-1)."""
    _check(play, seat, play.state.open[seat].details["disk"], "parley")


def fight(play: Play, seat: str, action: Fight) -> None:
    """Fight security, in one round (WD-DISK-SEC-4)."""
    combat.begin(play, seat, play.state.open[seat].details["disk"])


def parleyed(play: Play, step: Parleyed) -> None:
    """The check against security is settled (WD-DISK-SEC-2)."""
    settled = last_check(play.state)
    if not settled.success:
        play.push(LoseSecurity(step.seat, step.disk))
        return
    play.push(DiskDone(step.seat, tile_of(place_of(play.state, step.seat, step.disk))))
    play.emit(SecurityPassed(step.seat, step.disk, cause=caused(play.state)))
    change_points(play, step.seat, play.state.data.encounters[step.disk].vp, "security")


def lose(play: Play, step: LoseSecurity) -> None:
    """Everybody in the building goes out, the seat has a Failure, the disk is reshuffled (WD-DISK-SEC-3)."""
    seat, disk = step.seat, step.disk
    place = place_of(play.state, seat, disk)
    play.emit(SecurityFailed(seat, disk, cause=caused(play.state)))
    building = next(space.building for space in play.state.data.tiles[tile_of(place)].spaces if space.building)
    scenarios.scenario_of(play.state).put_disk_back(play, disk)
    for other in play.state.living:
        if play.state.building_of(other) == building:
            bring(play, other, (_way_out(play.state, other, building),), "evicted")
    fail(play, seat, "security")


def guard_on(play: Play, step: GuardOn) -> None:
    """Security that has killed whoever fought it lies in wait again, and nobody goes out: the turn ended at once.

    In a scenario that keeps it aside it goes there (WD-DISK-SEC-5, WD-GM-24, WD-SCEN-TICKING-4).
    """
    scenarios.scenario_of(play.state).put_disk_back(play, step.disk)


def place_of(state: DarknessState, seat: str, disk: str) -> str:
    """Where a disk is met; one that the game master sent is where the seat is (WD-GM-7)."""
    return state.disks[disk].at if disk in state.disks else state.people[seat].at


def _check(play: Play, seat: str, disk: str, kind: str) -> None:
    row = play.state.data.encounters[disk]
    assert row.check is not None
    play.push(Parleyed(seat, disk))
    opened = checks.opening_for(play.state, seat, kind, row.check.attribute, row.check.skills, tn=row.tn)
    checks.begin(play, opened)


def _way_out(state: DarknessState, seat: str, building: str) -> str:
    """The space outside the nearest door: fewest steps inside, then the door first in the list (WD-DISK-SEC-6)."""
    tiles = sorted(tile for tile in state.places if state.data.tiles[tile].row.building_contents == building)
    doors = [door for tile in tiles for door in doors_of(state.data, tile)]
    steps = _steps_inside(state, seat, building)
    return outside_of(min(doors, key=lambda door: steps.get(inside_of(door), FAR)))


def _steps_inside(state: DarknessState, seat: str, building: str) -> dict[str, int]:
    """Steps to each space of the building, walking inside only."""
    data = state.data
    start = state.people[seat].at
    came = walks(state.ground, start, lambda step: data.building(step.to) == building)
    steps: dict[str, int] = {}
    for space, source in came.items():
        steps[space] = 0 if source is None else steps[source] + 1
    return steps
