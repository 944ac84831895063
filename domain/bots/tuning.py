"""Weights of ratings, tuned by matches: CMA-ES (Hansen 2016, arXiv:1604.00772) over the games that are won by them.

All candidates of a generation play the same deals: a seat with the candidate against the weights that the search began
with in half of the games, against those where it stands in the other half; or all seats with it, where what counts is
that the game comes to the end that it is played for. All follows from the seed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.bots.playouts import whole
from domain.contract.chance import Seeded, Stream, joined
from domain.contract.facets.stalling import stalled
from domain.contract.facets.tunable import Tunable
from domain.contract.game import Json

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that it cannot draw its figures, for which nobody asks
    import cma

Weights = Mapping[str, float]

STEP = 0.3
"""How far candidates lie apart at first, as a share of each weight."""

class Tables(msgspec.Struct, frozen=True):
    """Where the games are played: with so many seats, by these options in turn; `together` if a candidate has all."""

    seats: int
    options: Sequence[Mapping[str, Json]] = ({},)
    together: bool = False

    @property
    def ids(self) -> Sequence[str]:
        """The seats."""
        return [f"s{n}" for n in range(1, self.seats + 1)]


class Progress(msgspec.Struct, frozen=True):
    """After a generation: the weights where the search stands, and the mean worth of its candidates."""

    generation: int
    weights: Weights
    worth: float


def tune(
    game: Tunable[Any], tables: Tables, generations: int, games: int, seed: str, told: Callable[[Progress], None]
) -> Weights:
    """The weights where a search of so many generations ends, in which each candidate plays so many games; each
    generation is `told`."""
    begun = game.rating_weights
    names, scale = list(begun), [max(1.0, abs(weight)) for weight in begun.values()]

    def weights(point: Sequence[float]) -> Weights:
        return {name: round(float(one) * by, 2) for name, one, by in zip(names, point, scale)}

    start = [weight / by for weight, by in zip(begun.values(), scale)]
    number = 1 + Stream(joined("tuning", seed)).below(2**31)
    search = cma.CMAEvolutionStrategy(start, STEP, {"seed": number, "verbose": -9})
    for generation in range(generations):
        points = search.ask()
        rivals = (begun, weights(search.mean))
        key = joined(seed, generation)
        found = [worth(game, weights(point), rivals, tables, games, key) for point in points]
        search.tell(points, [-one for one in found])
        told(Progress(generation, weights(search.mean), sum(found) / len(found)))
    return weights(search.mean)


def worth(
    game: Tunable[Any], weights: Weights, rivals: Sequence[Weights], tables: Tables, games: int, key: bytes
) -> float:
    """The games that a seat with these weights wins at a table with each of the rivals in turn, as a share of what is
    fair (1 is as many as everybody); of games that seats with them play together the share that they win."""
    own = game.rated_by(weights)
    if tables.together:
        return sum(is_reached(own, tables, number, key) for number in range(games)) / games
    others = [game.rated_by(rival) for rival in rivals]
    won = sum(is_won(own, others[number % len(others)], tables, number, key) for number in range(games))
    return won * tables.seats / games


def is_won(own: Tunable[Any], other: Tunable[Any], tables: Tables, number: int, key: bytes) -> bool:
    """Whether the seat with its own weights, which goes round the table, wins a game of this number against others.

    Each deal is played from every seat, against either of two rivals.
    """
    deal = number // 2 // tables.seats
    mine = tables.ids[number // 2 % tables.seats]
    state = _played({seat: own if seat == mine else other for seat in tables.ids}, tables, deal, key)
    outcome = own.outcome(state)
    return outcome is not None and outcome.places is not None and outcome.places[mine] == 1


def is_reached(game: Tunable[Any], tables: Tables, number: int, key: bytes) -> bool:
    """Whether a game of this number, all of whose seats go by the same weights, comes to the end that it is played
    for."""
    state = _played(dict.fromkeys(tables.ids, game), tables, number, key)
    outcome = game.outcome(state)
    return outcome is not None and game.is_reached(state) and (outcome.places is not None or bool(outcome.won))


def _played(rated: Mapping[str, Tunable[Any]], tables: Tables, deal: int, key: bytes) -> Any:
    """The table at the end of a game, each of whose seats goes by the ratings of its own game."""
    game, chance = next(iter(rated.values())), Seeded(joined(key, deal))
    state = game.setup(tables.options[deal % len(tables.options)], tables.ids, chance).state
    while not game.is_over(state) and not stalled(game, state):
        seat = next(iter(state.open))
        game.advance(state, seat, whole(rated[seat], state, seat), chance)
    return state
