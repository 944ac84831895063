"""How a boss makes room for itself (LS-BOSS-CETUSIA-3, LS-BOSS-DRYAD-2, LS-BOSS-DRYAD-14, R55)."""

from __future__ import annotations

from collections.abc import Collection

from domain.games.last_spell.events.bosses import TileRemoved
from domain.games.last_spell.events.causes import Cause
from domain.games.last_spell.events.heroes import HeroMoved
from domain.games.last_spell.events.monsters import MonsterRemoved
from domain.games.last_spell.rules.attacks.damage import destroy
from domain.games.last_spell.rules.town.geometry import Facing, Square, ahead, distance
from domain.games.last_spell.rules.town.pieces import construction_at, hero_at, is_free_for_hero
from domain.games.last_spell.state import LastSpellRun, LastSpellState

DIRECTIONS: tuple[Facing, ...] = ("west", "north", "east", "south")
"""On a tie of directions towards the fog, this order holds (R55)."""


def make_room(run: LastSpellRun, squares: Collection[Square], cause: Cause, spared: Collection[str] = ()) -> None:
    """Heroes on the squares are moved towards the fog, any other piece is removed without exploding; a construction
    counts as destroyed (LS-BOSS-CETUSIA-3, LS-BOSS-DRYAD-2). `spared` are the boss's own figures."""
    for square in squares:
        remove_piece(run, square, cause, spared)
        hero = hero_at(run.state, square)
        if hero is not None:
            push_hero(run, hero, squares, cause)


def remove_piece(run: LastSpellRun, square: Square, cause: Cause, spared: Collection[str] = ()) -> None:
    """Remove what stands on a square, a hero apart: the construction, the tile, the monster."""
    state = run.state
    construction = construction_at(state, square)
    if construction is not None:
        destroy(run, construction, cause)
    tile = state.tiles.get(square)
    if tile is not None:
        run.emit(TileRemoved(tile, square, cause=cause))
    figure = state.figures.get(square)
    if figure in state.monsters and figure is not None and figure not in spared:
        run.emit(MonsterRemoved(figure, "boss", cause=cause))


def push_hero(run: LastSpellRun, hero: str, taken: Collection[Square], cause: Cause) -> None:
    """Move a hero straight towards the nearest fog, to the first free square that the boss does not take (R55); if
    that line has none, along the next; at last to the nearest free square."""
    state = run.state
    at = state.heroes[hero].at
    assert at is not None
    lines = (_first_free(state, at, facing, taken) for facing in _towards_fog(state, at))
    square = next((found for found in lines if found is not None), None) or _anywhere(state, at, taken)
    if square is not None:
        run.emit(HeroMoved(hero, at, square, (square,), "pushed", caused_by=cause))


def _towards_fog(state: LastSpellState, at: Square) -> list[Facing]:
    def rank(facing: Facing) -> tuple[int, int]:
        return _distance_to_fog(state, at, facing), DIRECTIONS.index(facing)

    return sorted(DIRECTIONS, key=rank)


def _distance_to_fog(state: LastSpellState, at: Square, facing: Facing) -> int:
    longest = state.board.width + state.board.height
    return next((n for n in range(1, longest) if ahead(at, facing, n) in state.board.fog), longest)


def _first_free(state: LastSpellState, at: Square, facing: Facing, taken: Collection[Square]) -> Square | None:
    for count in range(1, state.board.width + state.board.height):
        square = ahead(at, facing, count)
        if square not in taken and is_free_for_hero(state, square):
            return square
    return None


def _anywhere(state: LastSpellState, at: Square, taken: Collection[Square]) -> Square | None:
    free = (square for square in state.board.terrain if square not in taken and is_free_for_hero(state, square))
    return min(free, key=lambda square: (distance(at, square), square), default=None)
