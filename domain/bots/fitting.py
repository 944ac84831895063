"""Weights fitted to games: how likely each seat was to win, by the assets of the seats along the way.

A softmax of sums of weighted assets (a conditional logit), fitted to all positions at once by L-BFGS (`scipy`), with a
penalty on weights far from what was held of them before (the most likely weights by a normal prior): the loss is
convex, so that there is one best. All follows from the games, which follow from their seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp, log
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import softmax

from domain.bots.playouts import preferred, whole
from domain.contract.chance import Seeded, Stream, joined
from domain.contract.facets.searched import Assets, Choice, Made, Rated, Searched, weighed
from domain.contract.facets.seating import needs_person
from domain.contract.facets.stalling import stalled
from domain.contract.game import Action, Json

Array = NDArray[np.float64]

PENALTY = 1e-4
EVERY = 3
PATIENCE = 40
"""After so many answers of a seat in one moment of the game it does what is best, and no more what it likes."""

LIKES = 12
"""So many points a seat rates a choice higher or lower than others do."""


NOBODY: Assets = {}
"""What those play against who play together."""

NOTHING: Assets = {}
"""What is held of weights before: each is none."""


class Position(msgspec.Struct, frozen=True):
    """What each seat had, and which of them won in the end; of seats that play together what they had, and nobody."""

    seats: tuple[Assets, ...]
    winner: int


class Taste:
    """A seat that plays as the ratings say, but for what it likes or not: so all cards are bought by somebody."""

    def __init__(self, key: bytes) -> None:
        self._rng = Stream(key)
        self._likes: dict[Choice, int] = {}
        self._moment = self._answers = 0

    def answer(self, game: Searched[Any], state: Any, seat: str) -> Action:
        """Its answer to the open decision: what it likes, unless the game has not gone on for long."""
        if (moment := game.moment(state)) != self._moment:
            self._moment, self._answers = moment, 0
        self._answers += 1
        if self._answers > PATIENCE:
            return whole(game, state, seat)
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
    """Every third moment of one game; none if it comes to no end, or a person is needed for it."""
    ids = tuple(f"s{n}" for n in range(1, seats + 1))
    if any(needs_person(game, options, seat) for seat in ids):
        return
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
    if outcome is not None and game.may_fail(state):
        places = outcome.places if game.is_reached(state) else None
        winner = len(ids) if places is None else next(n for n, seat in enumerate(ids) if places[seat] == 1)
        yield from (Position((*assets, NOBODY), winner) for assets in found)
    elif outcome is not None and outcome.places is not None:
        winner = next(n for n, seat in enumerate(ids) if outcome.places[seat] == 1)
        yield from (Position(assets, winner) for assets in found)
    elif outcome is not None:
        yield from (Position((assets[0], NOBODY), 0 if outcome.won else 1) for assets in found)


def fit(games: Sequence[Position], penalty: float = PENALTY, prior: Assets = NOTHING) -> dict[str, float]:
    """The weights by which the winners were most likely; the more `penalty`, the nearer they are to the prior.

    What the prior holds to help is never said to hurt, nor the other way round; of what no position tells it stays.
    """
    names = sorted({name for position in games for seat in position.seats for name in seat})
    before = [prior.get(name, 0.0) for name in names]
    chances = _Chances(games, names, penalty, np.array(before))
    sides = [(0.0 if weight > 0 else None, 0.0 if weight < 0 else None) for weight in before]
    found = minimize(chances.loss, before, jac=True, method="L-BFGS-B", bounds=sides)
    return {**prior, **dict(zip(names, map(float, found.x)))}


class _Chances:
    """The positions as one array: what each seat of each has of each asset. There may be fewer seats than places."""

    def __init__(self, games: Sequence[Position], names: Sequence[str], penalty: float, before: Array) -> None:
        at = {name: number for number, name in enumerate(names)}
        places = max(len(position.seats) for position in games)
        self._had = np.zeros((len(games), places, len(names)))
        self._free = np.ones((len(games), places), dtype=bool)
        for number, position in enumerate(games):
            self._free[number, : len(position.seats)] = False
            for seat, assets in enumerate(position.seats):
                for name, amount in assets.items():
                    self._had[number, seat, at[name]] = amount
        self._won = np.array([position.winner for position in games])
        self._penalty = penalty
        self._before = before

    def loss(self, weights: Array) -> tuple[float, Array]:
        """The mean logarithmic loss with the penalty, and how it changes with each weight."""
        shares = softmax(np.where(self._free, -np.inf, self._had @ weights), axis=1)
        rows = np.arange(len(self._won))
        moved = weights - self._before
        loss = -np.log(shares[rows, self._won]).mean() + self._penalty / 2 * moved @ moved
        shares[rows, self._won] -= 1
        slopes = np.einsum("ps,psn->n", shares, self._had) / len(rows) + self._penalty * moved
        return float(loss), slopes


def surprise(games: Sequence[Position], weights: Assets) -> float:
    """The mean logarithmic loss: how surprising the winners are by these weights."""
    return -sum(log(_shares(position, weights)[position.winner]) for position in games) / len(games)


def _shares(position: Position, weights: Mapping[str, float]) -> list[float]:
    """How likely each seat is to win by these weights."""
    sums = [exp(weighed(weights, seat)) for seat in position.seats]
    total = sum(sums)
    return [one / total for one in sums]
