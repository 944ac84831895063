"""The market: healing first, then what protects a hero that has nothing in its place."""

from __future__ import annotations

from domain.contract.game import Action
from domain.games.last_spell.actions import Buy, Ready
from domain.games.last_spell.rules.day.taking import fits
from domain.games.last_spell.state import LastSpellState

DONE = 10
"""The rating of `ready`: what rates less is not bought."""


def rating(state: LastSpellState, action: Action) -> int:
    """How good a purchase looks."""
    match action:
        case Ready():
            return DONE
        case Buy(hero=str(hero)):
            return 20 + state.heroes[hero].wounds if action.ware == "red-potion" else 0
        case Buy() if action.ware in state.content.armor and action.ware not in state.equipment:
            wanted = any(fits(state, state.heroes[name], action.ware) for name in state.in_play())
            return 15 + state.content.armor[action.ware].use.reduce if wanted else 0
        case _:
            return 0
