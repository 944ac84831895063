"""What the greedy bot knows of the game: a planner that kills what threatens the mages and keeps the heroes alive.

Everything but the face-down cards is open, so it works on a table rebuilt from its own view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.game import Action, Json, Legal
from domain.last_spell.bots import answers, preparation, turn
from domain.last_spell.bots.table import rebuilt
from domain.last_spell.state import LastSpellState

MOST_CANDIDATES = 8


def candidates(view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[Action]:
    """The answers that look best, best first."""
    state = rebuilt(view)
    found = list(turn.proposals(state)) if _is_turn(view) else list(legal.actions)
    found.sort(key=lambda action: -_rating(state, view, seat, action))
    return found[:MOST_CANDIDATES]


def rate(view: Mapping[str, Json], seat: str, action: Action) -> int:
    """How good an answer looks from the seat's own view, higher being better."""
    return _rating(rebuilt(view), view, seat, action)


def _rating(state: LastSpellState, view: Mapping[str, Json], seat: str, action: Action) -> int:
    if _is_turn(view):
        return turn.rating(state, action)
    if view["phase"] == "setup":
        return preparation.rating(state, seat, action)
    return answers.rating(state, view["decision"] or {}, action)


def _is_turn(view: Mapping[str, Json]) -> bool:
    return view["phase"] == "heroes" and view["decision"] is None
