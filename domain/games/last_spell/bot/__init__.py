"""What the greedy bot knows of the game: a planner that kills what threatens the mages and keeps the heroes alive.

Everything but the face-down cards is open, so it works on a table rebuilt from its own view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from domain.contract.game import Action, Json, Legal
from domain.games.last_spell.bot import answers, preparation, shopping, turn
from domain.games.last_spell.bot.outlook import Outlook
from domain.games.last_spell.bot.table import rebuilt
from domain.games.last_spell.data import Content

MOST_CANDIDATES = 4

Rating = Callable[[Action], int]


def candidates(view: Mapping[str, Json], seat: str, legal: Legal, content: Content) -> Sequence[Action]:
    """The answers that look best, best first."""
    return [action for _, action in rated(view, seat, legal, content)]


def rated(view: Mapping[str, Json], seat: str, legal: Legal, content: Content) -> Sequence[tuple[int, Action]]:
    """The same with their ratings, for all of which the table is rebuilt once."""
    rating = _rating(view, seat, content)
    found = turn.proposals(Outlook(rebuilt(view, content))) if _is_turn(view) else legal.actions
    return sorted(((rating(action), action) for action in found), key=itemgetter(0), reverse=True)[:MOST_CANDIDATES]


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
