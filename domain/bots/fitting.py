"""Weights fitted to games: how likely each seat was to win, by the assets of the seats along the way.

A softmax of sums of weighted assets (a conditional logit), fitted by Adam (Kingma, Ba 2015) to batches of positions,
with a penalty on large weights and a rate that falls to nothing. All follows from the games, and they from their seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import exp, log, sqrt
from typing import Any

import msgspec

from domain.bots.search import preferred
from domain.contract.chance import Seeded, Stream, joined
from domain.contract.facets.searched import Assets, Choice, Made, Rated, Searched, weighed
from domain.contract.facets.stalling import stalled
from domain.contract.game import Action, Json

STEPS = 250
BATCH = 2048
RATE = 0.05
FORGETS = (0.9, 0.999)
PENALTY = 1e-4
EVERY = 3
LIKES = 12
"""So many points a seat rates a choice higher or lower than others do."""


class Position(msgspec.Struct, frozen=True):
    """What each seat had, and which of them won in the end."""

    seats: tuple[Assets, ...]
    winner: int


class Taste:
    """A seat that plays as the ratings say, but for what it likes or not: so all cards are bought by somebody."""

    def __init__(self, key: bytes) -> None:
        self._rng = Stream(key)
        self._likes: dict[Choice, int] = {}

    def answer(self, game: Searched[Any], state: Any, seat: str) -> Action:
        """Its answer to the open decision."""
        made: Made = ()
        while (action := game.complete(state, seat, made)) is None:
            made = (*made, preferred([self._rated(*one) for one in game.next_choices(state, seat, made)]))
        return action

    def _rated(self, rating: float, choice: Choice) -> Rated:
        likes = self._likes.get(choice)
        if likes is None:
            likes = self._likes[choice] = self._rng.below(2 * LIKES + 1) - LIKES
        return rating + likes, choice


def positions(game: Searched[Any], options: Mapping[str, Json], seats: int, key: bytes) -> Iterator[Position]:
    """Every third moment of one game; none if it comes to no end."""
    ids = tuple(f"s{n}" for n in range(1, seats + 1))
    chance, tastes = Seeded(joined(key, "chance")), {seat: Taste(joined(key, seat)) for seat in ids}
    state = game.setup(options, ids, chance).state
    found: list[tuple[Assets, ...]] = []
    last = game.moment(state)
    while not game.is_over(state) and not stalled(game, state):
        if game.moment(state) >= last + EVERY:
            last = game.moment(state)
            found.append(tuple(game.assets(state, seat) for seat in ids))
        seat = next(iter(state.open))
        state = game.advance(state, seat, tastes[seat].answer(game, state, seat), chance).state
    outcome = game.outcome(state)
    if outcome is not None and outcome.places is not None:
        winner = next(n for n, seat in enumerate(ids) if outcome.places[seat] == 1)
        yield from (Position(assets, winner) for assets in found)


def fit(games: Sequence[Position], steps: int = STEPS, penalty: float = PENALTY) -> dict[str, float]:
    """The weights by which the winners were most likely."""
    weights = dict.fromkeys(sorted({name for position in games for seat in position.seats for name in seat}), 0.0)
    first, second = dict(weights), dict(weights)
    for step, batch in enumerate(islice(_batches(games), steps), 1):
        slopes, rate = _slopes(batch, weights), RATE * (1 - (step - 1) / steps)
        for name, weight in weights.items():
            slope = slopes[name] / len(batch) + penalty * weight
            first[name] += (1 - FORGETS[0]) * (slope - first[name])
            second[name] += (1 - FORGETS[1]) * (slope * slope - second[name])
            moved = first[name] / (1 - FORGETS[0] ** step), second[name] / (1 - FORGETS[1] ** step)
            weights[name] = weight - rate * moved[0] / (sqrt(moved[1]) + 1e-8)
    return weights


def surprise(games: Sequence[Position], weights: Assets) -> float:
    """The mean logarithmic loss: how surprising the winners are by these weights."""
    return -sum(log(_shares(position, weights)[position.winner]) for position in games) / len(games)


def _batches(games: Sequence[Position]) -> Iterator[Sequence[Position]]:
    """All positions in turn, again and again, each time in another order."""
    rng = Stream(b"batches")
    while True:
        order = rng.shuffled(games)
        yield from (order[at : at + BATCH] for at in range(0, len(order), BATCH))


def _slopes(games: Sequence[Position], weights: Mapping[str, float]) -> dict[str, float]:
    slopes = dict.fromkeys(weights, 0.0)
    for position in games:
        for n, (share, assets) in enumerate(zip(_shares(position, weights), position.seats)):
            error = share - (n == position.winner)
            for name, amount in assets.items():
                slopes[name] += error * amount
    return slopes


def _shares(position: Position, weights: Mapping[str, float]) -> list[float]:
    """How likely each seat is to win by these weights."""
    sums = [exp(weighed(weights, seat)) for seat in position.seats]
    total = sum(sums)
    return [one / total for one in sums]
