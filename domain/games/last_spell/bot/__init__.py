"""What the greedy bot knows of the game: a planner that kills what threatens the mages and keeps the heroes alive.

Everything but the face-down cards is open, so it works on a table rebuilt from its own view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.contract.game import Action, Json, Legal
from domain.games.last_spell.bot import answers, preparation, shopping, turn
from domain.games.last_spell.bot.outlook import Outlook
from domain.games.last_spell.bot.table import rebuilt
from domain.games.last_spell.data import Content

MOST_CANDIDATES = 4

Rating = Callable[[Action], int]


def candidates(view: Mapping[str, Json], seat: str, legal: Legal, content: Content) -> Sequence[Action]:
    """The answers that look best, best first."""
    rating = _rating(view, seat, content)
    found = list(turn.proposals(Outlook(rebuilt(view, content)))) if _is_turn(view) else list(legal.actions)
    return sorted(found, key=rating, reverse=True)[:MOST_CANDIDATES]


def rate(view: Mapping[str, Json], seat: str, action: Action, content: Content) -> int:
    """How good an answer looks from the seat's own view, higher being better."""
    return _rating(view, seat, content)(action)


def _rating(view: Mapping[str, Json], seat: str, content: Content) -> Rating:
    state = rebuilt(view, content)
    if _is_turn(view):
        outlook = Outlook(state)
        return lambda action: turn.rating(outlook, action)
    if view["phase"] == "dawn" and view["decision"] is None:
        return lambda action: shopping.rating(state, action)
    if view["phase"] == "setup":
        return lambda action: preparation.rating(state, seat, action)
    decision = view["decision"] or {}
    return lambda action: answers.rating(state, decision, action)


def _is_turn(view: Mapping[str, Json]) -> bool:
    return view["phase"] == "heroes" and view["decision"] is None
