"""Plans for what is left of a hero's phase: ways in which it may play on, each by other weights than the usual ones."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.last_spell.bot.weights import Weights
from domain.games.last_spell.state import LastSpellState
from domain.games.last_spell.view import asked

NOWHERE = -1
"""No monster is so near."""


def plans(state: LastSpellState, weights: Weights) -> Sequence[Weights]:
    """The plans of the hero in turn: to go for the boss alone, or for a quest while there is one, to guard the circle,
    to keep out of danger, to dare more. None in the middle of an attack, nor outside a Hero phase."""
    if state.phase != "heroes" or asked(state) is not None:
        return ()
    first = _hunting(weights) if state.boss is not None else _questing(weights)
    return (first, _guarding(weights), _careful(weights), _daring(weights))


def _hunting(weights: Weights) -> Weights:
    """The boss, and nothing but the boss."""
    return weights._replace(alarm=NOWHERE, boss=2 * weights.boss, beside_circle=0, near=weights.near // 2)


def _questing(weights: Weights) -> Weights:
    """What brings a quest on, wherever it is."""
    return weights._replace(quest=2 * weights.near, near=weights.near // 2)


def _guarding(weights: Weights) -> Weights:
    """What comes near the circle, and not the boss."""
    return weights._replace(hunt=0, boss=0, near=2 * weights.near, beside_circle=2 * weights.beside_circle)


def _careful(weights: Weights) -> Weights:
    """No wound is worth it."""
    return weights._replace(wound=2 * weights.wound, mortal=2 * weights.mortal, flight=weights.flight // 2)


def _daring(weights: Weights) -> Weights:
    """A wound is worth it, and what may be mortal, too."""
    return weights._replace(wound=weights.wound // 3, mortal=weights.mortal // 5, flight=2 * weights.flight)
