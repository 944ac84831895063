"""How the game ended: won or lost together, nobody is ranked."""

from __future__ import annotations

from domain.game import Outcome
from domain.last_spell.state import LastSpellState

COMPARED_BY = ("nights", "rounds", "mages", "heroes", "flames", "constructions")
"""What games of one deal are compared by that were all won, or all lost."""


def outcome(state: LastSpellState) -> Outcome | None:
    """`detail` is `{outcome, night}`, with the `cause` of a defeat; None while the game goes on."""
    if state.result is None:
        return None
    return Outcome(places=None, detail=state.result, won=state.result["outcome"] == "won")


def compared(state: LastSpellState) -> dict[str, int]:
    """The nights survived, the rounds of the night that was lost, the mages and heroes left, the Flames on the panic
    track, and the constructions that stand."""
    won = state.result is not None and state.result["outcome"] == "won"
    return {
        "nights": state.night if won else state.night - 1,
        "rounds": 0 if won else state.round,
        "mages": state.mages,
        "heroes": sum(hero.in_play for hero in state.heroes.values()),
        "flames": sum(state.panic),
        "constructions": len(state.constructions),
    }
