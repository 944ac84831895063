"""What the greedy bot knows of the game: a planner that kills what threatens the mages and keeps the heroes alive.

Everything but the face-down cards is open, so it works on a table rebuilt from its own view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from domain.contract.facets.searched import Made, Rated
from domain.contract.game import Action, Json, Legal
from domain.games.last_spell.bot import answers, preparation, shopping, turn
from domain.games.last_spell.bot.outlook import Outlook
from domain.games.last_spell.bot.weights import Weights
from domain.games.last_spell.data import Content
from domain.games.last_spell.state import LastSpellState
from domain.games.last_spell.verbs import VERBS
from domain.games.last_spell.view import asked
from domain.games.last_spell.view.rebuilt import rebuilt

MOST_CANDIDATES = 4

MOST_LISTED = 200
"""So many answers to a question in the middle of an attack, or before a night, are rated."""

Rating = Callable[[Action], int]


def candidates(
    view: Mapping[str, Json], seat: str, legal: Legal, content: Content, weights: Weights
) -> Sequence[Action]:
    """The answers that look best, best first."""
    return [action for _, action in rated(view, seat, legal, content, weights)]


def rated(
    view: Mapping[str, Json], seat: str, legal: Legal, content: Content, weights: Weights
) -> Sequence[tuple[int, Action]]:
    """The same with their ratings, for all of which the table is rebuilt once."""
    rating = _rating(view, seat, content, weights)
    found = turn.proposals(Outlook(rebuilt(view, content), weights)) if _is_turn(view) else legal.actions
    return sorted(((rating(action), action) for action in found), key=itemgetter(0), reverse=True)[:MOST_CANDIDATES]


def rate(view: Mapping[str, Json], seat: str, action: Action, content: Content, weights: Weights) -> int:
    """How good an answer looks from the seat's own view, higher being better."""
    return _rating(view, seat, content, weights)(action)


def next_choices(state: LastSpellState, seat: str, weights: Weights) -> Sequence[Rated]:
    """What a search chooses from on a table that lies open: the answers that look best, but for those that do nothing
    if there are others."""
    decision = asked(state)
    is_turn = state.phase == "heroes" and decision is None
    rating = _rating_on(state, seat, decision, weights)
    found = turn.proposals(Outlook(state, weights)) if is_turn else VERBS.legal(state, seat, MOST_LISTED).actions
    best = sorted(((rating(action), action) for action in found), key=itemgetter(0), reverse=True)[:MOST_CANDIDATES]
    return [one for one in best if one[0] > 0] or best


def complete(made: Made) -> Action | None:
    """The answer of all choices: each is a whole one."""
    if not made:
        return None
    [answer] = made
    assert isinstance(answer, Action)
    return answer


def _rating(view: Mapping[str, Json], seat: str, content: Content, weights: Weights) -> Rating:
    return _rating_on(rebuilt(view, content), seat, view["decision"], weights)


def _rating_on(state: LastSpellState, seat: str, decision: Mapping[str, Json] | None, weights: Weights) -> Rating:
    """What rates the answers to the decision that a table shows; None where it shows none."""
    if state.phase == "heroes" and decision is None:
        outlook = Outlook(state, weights)
        return lambda action: turn.rating(outlook, action)
    if state.phase == "dawn" and decision is None:
        return lambda action: shopping.rating(state, action)
    if state.phase == "setup":
        return lambda action: preparation.rating(state, seat, action)
    return lambda action: answers.rating(state, decision or {}, action, weights)


def _is_turn(view: Mapping[str, Json]) -> bool:
    return bool(view["phase"] == "heroes" and view["decision"] is None)
