"""What an attack may bring: chances of the dice, worth of the enemies, harm to friends."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from domain.games.last_spell.bot.quests import wants
from domain.games.last_spell.bot.weights import Weights
from domain.games.last_spell.rules.attacks.dice import is_hit
from domain.games.last_spell.rules.attacks.strikes import dice_of
from domain.games.last_spell.rules.attacks.wounds import life_left
from domain.games.last_spell.rules.bosses.bosses import Cetusia, Dryad, Harpy
from domain.games.last_spell.rules.town.geometry import Square, distance
from domain.games.last_spell.rules.town.pieces import (
    enemies_at,
    hero_at,
    is_monolith,
    is_tile,
    kind_of,
    squares_of,
)
from domain.games.last_spell.state import LastSpellState


def worth(state: LastSpellState, enemy: str, weights: Weights) -> int:
    """How much it is worth to eliminate an enemy: the more the nearer it is to the circle and the harder it hits."""
    if is_monolith(enemy):
        return 0
    away = to_circle(state, squares_of(state, enemy))
    near = max(0, weights.near - weights.away * away) + (weights.beside_circle if away == 1 else 0)
    if is_tile(enemy):
        return weights.tile + near
    if enemy not in state.monsters:
        return _boss_worth(state, enemy, weights.boss + near)
    kind = kind_of(state, enemy)
    wanted = weights.minion if isinstance(state.boss, Harpy) and kind.id == state.content.harpy.minion else 0
    if weights.quest and wants(state, enemy):
        wanted += weights.quest
    return weights.monster + near + weights.damage * kind.damage + wanted


def _boss_worth(state: LastSpellState, enemy: str, beaten: int) -> int:
    """The Dryad cannot be wounded as a Sprout (LS-BOSS-DRYAD-5); of Cetusia's parts on level I the tail falls sooner,
    and with it the wounds of both are gone (LS-BOSS-CETUSIA-6)."""
    if isinstance(state.boss, Dryad) and state.boss.growth == 1:
        return 0
    second = isinstance(state.boss, Cetusia) and state.boss.level == 1 and enemy == "head"
    return beaten // (2 if second else 1)


def to_circle(state: LastSpellState, squares: Iterable[Square]) -> int:
    """The steps from a piece to the circle."""
    circle = state.board.circle or {(state.board.width // 2, state.board.height // 2)}
    return min(distance(square, goal) for square in squares for goal in circle)


def chance(state: LastSpellState, enemy: str, effects: Iterable[str], second: bool) -> int:
    """The chance that an enemy is hit, in percent; `second`: a miss may be rolled again."""
    if is_monolith(enemy):
        return 100
    dice = tuple(tuple(state.content.dice[colour]) for colour in dice_of(state, enemy))
    once = _chance_of(dice, tuple(effects))
    return once + (100 - once) * once // 100 if second else once


@lru_cache
def _chance_of(dice: tuple[tuple[str, ...], ...], wanted: tuple[str, ...]) -> int:
    """The chance that a roll of these dice, by their faces, is a hit, in percent."""
    rolls = list(product(*dice))
    return 100 * sum(is_hit(faces, wanted) for faces in rolls) // len(rolls)


def gain(
    state: LastSpellState,
    squares: Iterable[Square],
    impact: Square,
    damage: int,
    effects: tuple[str, ...],
    second: bool,
    weights: Weights,
) -> int:
    """What striking some squares may bring: worth of enemies by chance and damage, less harm to friends."""
    total, seen = 0, set()
    for square in squares:
        friend = hero_at(state, square)
        if friend is not None:
            total -= harm(state, friend, damage, weights)
        for enemy in enemies_at(state, square):
            if enemy not in seen:
                seen.add(enemy)
                total += _expected(state, enemy, damage, effects, second and square == impact, weights)
    return total


def _expected(
    state: LastSpellState, enemy: str, damage: int, effects: tuple[str, ...], second: bool, weights: Weights
) -> int:
    left = max(1, life_left(state, enemy))
    share = 100 if damage >= left else 100 * damage // left
    boss = 2 if enemy not in state.monsters and not is_tile(enemy) else 1
    return boss * worth(state, enemy, weights) * chance(state, enemy, effects, second) * share // 10_000


def harm(state: LastSpellState, hero: str, damage: int, weights: Weights) -> int:
    """What damage to a hero costs; its death loses the game."""
    left = state.heroes[hero].health - state.heroes[hero].wounds
    return weights.fallen if damage >= left else weights.wound * damage
