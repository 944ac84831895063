"""What the next Monster phase may do to a hero: what hurts it surely, what may hurt it, whether it lives on."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.last_spell.bot.weights import Weights
from domain.games.last_spell.rules.bosses.bosses import Dryad
from domain.games.last_spell.rules.bosses.bosses_data import DRYAD
from domain.games.last_spell.rules.bosses.dryad import attacked_sectors
from domain.games.last_spell.rules.town.geometry import Square, distance, neighbours, zone
from domain.games.last_spell.rules.town.pieces import enemies, is_monolith, kind_of, squares_of
from domain.games.last_spell.state import LastSpellState

CETUSIA_DEALS = 2
"""What a part of Cetusia may deal to a hero next to it."""


def danger(state: LastSpellState, hero: str, square: Square, weights: Weights) -> int:
    """What the next Monster phase may cost a hero that stands there."""
    sure, possible = _dryad_damage(state, square), 0
    for enemy in enemies(state):
        dealt, threatened = _damage(state, enemy, square)
        sure += dealt
        possible += threatened
    cost = weights.wound * (2 * sure + possible) // 2
    left = endurance(state, hero)
    if sure >= left:
        return cost + weights.death
    return cost + (weights.mortal if sure + possible >= left else 0)


def endurance(state: LastSpellState, name: str) -> int:
    """How much damage kills a hero, what its armour can still take included."""
    hero, armor = state.heroes[name], state.content.armor
    return hero.health - hero.wounds + sum(armor[card.card].use.reduce for card in hero.armor if not card.used)


def _damage(state: LastSpellState, enemy: str, square: Square) -> tuple[int, int]:
    """What an enemy surely deals to a hero on a square, and what it may deal besides."""
    if is_monolith(enemy) or enemy == DRYAD:
        return 0, 0
    if enemy in ("head", "tail"):
        return 0, CETUSIA_DEALS * any(near in squares_of(state, enemy) for near in neighbours(square))
    if enemy in state.monsters and state.monsters[enemy].stunned:
        return 0, 0
    kind = kind_of(state, enemy)
    if "explosion" in kind.abilities and square in zone(squares_of(state, enemy)):
        return state.content.numbers.explosion_hero_damage, 0
    away = min(distance(square, at) for at in squares_of(state, enemy))
    if away == 1:
        return kind.damage, 0
    return 0, kind.damage * (away <= kind.movement + 1)


def _dryad_damage(state: LastSpellState, square: Square) -> int:
    """What the Dryad will deal there, who may have grown by then (LS-BOSS-DRYAD-6, LS-BOSS-DRYAD-7)."""
    boss, data = state.boss, state.content.dryad
    if not isinstance(boss, Dryad) or not boss.at:
        return 0
    grows = not any(pile.left for pile in state.spawn.values())
    grown = replace(boss, growth=min(len(data.growth), boss.growth + grows))
    return data.damage * (state.board.sectors.get(square) in attacked_sectors(state, grown))
