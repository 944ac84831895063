"""Whom a melee attack of a monster strikes (LS-ATT-1 to 5)."""

from __future__ import annotations

from domain.games.last_spell.rules.town.geometry import Square, adjacent
from domain.games.last_spell.rules.town.pieces import construction_at, hero_at
from domain.games.last_spell.state import CIRCLE, LastSpellState

CATEGORIES = ("defense", "rampart", "building")
"""Constructions that as many attacks would destroy are targeted in this order (LS-ATT-5)."""


def melee_targets(state: LastSpellState, squares: tuple[Square, ...], damage: int) -> tuple[str, ...]:
    """The target of a monster on `squares`, on a square adjacent to it, not diagonally (LS-ATT-1): the circle before
    anything else (LS-ATT-2), a hero before any construction (LS-ATT-3). Several are a tie, none is no target."""
    near = adjacent(squares)
    if not state.board.circle.isdisjoint(near):
        return (CIRCLE,)
    heroes = [hero for square in near if (hero := hero_at(state, square)) is not None]
    if heroes:
        return _weakest_heroes(state, heroes)
    found = (construction_at(state, square) for square in near)
    constructions = dict.fromkeys(name for name in found if name is not None)
    return _weakest_constructions(state, list(constructions), damage)


def _weakest_heroes(state: LastSpellState, heroes: list[str]) -> tuple[str, ...]:
    """The hero with most wounds, then with the highest base mana, however little is left; then the players choose
    (LS-ATT-4)."""

    def rank(name: str) -> tuple[int, int]:
        return state.heroes[name].wounds, state.heroes[name].mana_max

    most = max(map(rank, heroes))
    return tuple(name for name in state.heroes if name in heroes and rank(name) == most)


def _weakest_constructions(state: LastSpellState, names: list[str], damage: int) -> tuple[str, ...]:
    """The construction that the fewest attacks would destroy; then defences before ramparts before buildings; then
    the players choose (LS-ATT-5)."""

    def rank(name: str) -> tuple[int, int]:
        construction = state.constructions[name]
        left = construction.health - construction.flames
        attacks = -(-left // damage) if damage else left
        return attacks, CATEGORIES.index(state.construction_kind(name).category)

    least = min(map(rank, names), default=None)
    return tuple(name for name in names if rank(name) == least)
