"""Playouts: a game played on by seats that go by the greedy weights, up to its horizon or to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.contract.chance import Dealt
from domain.contract.facets.searched import Choice, Made, Rated, Searched
from domain.contract.facets.stalling import stalling
from domain.contract.game import Action

Playout = Callable[[Searched[Any], Any, str, Action, bytes], int]
"""Answers for a seat and plays on with that luck: so many answers were given. The state is changed.

With the same luck draws of the same kind, name and number give the same.
"""


def play_out(
    game: Searched[Any], state: Any, seat: str, action: Action, luck: bytes, way: Searched[Any] | None = None
) -> int:
    """A `Playout` to the horizon or to the end; the seat plays on in a `way` of its own where one is given."""
    until = game.horizon(state)
    return _play_on(game, state, seat, action, luck, lambda table: game.moment(table) >= until, way)


def play_to_the_end(game: Searched[Any], state: Any, seat: str, action: Action, luck: bytes) -> int:
    """A `Playout` until the game is over or gets nowhere."""
    return _play_on(game, state, seat, action, luck, stalling(game))


def _play_on(
    game: Searched[Any],
    state: Any,
    seat: str,
    action: Action,
    luck: bytes,
    stops: Callable[[Any], bool],
    way: Searched[Any] | None = None,
) -> int:
    chance, answers = Dealt(luck), 1
    game.advance(state, seat, action, chance)
    while not game.is_over(state) and not stops(state):
        asked = next(iter(state.open))
        rated = game if way is None or asked != seat else way
        game.advance(state, asked, whole(rated, state, asked), chance)
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
