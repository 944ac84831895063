"""Weights of ratings, tuned by matches: CMA-ES (Hansen 2016, arXiv:1604.00772) over the games that are won by them.

All candidates of a generation play the same deals. Half of the games they play against the weights that the search
began with, half against those where it stands. All follows from the seed.
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

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that it cannot draw its figures, for which nobody asks
    import cma

Weights = Mapping[str, float]

STEP = 0.3
"""How far candidates lie apart at first, as a share of each weight."""

class Progress(msgspec.Struct, frozen=True):
    """After a generation: the weights where the search stands, and the mean share of games that its candidates won of
    what is fair (1 is as many as everybody)."""

    generation: int
    weights: Weights
    share: float


def tune(
    game: Tunable[Any], seats: int, generations: int, games: int, seed: str, told: Callable[[Progress], None]
) -> Weights:
    """The weights where a search of so many generations ends, in which each candidate plays so many games of so many
    seats; each generation is `told`."""
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
        shares = [fair_share(game, weights(point), rivals, seats, games, key) for point in points]
        search.tell(points, [-share for share in shares])
        told(Progress(generation, weights(search.mean), sum(shares) / len(shares)))
    return weights(search.mean)


def fair_share(
    game: Tunable[Any], weights: Weights, rivals: Sequence[Weights], seats: int, games: int, key: bytes
) -> float:
    """The games that a seat with these weights wins at a table with each of the rivals in turn, as a share of what is
    fair (1 is as many as everybody)."""
    own, others = game.rated_by(weights), [game.rated_by(rival) for rival in rivals]
    won = sum(is_won(own, others[number % len(others)], seats, number, key) for number in range(games))
    return won * seats / games


def is_won(own: Tunable[Any], other: Tunable[Any], seats: int, number: int, key: bytes) -> bool:
    """Whether the seat with its own weights, which goes round the table, wins a game of this number against others.

    Each deal is played from every seat, against either of two rivals.
    """
    ids = [f"s{n}" for n in range(1, seats + 1)]
    mine = ids[number // 2 % seats]
    chance = Seeded(joined(key, number // 2 // seats))
    state = own.setup({}, ids, chance).state
    while not own.is_over(state) and not stalled(own, state):
        seat = next(iter(state.open))
        own.advance(state, seat, whole(own if seat == mine else other, state, seat), chance)
    outcome = own.outcome(state)
    return outcome is not None and outcome.places is not None and outcome.places[mine] == 1
