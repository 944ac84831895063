"""Movement: the roll, and walking (WD-MOVE)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.contract.game import Action, Refused
from domain.contract.reason import Reason
from domain.games.darkness.actions import Move, MoveRoll
from domain.games.darkness.events.moving import DiskOwed, DiskRevealed, MovementEnded, MovementGained
from domain.games.darkness.events.table import ActionSpent, TurnUsed
from domain.games.darkness.rules.checks import checks, effects
from domain.games.darkness.rules.fights.wounds import hurt
from domain.games.darkness.rules.play import Play, begun, caused, demand, known_space, last_check, walkable
from domain.games.darkness.rules.town.arrivals import arrive, face_down_on, space_before
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.rules.turn import came_to
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps.disks import Meet
from domain.games.darkness.steps.turn import CameTo, GainMovement

STREET, ELSEWHERE = 1, 2
"""What a space costs, in street spaces (WD-MOVE-2)."""


def move_roll(play: Play, seat: str, action: MoveRoll) -> None:
    """The movement check of the turn, thrown at once (WD-MOVE-1)."""
    demand(play.state.turn.move == "unrolled", "movement was rolled already")
    opened = checks.opening(play.state, seat, "movement")
    checks.plan(play.state, opened, action)
    play.emit(TurnUsed(seat, cause=begun(play.state)))
    play.push(GainMovement())
    checks.begin_thrown(play, opened, action)


def movement_throws(state: DarknessState, seat: str) -> Iterator[Action]:
    """The throws for movement, until it was thrown for."""
    if state.turn.move == "unrolled":
        for skill, add in checks.throws(state, seat, "movement"):
            yield MoveRoll(skill, add)


def gain_movement(play: Play, step: GainMovement) -> None:
    """Movement is the level thrown and current D, doubled or halved by fate (WD-MOVE-1, WD-MOVE-3)."""
    settled = last_check(play.state)
    person = play.state.people[settled.by]
    movement = changed_by_fate(person.effects, settled.level + person.defense)
    play.emit(MovementGained(settled.by, settled.level, person.defense, movement))


def changed_by_fate(under: Sequence[str], movement: int) -> int:
    """Movement under these effects: doubling comes before halving, halves are rounded down (WD-MOVE-3, WD-FATE-4)."""
    doubled = movement * 2 ** under.count(effects.DOUBLE)
    return int(doubled // 2 ** under.count(effects.HALF))


def cost_of(state: DarknessState, space: str) -> int:
    """What entering a space costs, in street spaces (WD-MOVE-2)."""
    return STREET if state.data.spaces[space].street else ELSEWHERE


def move(play: Play, seat: str, action: Move) -> None:
    """Walk along a path; a path that cannot be walked is refused whole (WD-MOVE-7)."""
    state = play.state
    for space in action.path:
        known_space(state, space)
    demand(state.turn.move == "moving", "no movement is left")
    demand(action.path, "a walk enters a space at least")
    if reason := _obstacle(state, seat, action.path):
        raise Refused("illegal", reason)
    walk(play, seat, action.path)


def walk(play: Play, seat: str, path: tuple[str, ...]) -> None:
    """Walk a path that was found good: damage with the first space, stops at the last (WD-FATE-OHCRAP-11).

    What the scenario makes of the spaces comes before a disk is met there.
    """
    person = play.state.people[seat]
    before = space_before(person.at, path)
    if effects.BLEEDING in person.effects and not play.state.turn.walked:
        _step(play, seat, path[:1])
        came_to(play, CameTo(seat, path[:1]))
        if not hurt(play, seat, 1, effects.BLEEDING):
            return
        path = path[1:]
    if path:
        _step(play, seat, path)
    _stop(play, seat, before)
    came_to(play, CameTo(seat, path))


def stops(state: DarknessState, source: str, space: str) -> bool:
    """Whether a walk ends on the space: in a building come into, at a face-down disk (WD-MOVE-4, WD-MOVE-5)."""
    building = state.data.building(space)
    comes_in = building is not None and state.data.building(source) != building
    return comes_in or face_down_on(state, space) is not None


def _step(play: Play, seat: str, path: tuple[str, ...]) -> None:
    arrive(play, seat, path, "walk", sum(cost_of(play.state, space) for space in path))


def _obstacle(state: DarknessState, seat: str, path: tuple[str, ...]) -> Reason | None:
    """Why a path cannot be walked, None if it can."""
    person, passes = state.people[seat], walkable(state)
    at, left = person.at, state.turn.left
    for number, space in enumerate(path):
        step = next((step for step in state.ground.steps_from(at) if step.to == space), None)
        if step is None or not passes(step):
            return Reason("no way from {at} to {space}", at=at, space=space)
        if effects.HELD in person.effects and tile_of(space) != tile_of(at):
            return Reason("the tile cannot be left this turn")
        left -= cost_of(state, space)
        if left < 0:
            return Reason("not so much movement is left")
        if number < len(path) - 1 and stops(state, at, space):
            return Reason("the walk ends at {space}", space=space)
        at = space
    return None


def _stop(play: Play, seat: str, source: str) -> None:
    """A stop ends the movement; a face-down disk is turned up with the action left, else owed (WD-ENC-1, WD-ENC-2)."""
    state = play.state
    at = state.people[seat].at
    if not stops(state, source, at):
        return
    play.emit(MovementEnded(seat))
    disk = face_down_on(state, at)
    if disk is None:
        return
    if state.turn.action == "free":
        play.emit(ActionSpent(seat, cause=begun(play.state)))
        play.emit(DiskRevealed(seat, disk, at, cause=caused(play.state)))
        play.push(Meet(seat, disk))
    else:
        play.emit(DiskOwed(seat, owes=True))
