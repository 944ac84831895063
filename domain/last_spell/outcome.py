"""How the game ended: won or lost together, nobody is ranked."""

from __future__ import annotations

from domain.game import Outcome
from domain.last_spell.state import LastSpellState


def outcome(state: LastSpellState) -> Outcome | None:
    """`detail` is `{outcome, night}`, with the `cause` of a defeat; None while the game goes on."""
    if state.result is None:
        return None
    return Outcome(places=None, detail=state.result, won=state.result["outcome"] == "won")
