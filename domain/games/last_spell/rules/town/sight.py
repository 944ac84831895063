"""Line of sight (chapter 4, LS-LOS): what a building, stone wall or tree next to a hero hides from it."""

from __future__ import annotations

from typing import NamedTuple

from domain.games.last_spell.components import Technique
from domain.games.last_spell.rules.town.geometry import FACINGS, Facing, Square, ahead, beside, offset_of
from domain.games.last_spell.rules.town.pieces import construction_at
from domain.games.last_spell.state import LastSpellState


class Front(NamedTuple):
    """A row of blockers in front of a hero: how far it goes on to the left and right of the one adjacent to it."""

    facing: Facing
    left: int
    right: int


def needs_sight(kind: str, technique: Technique, unit: str) -> bool:
    """Whether a technique needs a line of sight: ranged ones do (LS-LOS-1), magic ones when their range is in
    sectors (LS-LOS-2), melee never (LS-LOS-3), with Vision none (LS-LOS-8)."""
    if "vision" in technique.effects:
        return False
    return kind == "ranged" or (kind == "magic" and unit == "sector")


def fronts(state: LastSpellState, eye: Square) -> tuple[Front, ...]:
    """The fronts round a hero on `eye`: it sees all round but for blockers adjacent to it (LS-LOS-4)."""
    found = []
    for facing in FACINGS:
        blocker = ahead(eye, facing)
        if blocks(state, blocker):
            left = _run(state, blocker, beside(facing, "left"))
            found.append(Front(facing, left, _run(state, blocker, beside(facing, "right"))))
    return tuple(found)


def is_hidden(eye: Square, hindrances: tuple[Front, ...], square: Square) -> bool:
    """Whether the fronts hide a square: it lies behind one of them, or in the quarter between two."""
    return any(_is_behind(eye, front, square) for front in hindrances) or _is_between(eye, hindrances, square)


def has_vision(state: LastSpellState, hero: str) -> bool:
    """Whether a hero sees everything, being on a watchtower (LS-LOS-8, LS-DEF-7)."""
    return state.heroes[hero].tower is not None


def blocks(state: LastSpellState, square: Square) -> bool:
    """Whether a building, a stone wall or a tree stands there; nothing else hinders sight (LS-LOS-5, R7,
    LS-GLEN-4)."""
    if square in state.board.trees:
        return True
    construction = construction_at(state, square)
    return construction is not None and state.construction_kind(construction).blocks_sight


def _is_behind(eye: Square, front: Front, square: Square) -> bool:
    """`k` squares behind the front's row everything is hidden from `k - 1` squares before its first to `k - 1`
    squares after its last square (LS-LOS-6, R8)."""
    forward, lateral = offset_of(eye, front.facing, square)
    behind = forward - 1
    return behind >= 1 and -front.left - (behind - 1) <= lateral <= front.right + (behind - 1)


def _is_between(eye: Square, hindrances: tuple[Front, ...], square: Square) -> bool:
    """Two adjacent blockers at right angles hide the quarter between them (LS-LOS-7)."""
    towards = [front for front in hindrances if offset_of(eye, front.facing, square)[0] > 0]
    return len(towards) == 2


def _run(state: LastSpellState, square: Square, facing: Facing) -> int:
    """How many blockers continue from a square without a gap."""
    count = 0
    while blocks(state, ahead(square, facing, count + 1)):
        count += 1
    return count
