"""Looking in secret at what lies face down (WD-PERC)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from domain.contract.game import Action, Decision
from domain.games.darkness.actions import Peek, Perceive
from domain.games.darkness.events.moving import BuildingPerceived, DiskPeeked
from domain.games.darkness.rules.checks import checks
from domain.games.darkness.rules.play import Play, demand, known_space, last_check, spend_action, without_repeats
from domain.games.darkness.rules.town.arrivals import face_down_on, lookalikes
from domain.games.darkness.state import DOWN, DarknessState
from domain.games.darkness.steps.turn import LookRound


def perceive(play: Play, seat: str, action: Perceive) -> None:
    """Look round, once for each time the building was entered (WD-PERC-1)."""
    person = play.state.people[seat]
    demand(play.state.building_of(seat), "perception is for the inside of a building")
    demand(not person.perceived, "one look for each time a building is entered")
    opened = checks.opening(play.state, seat, "perception")
    checks.plan(play.state, opened, action)
    spend_action(play, seat)
    play.emit(BuildingPerceived(seat))
    play.push(LookRound())
    checks.begin_thrown(play, opened, action)


def looks(state: DarknessState, seat: str) -> Iterator[Action]:
    """The throws that a seat can look round with."""
    if state.building_of(seat) and not state.people[seat].perceived:
        for skill, add in checks.throws(state, seat, "perception"):
            yield Perceive(skill, add)


def look_round(play: Play, step: LookRound) -> None:
    """One face-down disk of the building for each level (WD-PERC-1)."""
    settled = last_check(play.state)
    building = play.state.building_of(settled.by)
    spaces = [space for space in face_down_spaces(play.state) if play.state.data.building(space) == building]
    look(play, settled.by, spaces, settled.level)


def look(play: Play, seat: str, spaces: list[str], count: int) -> None:
    """Look at so many of the spaces; the seat chooses where there are more."""
    if count <= 0 or not spaces:
        return
    if len(spaces) <= count:
        for space in spaces:
            _look_at(play, seat, space)
        return
    play.ask(seat, Decision("peek", ("peek",), {"spaces": spaces, "count": count}))


def peek(play: Play, seat: str, action: Peek) -> None:
    """Choose what to look at."""
    details = play.state.open[seat].details
    for space in action.spaces:
        known_space(play.state, space)
    without_repeats(action.spaces, "spaces")
    demand(len(action.spaces) <= details["count"], "{count} may be looked at", count=details["count"])
    demand(set(action.spaces) <= set(details["spaces"]), "nothing to be looked at there")
    for space in action.spaces:
        _look_at(play, seat, space)


def ways_to_peek(state: DarknessState, seat: str) -> Iterator[Action]:
    """Any of the spaces, most of them first."""
    spaces, count = state.open[seat].details["spaces"], state.open[seat].details["count"]
    for size in range(count, -1, -1):
        for chosen in combinations(spaces, size):
            yield Peek(chosen)


def face_down_spaces(state: DarknessState) -> list[str]:
    """Spaces with face-down disks or leaves, sorted."""
    disks = {disk.at for disk in state.disks.values() if disk.face == DOWN}
    return sorted(disks | {space for _, space in lookalikes(state)})


def _look_at(play: Play, seat: str, space: str) -> None:
    disk = face_down_on(play.state, space)
    assert disk is not None
    play.emit(DiskPeeked(seat, space, disk))
