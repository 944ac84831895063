"""What the next Monster phase may do to a hero: what hurts it surely, what may hurt it, whether it lives on."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from msgspec.structs import replace

from domain.games.last_spell.bot.weights import Weights
from domain.games.last_spell.rules.bosses.bosses import Dryad
from domain.games.last_spell.rules.bosses.bosses_data import DRYAD
from domain.games.last_spell.rules.bosses.dryad import attacked_sectors
from domain.games.last_spell.rules.readings import dryad_grows
from domain.games.last_spell.rules.town.geometry import Square, adjacent, distance, zone
from domain.games.last_spell.rules.town.pieces import enemies, is_monolith, kind_of, squares_of
from domain.games.last_spell.state import LastSpellState

CETUSIA_DEALS = 2
"""What a part of Cetusia may deal to a hero next to it."""


class _Enemy(NamedTuple):
    """An enemy that can act: where it stands, what it deals beside it, how far it gets before that, which squares it
    blasts, and which it threatens without being sure to strike."""

    at: tuple[Square, ...]
    damage: int
    reach: int
    blasts: Collection[Square] = ()
    threatens: Collection[Square] = ()


class Threats:
    """What the enemies on a table may do in the next Monster phase, looked up once for all squares."""

    def __init__(self, state: LastSpellState) -> None:
        self._state = state
        self._enemies = [found for name in enemies(state) if (found := _enemy(state, name)) is not None]
        self._struck = _struck_sectors(state)

    def at(self, square: Square) -> tuple[int, int]:
        """What is surely dealt to a hero on a square, and what may be dealt besides."""
        sure = possible = 0
        if self._state.board.sectors.get(square) in self._struck:
            sure += self._state.content.dryad.damage
        for enemy in self._enemies:
            if square in enemy.blasts:
                sure += self._state.content.numbers.explosion_hero_damage
                continue
            away = min(distance(square, at) for at in enemy.at)
            if away == 1:
                sure += enemy.damage
            elif away <= enemy.reach:
                possible += enemy.damage
            if square in enemy.threatens:
                possible += CETUSIA_DEALS
        return sure, possible


def danger(state: LastSpellState, hero: str, square: Square, weights: Weights, threats: Threats) -> int:
    """What the next Monster phase may cost a hero that stands there."""
    sure, possible = threats.at(square)
    cost = weights.wound * (2 * sure + possible) // 2
    left = endurance(state, hero)
    if sure >= left:
        return cost + weights.death
    return cost + (weights.mortal if sure + possible >= left else 0)


def endurance(state: LastSpellState, name: str) -> int:
    """How much damage kills a hero, what its armour can still take included."""
    hero, armor = state.heroes[name], state.content.armor
    return hero.health - hero.wounds + sum(armor[card.card].use.reduce for card in hero.armor if not card.used)


def _enemy(state: LastSpellState, name: str) -> _Enemy | None:
    """An enemy that may hurt a hero by itself; None of the Dryad, who strikes sectors, and of what is stunned."""
    if is_monolith(name) or name == DRYAD or (name in state.monsters and state.monsters[name].stunned):
        return None
    at = squares_of(state, name)
    if name in ("head", "tail"):
        return _Enemy(at, 0, 0, threatens=frozenset(adjacent(at)))
    kind = kind_of(state, name)
    blasts = frozenset(zone(at)) if "explosion" in kind.abilities else ()
    return _Enemy(at, kind.damage, kind.movement + 1, blasts)


def _struck_sectors(state: LastSpellState) -> Collection[str | None]:
    """The sectors that the Dryad will strike, who may have grown by then (LS-BOSS-DRYAD-6, LS-BOSS-DRYAD-7)."""
    boss = state.boss
    if not isinstance(boss, Dryad) or not boss.at:
        return ()
    growth = min(len(state.content.dryad.growth), boss.growth + dryad_grows(state, state.round + 1))
    return attacked_sectors(state, replace(boss, growth=growth))
