"""Playouts: a game played on by seats that go by the greedy weights, up to its horizon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.contract.chance import Dealt
from domain.contract.facets.searched import Choice, Made, Rated, Searched
from domain.contract.game import Action


def play_out(game: Searched[Any], state: Any, seat: str, action: Action, luck: bytes) -> int:
    """Answer, and play on to the horizon or to the end; so many answers were given. The state is changed.

    With the same luck draws of the same kind, name and number give the same.
    """
    until, chance, answers = game.horizon(state), Dealt(luck), 1
    game.advance(state, seat, action, chance)
    while not game.is_over(state) and game.moment(state) < until:
        seat = next(iter(state.open))
        game.advance(state, seat, whole(game, state, seat), chance)
        answers += 1
    return answers


def whole(game: Searched[Any], state: Any, seat: str, made: Made = ()) -> Action:
    """The answer that begins with these choices and goes on with those that are rated best."""
    while (action := game.complete(state, seat, made)) is None:
        made = (*made, preferred(game.next_choices(state, seat, made)))
    return action


def preferred(rated: Sequence[Rated]) -> Choice:
    """The choice that is rated best, the first of several."""
    return max(rated, key=rating)[1]


def rating(rated: Rated) -> float:
    """What a greedy seat thinks of a choice."""
    return rated[0]
