"""What the greedy bot knows of the game: a planner that kills what threatens the mages and keeps the heroes alive.

Everything but the face-down cards is open, so it works on a table rebuilt from its own view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def candidates(
    view: Mapping[str, Json], seat: str, legal: Legal, content: Content, weights: Weights
) -> Sequence[Action]:
    """The answers that look best, best first."""
    return [action for _, action in rated(view, seat, legal, content, weights)]


def rated(
    view: Mapping[str, Json], seat: str, legal: Legal, content: Content, weights: Weights
) -> Sequence[tuple[int, Action]]:
    """The same with their ratings, for all of which the table is rebuilt once."""
    asking = _Asking(rebuilt(view, content), seat, view["decision"], weights)
    return asking.best(legal.actions)


def rate(view: Mapping[str, Json], seat: str, action: Action, content: Content, weights: Weights) -> int:
    """How good an answer looks from the seat's own view, higher being better."""
    return _Asking(rebuilt(view, content), seat, view["decision"], weights).rating(action)


def next_choices(state: LastSpellState, seat: str, weights: Weights) -> Sequence[Rated]:
    """What a search chooses from on a table that lies open: the answers that look best, but for those that do nothing
    if there are others."""
    asking = _Asking(state, seat, asked(state), weights)
    best = asking.best(() if asking.outlook else VERBS.legal(state, seat, MOST_LISTED).actions)
    return [one for one in best if one[0] > 0] or best


def complete(made: Made) -> Action | None:
    """The answer of all choices: each is a whole one."""
    if not made:
        return None
    [answer] = made
    assert isinstance(answer, Action)
    return answer


class _Asking:
    """A table that lies open, and the decision that it shows (None in a hero's turn): rates what a seat may answer.
    `outlook` is that of the hero in turn; None where no hero is."""

    def __init__(self, state: LastSpellState, seat: str, decision: Mapping[str, Json] | None, weights: Weights) -> None:
        self._state, self._seat, self._decision, self._weights = state, seat, decision, weights
        is_turn = state.phase == "heroes" and decision is None
        self.outlook = Outlook(state, weights) if is_turn else None

    def best(self, listed: Sequence[Action]) -> Sequence[tuple[int, Action]]:
        """The best rated answers, the best first: of those listed, or of what is worth weighing in a hero's turn."""
        found = listed if self.outlook is None else turn.proposals(self.outlook)
        rated = ((self.rating(action), action) for action in found)
        return sorted(rated, key=itemgetter(0), reverse=True)[:MOST_CANDIDATES]

    def rating(self, action: Action) -> int:
        """How good an answer looks."""
        if self.outlook is not None:
            return turn.rating(self.outlook, action)
        if self._state.phase == "dawn" and self._decision is None:
            return shopping.rating(self._state, action)
        if self._state.phase == "setup":
            return preparation.rating(self._state, self._seat, action)
        return answers.rating(self._state, self._decision or {}, action, self._weights)
