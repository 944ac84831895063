"""How monsters move (chapter 8, LS-MOVE; LS-ABIL-1 to 4; LS-LAKE-1, LS-LAKE-3). Pure: a walk changes nothing."""

from __future__ import annotations

from typing import NamedTuple

from domain.games.last_spell.components import MonsterKind
from domain.games.last_spell.events.bosses import BossMoved
from domain.games.last_spell.events.causes import Cause
from domain.games.last_spell.events.monsters import MonsterMoved
from domain.games.last_spell.rules.bosses.bosses_data import DRYAD, HARPY
from domain.games.last_spell.rules.heroes.tokens import less_on_water
from domain.games.last_spell.rules.monsters.movement_order import in_order
from domain.games.last_spell.rules.readings import hatched_move_again
from domain.games.last_spell.rules.town.board import CROSSABLE, WATER
from domain.games.last_spell.rules.town.geometry import Facing, Side, Square, ahead, neighbours, to_either_side, zone
from domain.games.last_spell.rules.town.pieces import (
    arrow_at,
    construction_at,
    destiny_side,
    enemies_at,
    facing_of,
    hero_at,
    is_enemy,
    is_free_for_monster,
    is_monolith,
    kind_of,
    squares_of,
)
from domain.games.last_spell.state import LastSpellRun, LastSpellState
from domain.games.last_spell.steps import DiscardSpawnCards, MoveMonster


class Walker(NamedTuple):
    """A monster on its way: its sheet, the facing it keeps until the end, the Destiny side, and where it began."""

    kind: MonsterKind
    facing: Facing
    side: Side
    start: Square


def movement_step(run: LastSpellRun, cause: Cause) -> None:
    """All monsters move, one after another; then the cards of this phase go (LS-SPAWN-5)."""
    run.push(*(MoveMonster(name, cause=cause) for name in movers(run.state)), DiscardSpawnCards())


def movers(state: LastSpellState) -> list[str]:
    """The monsters that move in this step, in their order (LS-MOVE-1): all but those that have moved on leaving an
    incubator (LS-BOSS-DRYAD-10)."""
    early = () if hatched_move_again(state) else state.early
    names = [name for name in state.monsters if name not in early]
    if is_enemy(state, HARPY):
        names.append(HARPY)
    return in_order(state, names)


def move_monster(run: LastSpellRun, step: MoveMonster) -> None:
    """One monster's movement."""
    moved = movement_of(run.state, step.monster, step.cause)
    if moved is not None:
        run.emit(moved)


def movement_of(state: LastSpellState, name: str, cause: Cause) -> MonsterMoved | BossMoved | None:
    """A monster's movement; at its end it takes the facing of the arrow of its square (LS-MOVE-4). None if it stays."""
    path = path_of(state, name)
    if not path:
        return None
    [origin] = squares_of(state, name)
    facing = arrow_at(state, path[-1])
    if name == HARPY:
        return BossMoved(name, origin, path[-1], path, facing, cause=cause)
    return MonsterMoved(name, origin, path[-1], path, facing, cause=cause)


def path_of(state: LastSpellState, name: str) -> tuple[Square, ...]:
    """The squares that a monster enters or passes over, in order; none if it stays. A stunned one does
    (LS-DIE-8)."""
    if not is_enemy(state, name) or (name in state.monsters and state.monsters[name].stunned):
        return ()
    [square] = squares_of(state, name)
    kind = kind_of(state, name)
    walker = Walker(kind, facing_of(state, name), destiny_side(state), square)
    if is_held_at_start(state, kind, square):
        return ()
    return walk(state, walker, square, points_of(state, kind, square))


def points_of(state: LastSpellState, kind: MonsterKind, square: Square) -> int:
    """The movement points of a monster (LS-MON-4); one that begins on water has 2 less, at least 1 (LS-LAKE-1),
    unless it flies (LS-LAKE-3)."""
    if kind.movement and not kind.flies and state.board.terrain.get(square) == WATER:
        return less_on_water(state, kind.movement)
    return kind.movement


def is_held_at_start(state: LastSpellState, kind: MonsterKind, square: Square) -> bool:
    """Whether a monster does not move at all because of what is next to it: it has met it already (LS-MOVE-6);
    a Determined one is held by what stands in its zone, ramparts apart (LS-ABIL-2). Not in the fog (LS-MOVE-12)."""
    if square in state.board.fog:
        return False
    if "determined" in kind.abilities:
        return any(_holds_determined(state, near) for near in zone((square,)))
    return meets(state, kind, square)


def walk(state: LastSpellState, walker: Walker, square: Square, points: int) -> tuple[Square, ...]:
    """The path of a monster from a square with so many points: straight ahead (LS-MOVE-3), over monsters, round
    obstacles, until it meets something, is stopped, or has no point left."""
    path: list[Square] = []
    while points > 0:
        part, cost = _advance(state, walker, square, points)
        path += part
        points -= cost
        if not part or (cost and _is_met(state, walker.kind, part[-1])):
            break
        square = part[-1]
    return tuple(path)


def meets(state: LastSpellState, kind: MonsterKind, square: Square) -> bool:
    """Whether a monster on that square has met a construction, a hero or the circle next to it (LS-MOVE-5, R17). A
    Determined one meets the circle only (LS-ABIL-1); one with Flight does not meet defences (LS-ABIL-3)."""
    for near in neighbours(square):
        if near in state.board.circle:
            return True
        if "determined" in kind.abilities:
            continue
        if hero_at(state, near) is not None or _is_met_construction(state, kind, near):
            return True
    return False


def _is_met(state: LastSpellState, kind: MonsterKind, square: Square) -> bool:
    """In the fog nothing is met (LS-MOVE-12); on leaving it the rule applies again (LS-MOVE-13)."""
    return square not in state.board.fog and meets(state, kind, square)


def _advance(state: LastSpellState, walker: Walker, square: Square, points: int) -> tuple[list[Square], int]:
    """The next squares and their price in points; no squares where the monster stops."""
    front = ahead(square, walker.facing)
    if front not in state.board.terrain:
        return [], 0
    if is_free_for_monster(state, front):
        return [front], 1
    if square in state.board.fog and not _flies_over_ground(state, walker.kind, front):
        return _slide(state, walker, square), 0
    if _is_passable(state, walker.kind, front):
        over = _pass_over(state, walker, square)
        return (over, len(over)) if len(over) <= points else ([], 0)
    return _side_step(state, walker, square)


def _pass_over(state: LastSpellState, walker: Walker, square: Square) -> list[Square]:
    """The squares of the monsters in the line and the first one beyond; none if that is not free (LS-MOVE-7,
    LS-MOVE-8). A flyer passes over defences and crossable obstacles alike (LS-ABIL-3, LS-ABIL-4, R56)."""
    passed = []
    front = ahead(square, walker.facing)
    while _is_passable(state, walker.kind, front):
        passed.append(front)
        front = ahead(front, walker.facing)
    return [*passed, front] if is_free_for_monster(state, front) else []


def _side_step(state: LastSpellState, walker: Walker, square: Square) -> tuple[list[Square], int]:
    """At any other obstacle one square to the Destiny side for a point (LS-MOVE-9, LS-DESTINY-2), to the other side
    if that is closed; the monster stops if both are (LS-MOVE-10). Each obstacle is met anew (R18): it may go back to
    where it came from."""
    for facing in to_either_side(walker.facing, walker.side):
        aside = ahead(square, facing)
        if is_free_for_monster(state, aside) or _is_left_behind(state, walker, aside):
            return [aside], 1
    return [], 0


def _is_left_behind(state: LastSpellState, walker: Walker, square: Square) -> bool:
    """Whether it is the square where the monster began, which is free since it has left it; not an incubator's."""
    return square == walker.start and square not in state.tiles


def _slide(state: LastSpellState, walker: Walker, square: Square) -> list[Square]:
    """In the fog the monster side-steps to the Destiny side, as far as needed and for nothing, until the way ahead
    is free; if the fog is closed before, to the other side (LS-MOVE-11, R19)."""
    for facing in to_either_side(walker.facing, walker.side):
        path, aside = [], ahead(square, facing)
        while aside in state.board.fog and is_free_for_monster(state, aside):
            path.append(aside)
            if is_free_for_monster(state, ahead(aside, walker.facing)):
                return path
            aside = ahead(aside, facing)
    return []


def _is_passable(state: LastSpellState, kind: MonsterKind, square: Square) -> bool:
    """Whether the monster can pass over what is on the square: monsters, incubators and bombards, for flyers also
    defences and crossable obstacles (R56); never a hero, the Dryad or a monolith."""
    if hero_at(state, square) is not None:
        return False
    if enemies := enemies_at(state, square):
        return not any(name == DRYAD or is_monolith(name) for name in enemies)
    return kind.flies and _flies_over_ground(state, kind, square)


def _flies_over_ground(state: LastSpellState, kind: MonsterKind, square: Square) -> bool:
    """Whether a flyer ignores what stands there: a defence or a crossable obstacle, with nobody on it."""
    if not kind.flies or square in state.figures:
        return False
    construction = construction_at(state, square)
    if construction is not None:
        return state.construction_kind(construction).category == "defense"
    return state.board.terrain.get(square) == CROSSABLE


def _is_met_construction(state: LastSpellState, kind: MonsterKind, square: Square) -> bool:
    construction = construction_at(state, square)
    if construction is None:
        return False
    return not (kind.flies and state.construction_kind(construction).category == "defense")


def _holds_determined(state: LastSpellState, square: Square) -> bool:
    if square in state.board.circle or hero_at(state, square) is not None:
        return True
    construction = construction_at(state, square)
    return construction is not None and state.construction_kind(construction).category != "rampart"
