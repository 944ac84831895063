"""Line of sight and the environment (WD-GM-10, WD-GM-17)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.darkness.components import Environment
from domain.games.darkness.rules.things.equipment import carries
from domain.games.darkness.rules.town import layout
from domain.games.darkness.rules.town.layout import Cell
from domain.games.darkness.rules.town.tiles import Ground
from domain.games.darkness.state import DarknessState, master_of

NIGHT = "night-lights-off"
DARK = ("without-flashlight", "with-flashlight")


def environment_for(state: DarknessState, seat: str) -> Environment:
    """The row that holds for a seat; at night with the lights off it depends on a flashlight (WD-GM-17)."""
    name = master_of(state).environment
    if name == NIGHT:
        name = f"{NIGHT}-{DARK[carries(state, seat, 'flashlight')]}"
    return state.data.environments[name]


def environments(state: DarknessState) -> list[str]:
    """The environments that a game master can set."""
    rows = [name for name in state.data.environments if not name.startswith(f"{NIGHT}-")]
    return [*rows, NIGHT]


def sees(state: DarknessState, seat: str, space: str) -> bool:
    """Whether a seat's character sees a space (WD-GM-10)."""
    return sees_from(state, seat, state.people[seat].at, space)


def sees_from(state: DarknessState, seat: str, at: str, space: str) -> bool:
    """Whether a seat's character would see a space from another."""
    if at not in state.ground.at or space not in state.ground.at:
        return False
    if spaces_between(state.ground, at, space) > environment_for(state, seat).line_of_sight:
        return False
    return is_clear(state, at, space)


def spaces_between(ground: Ground, one: str, other: str) -> int:
    """The distance of two spaces, diagonals counted as one."""
    (row, col), (line, column) = ground.at[one], ground.at[other]
    return max(abs(row - line), abs(col - column))


def is_clear(state: DarknessState, one: str, other: str) -> bool:
    """Whether the straight line between the centres is open: walls and unbroken doors block it.

    Where the line goes through a corner one open way round is enough.
    """
    spaces = state.ground.spaces
    for cell, beyond in _crossings(state.ground.at[one], state.ground.at[other]):
        rows, columns = (cell[0], beyond[0]), (cell[1], beyond[1])
        if rows[0] == rows[1] or columns[0] == columns[1]:
            if not _is_open(state, cell, beyond):
                return False
            continue
        corners = ((rows[0], columns[1]), (rows[1], columns[0]))
        ways = (corner for corner in corners if corner in spaces)
        if not any(_is_open(state, cell, corner) and _is_open(state, corner, beyond) for corner in ways):
            return False
    return True


def _is_open(state: DarknessState, cell: Cell, beyond: Cell) -> bool:
    """Whether one can look from a cell to the one beside it; windows and fences do not block."""
    ground = state.ground
    if cell not in ground.spaces or beyond not in ground.spaces:
        return False
    side = next(side for side, step in layout.STEP.items() if (cell[0] + step[0], cell[1] + step[1]) == beyond)
    barrier = ground.barriers[ground.spaces[cell]].get(side)
    return barrier is None or barrier in state.no_doors


def _crossings(start: Cell, end: Cell) -> Iterator[tuple[Cell, Cell]]:
    """The cells that the line between two centres passes, pair by pair; through a corner they touch there only."""
    down, right = abs(end[0] - start[0]), abs(end[1] - start[1])
    step_row, step_col = (1 if end[0] > start[0] else -1), (1 if end[1] > start[1] else -1)
    row, col = start
    crossed_rows = crossed_cols = 0
    while (row, col) != end:
        before = (row, col)
        to_row, to_col = (2 * crossed_rows + 1) * right, (2 * crossed_cols + 1) * down
        if down and (not right or to_row <= to_col):
            row += step_row
            crossed_rows += 1
        if right and (not down or to_col <= to_row):
            col += step_col
            crossed_cols += 1
        yield before, (row, col)
