"""Movement in GM play: speed without dice, diagonals, vehicles (WD-GM-3, WD-GM-4, WD-GM-22)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from domain.contract.chance import Stream
from domain.contract.game import Action, Slot
from domain.games.darkness.actions import Move
from domain.games.darkness.events.master import CarDriven
from domain.games.darkness.rules.checks import checks
from domain.games.darkness.rules.differences import nothing_is_ridden_indoors
from domain.games.darkness.rules.master.sight import environment_for
from domain.games.darkness.rules.play import (
    Play,
    Walker,
    caused,
    demand,
    known_space,
    last_check,
    spend_action,
    walkable,
)
from domain.games.darkness.rules.things.equipment import kind_of, token_row
from domain.games.darkness.rules.town import layout
from domain.games.darkness.rules.town.arrivals import bring
from domain.games.darkness.rules.town.movement import cost_of
from domain.games.darkness.rules.town.tiles import Ground
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps.master import Drive

CAR, STARTED = "car", "start-the-car"
DRIVE_NUMBER, DRIVE_SKILL = "1P", "drive"


def move(play: Play, seat: str, action: Move) -> None:
    """Walk or drive: it is the whole turn (WD-GM-2, WD-GM-3)."""
    state = play.state
    for space in action.path:
        known_space(state, space)
    demand(action.path, "a walk enters a space at least")
    at = state.people[seat].at
    walks = is_path(state, at, action.path, speed(state, seat), stops_inside=True)
    drives = not walks and can_drive(state, seat, action.path)
    demand(walks or drives, "no such way, or it is too long")
    spend_action(play, seat)
    if walks:
        bring(play, seat, action.path, "walk")
        return
    play.push(Drive(action.path))
    checks.begin(play, checks.opening_for(state, seat, "drive", "Dex", (DRIVE_SKILL,), tn=DRIVE_NUMBER))


def moves(state: DarknessState, seat: str) -> Iterator[Action]:
    """The cheapest walk to each space, then the drives."""
    walked = reach(state, state.people[seat].at, speed(state, seat), stops_inside=True)
    return (Move(path) for path in (*walked.values(), *drives(state, seat)))


def any_move(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    """Some drive or walk, if any is possible."""
    if (far := drives(state, seat)) and rng.below(2):
        return Move(rng.choice(far))
    path = any_path(state, state.people[seat].at, speed(state, seat), rng, stops_inside=True)
    return Move(path) if path else None


def can_move(state: DarknessState, seat: str) -> bool:
    """Whether some step can be made."""
    return bool(reach(state, state.people[seat].at, 1))


def move_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """A way may be any that is not too long; the cheapest ones are listed."""
    return (Slot("path"),)


def driven(play: Play, step: Drive) -> None:
    """A car that is driven well goes along the path (WD-GM-22)."""
    settled = last_check(play.state)
    if not settled.success:
        return
    car = car_of(play.state, settled.by)
    assert car is not None
    play.emit(CarDriven(settled.by, car, step.path[-1], cause=caused(play.state)))
    bring(play, settled.by, step.path, "walk")


def speed(state: DarknessState, seat: str, vehicle: int = 0) -> int:
    """Spaces a turn: S times the vehicle, then plus the environment, at least 1 (WD-GM-3, WD-GM-22).

    Nothing is ridden indoors.
    """
    person = state.people[seat]
    indoors = nothing_is_ridden_indoors(state) and state.building_of(seat) is not None
    own = [] if indoors else [state.data.goods[kind].speed_multiplier for kind in _vehicles(state, seat)]
    times = vehicle or max(own, default=1)
    return max(person.attribute("S") * times + environment_for(state, seat).movement_modifier, 1)


def car_of(state: DarknessState, seat: str) -> str | None:
    """The car on a seat's space, once it was started (WD-GM-22)."""
    if state.master is None or STARTED not in state.master.done:
        return None
    here = (name for name, token in state.tokens.items() if token.at == state.people[seat].at)
    return next((name for name in here if token_row(state, name).stands_for == CAR), None)


def can_drive(state: DarknessState, seat: str, path: tuple[str, ...]) -> bool:
    """Whether a path can be driven: along streets, five times the speed (WD-GM-22)."""
    if car_of(state, seat) is None or not all(state.data.spaces[space].street for space in path):
        return False
    return is_path(state, state.people[seat].at, path, speed(state, seat, state.data.goods[CAR].speed_multiplier))


def drives(state: DarknessState, seat: str) -> list[tuple[str, ...]]:
    """The shortest drive to each space that is too far to walk."""
    if car_of(state, seat) is None:
        return []
    at, walked = state.people[seat].at, speed(state, seat)
    paths = reach(state, at, speed(state, seat, state.data.goods[CAR].speed_multiplier)).values()
    return [path for path in paths if can_drive(state, seat, path) and not is_path(state, at, path, walked)]


def is_path(
    state: DarknessState,
    at: str,
    path: tuple[str, ...],
    spaces: int,
    *,
    stops_inside: bool = False,
    ground: Ground | None = None,
) -> bool:
    """Whether a path can be walked with so many spaces, streets doubled (WD-GM-3); walking in ends it (WD-MOVE-4).

    `ground` is what is walked on, unless it is the tiles that are shown.
    """
    left, passes, on = 2 * spaces, walkable(state), ground or state.ground
    for number, space in enumerate(path):
        if space not in neighbours(on, at, passes):
            return False
        left -= cost_of(state, space)
        if left < 0 or (stops_inside and number < len(path) - 1 and comes_in(state, at, space)):
            return False
        at = space
    return True


def comes_in(state: DarknessState, at: str, space: str) -> bool:
    """Whether a step goes into a building."""
    building = state.data.building(space)
    return building is not None and building != state.data.building(at)


def neighbours(ground: Ground, at: str, passes: Walker) -> list[str]:
    """Spaces that one step leads to; a diagonal needs both orthogonal ways, so never round a wall (WD-GM-3)."""
    if at not in ground.steps:
        return []
    straight = {step.side: step.to for step in ground.steps[at] if passes(step)}
    found = list(straight.values())
    for first, second in (("n", "e"), ("s", "e"), ("s", "w"), ("n", "w")):
        if first in straight and second in straight:
            row, col = layout.shifted(layout.shifted(ground.at[at], first), second)
            corner = ground.spaces.get((row, col))
            if corner and all(_leads(ground, straight[side], corner, passes) for side in (first, second)):
                found.append(corner)
    return found


def reach(
    state: DarknessState, at: str, spaces: int, *, stops_inside: bool = False, ground: Ground | None = None
) -> dict[str, tuple[str, ...]]:
    """The cheapest path to each space within reach, nearest first."""
    passes, on = walkable(state), ground or state.ground
    best: dict[str, tuple[int, tuple[str, ...]]] = {at: (2 * spaces, ())}
    waiting = deque([at])
    while waiting:
        space = waiting.popleft()
        left, path = best[space]
        if stops_inside and path and comes_in(state, (at, *path)[-2], space):
            continue
        for to in neighbours(on, space, passes):
            rest = left - cost_of(state, to)
            if rest >= 0 and (to not in best or best[to][0] < rest):
                best[to] = (rest, (*path, to))
                waiting.append(to)
    return {to: path for to, (_, path) in best.items() if path}


def any_path(
    state: DarknessState,
    at: str,
    spaces: int,
    rng: Stream,
    *,
    stops_inside: bool = False,
    ground: Ground | None = None,
) -> tuple[str, ...]:
    """Some way; every way within reach is possible. Empty if none is."""
    path: tuple[str, ...] = ()
    while not path or rng.below(4):
        here = path[-1] if path else at
        beside = reach(state, here, 1, ground=ground)
        steps = [to for to in beside if is_path(state, at, (*path, to), spaces, ground=ground)]
        if stops_inside and path and comes_in(state, (at, *path)[-2], here):
            return path
        if not steps:
            return path
        path = (*path, rng.choice(steps))
    return path


def _leads(ground: Ground, space: str, to: str, passes: Walker) -> bool:
    return any(step.to == to and passes(step) for step in ground.steps[space])


def _vehicles(state: DarknessState, seat: str) -> list[str]:
    kinds = (kind_of(state, thing) for thing in state.people[seat].items)
    return [kind for kind in kinds if kind in state.data.goods and state.data.goods[kind].speed_multiplier > 1]
