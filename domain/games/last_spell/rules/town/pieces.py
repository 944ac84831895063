"""What stands where: pieces by square, squares by piece, and which squares are free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.games.last_spell.components import MonsterKind
from domain.games.last_spell.rules.bosses.bosses import Harpy
from domain.games.last_spell.rules.bosses.bosses_data import BOMBARD, HARPY, INCUBATOR
from domain.games.last_spell.rules.town.board import GROUND, OPEN, WATER
from domain.games.last_spell.rules.town.geometry import Facing, Side, Square, distance, neighbours, zone
from domain.games.last_spell.state import LastSpellState, dryad_of


def enemies(state: LastSpellState) -> Iterator[str]:
    """Every piece that can be attacked: monsters, then the boss's pieces."""
    yield from state.monsters
    if state.boss is not None:
        yield from state.boss.enemies()


def is_enemy(state: LastSpellState, name: str) -> bool:
    """Whether a piece of that name is on the board and can be attacked."""
    return name in state.monsters or (state.boss is not None and name in state.boss.enemies())


def is_monster(state: LastSpellState, name: str) -> bool:
    """Whether it is an enemy that is a monster: all are but monoliths (LS-SPAWN-6)."""
    return is_enemy(state, name) and not is_monolith(name)


def is_monolith(name: str) -> bool:
    """Whether it is one of the Dryad's monoliths."""
    return name.startswith("monolith/")


def holder(state: LastSpellState, tile: str) -> str | None:
    """The hero under whom a tile lies; None if it lies free."""
    return next((name for name, hero in state.heroes.items() if hero.held_by == tile), None)


def squares_of(state: LastSpellState, name: str) -> tuple[Square, ...]:
    """The squares that an enemy, a hero or a construction occupies; empty if it is not on the board."""
    if (monster := state.monsters.get(name)) is not None:
        return (monster.at,)
    if (hero := state.heroes.get(name)) is not None:
        return () if hero.at is None else (hero.at,)
    if (construction := state.constructions.get(name)) is not None:
        return construction.squares
    return () if state.boss is None else state.boss.squares(name)


def enemies_at(state: LastSpellState, square: Square) -> tuple[str, ...]:
    """The enemies on a square that can be attacked, the figure first. A tile under a hero is out of reach."""
    found = []
    figure, structure, tile = state.figures.get(square), state.structures.get(square), state.tiles.get(square)
    if figure is not None and figure not in state.heroes and not _is_perched(state, figure):
        found.append(figure)
    if structure is not None and structure not in state.constructions:
        found.append(structure)
    if tile is not None and figure not in state.heroes:
        found.append(tile)
    return tuple(found)


def manned_squares(state: LastSpellState) -> Iterator[Square]:
    """The squares on which there is an enemy that can be attacked, some of them twice."""
    for pieces in (state.figures, state.structures, state.tiles):
        yield from (square for square in pieces if enemies_at(state, square))


def hero_at(state: LastSpellState, square: Square) -> str | None:
    """The hero on a square."""
    figure = state.figures.get(square)
    return figure if figure in state.heroes else None


def construction_at(state: LastSpellState, square: Square) -> str | None:
    """The construction on a square."""
    structure = state.structures.get(square)
    return structure if structure in state.constructions else None


def is_free_for_hero(state: LastSpellState, square: Square) -> bool:
    """Whether a hero may end there: ground or water with no piece, or a tele-portal without a figure
    (LS-HERO-4, LS-HERO-5, LS-BOARD-7, LS-BOARD-9)."""
    return (
        state.board.terrain.get(square) in (GROUND, WATER)
        and square not in state.figures
        and square not in state.tiles
        and not _is_obstacle(state, square)
    )


def is_free_for_monster(state: LastSpellState, square: Square) -> bool:
    """Whether a monster may stand there: ground, water or fog with no piece on it (R56)."""
    return (
        state.board.terrain.get(square) in OPEN
        and square not in state.figures
        and square not in state.structures
        and square not in state.tiles
    )


def nearest_free(state: LastSpellState, square: Square) -> Square | None:
    """The free square for a monster that is nearest: the square itself, an adjacent one in the order north,
    east, south, west, or else the nearest in reading order (LS-BOSS-HARPY-6)."""
    for candidate in (square, *neighbours(square)):
        if is_free_for_monster(state, candidate):
            return candidate
    free = (candidate for candidate in state.board.terrain if is_free_for_monster(state, candidate))
    return min(free, key=lambda found: (distance(square, found), found[1], found[0]), default=None)


def kind_of(state: LastSpellState, name: str) -> MonsterKind:
    """The sheet of a monster, the Harpy, the Dryad, an incubator or a bombard."""
    if name in state.monsters:
        return state.monster_kind(name)
    return state.content.monsters[name.partition("/")[0]]


def facing_of(state: LastSpellState, name: str) -> Facing:
    """The facing of a monster, of the Harpy or of a tile."""
    if name in state.monsters:
        return state.monsters[name].facing
    if isinstance(state.boss, Harpy):
        return state.boss.facing
    tile = dryad_of(state).tile(name)
    assert tile is not None
    return tile.facing


def destiny_side(state: LastSpellState) -> Side:
    """The side that the Destiny token shows (LS-DESTINY-1); the left one before it was flipped."""
    return "right" if state.destiny == "right" else "left"


def arrow_at(state: LastSpellState, square: Square) -> Facing:
    """The facing that the arrow of a square gives (LS-BOARD-11); south where a board was drawn without one."""
    return state.board.arrows.get(square, "south")


def has_existed(state: LastSpellState, name: str) -> bool:
    """Whether a piece of that name is in the game, or was and has left it."""
    if name in state.heroes or (state.boss is not None and name in (state.boss.kind, *state.boss.enemies())):
        return True
    kind, _, number = name.rpartition("/")
    return number.isdecimal() and 1 <= int(number) <= state.counts.get(kind, 0)


def inside_city(state: LastSpellState, squares: Iterable[Square]) -> bool:
    """Whether any of the squares lies inside the city (LS-BOARD-1)."""
    return not state.board.city.isdisjoint(squares)


def pieces_left(state: LastSpellState, kind: str) -> bool:
    """Whether the box has another piece of a kind. An eliminated alerion is set aside (LS-BOSS-HARPY-5)."""
    sheet = state.content.monsters[kind]
    if sheet.count is None:
        return True
    gone = sum(monster.kind == kind for monster in state.monsters.values())
    if isinstance(state.boss, Harpy) and kind == state.content.harpy.minion:
        gone += state.boss.alerions_slain
    return gone < sheet.count


def is_tile(name: str) -> bool:
    """Whether it is an incubator or a seed bombard."""
    return name.partition("/")[0] in (INCUBATOR, BOMBARD)


def _is_perched(state: LastSpellState, figure: str) -> bool:
    return figure == HARPY and isinstance(state.boss, Harpy) and state.boss.on_cliff


def _is_obstacle(state: LastSpellState, square: Square) -> bool:
    structure = state.structures.get(square)
    if structure is None:
        return False
    return structure not in state.constructions or state.construction_kind(structure).obstacle


def adjacent_monsters(state: LastSpellState, hero: str) -> tuple[str, ...]:
    """The monsters orthogonally adjacent to a hero."""
    at = state.heroes[hero].at
    squares = () if at is None else neighbours(at)
    found = dict.fromkeys(name for square in squares for name in enemies_at(state, square))
    return tuple(name for name in found if not is_monolith(name))


def monsters_round(state: LastSpellState, square: Square, but: str) -> tuple[str, ...]:
    """The monsters in the zone of a square, without one."""
    near = dict.fromkeys(name for square in zone((square,)) for name in enemies_at(state, square))
    return tuple(name for name in near if name != but and is_monster(state, name))
