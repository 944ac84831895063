"""What an attack over an area covers, and the damage of an attack in the Monster phase (LS-ATT-7 to 12)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.contract.game import Step
from domain.games.last_spell.events.causes import Cause, named
from domain.games.last_spell.rules.town.geometry import Square
from domain.games.last_spell.rules.town.pieces import construction_at, hero_at
from domain.games.last_spell.state import CIRCLE, LastSpellState
from domain.games.last_spell.steps import BurnConstruction, HurtHero, LoseMages


def victims_in(state: LastSpellState, squares: Iterable[Square]) -> list[str]:
    """The heroes and constructions on squares, and the circle once, in the order of the squares (LS-ATT-12)."""
    found: dict[str, None] = {}
    for square in squares:
        if square in state.board.circle:
            found[CIRCLE] = None
        for name in (hero_at(state, square), construction_at(state, square)):
            if name is not None:
                found[name] = None
    return list(found)


def harm(state: LastSpellState, victim: str, damage: int, by: str, cause: Cause) -> list[Step]:
    """The damage of an attack in the Monster phase to a hero, who may be guarded by Protect (LS-HERO-8), a
    construction or the circle."""
    if victim == CIRCLE:
        return [LoseMages(damage, named(state, by), cause=cause)]
    if victim in state.heroes:
        return [HurtHero(victim, damage, by, guarded=state.phase == "monsters", cause=cause)]
    return [BurnConstruction(victim, damage, named(state, by), cause=cause)]
