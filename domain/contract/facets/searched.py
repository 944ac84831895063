"""Games that can be searched: what a seat may do in small choices, and how good a table looks for it.

Everything here is asked of worlds, states in which what a seat does not know was drawn; so all of a state may be read.
"""

from __future__ import annotations

import tomllib
from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from copy import copy
from importlib.resources import files
from math import exp
from typing import Any, ClassVar, Self, TypeGuard

from domain.contract.facets.seating import ranked
from domain.contract.game import Action, Game, S

Choice = Hashable
"""A part of an answer, or a whole one: the same in each world in which it is open."""

Made = tuple[Choice, ...]
"""The choices of an answer that were made already."""

Rated = tuple[float, Choice]
"""A choice with what a greedy seat thinks of it: higher is better."""

Assets = Mapping[str, float]
"""What a seat has, by name: how much of it."""


class Searched(Game[S]):
    """A game with hooks for a search. An answer that is a product is made of small choices, one after the other.

    `weights` says what each of the assets is worth, fitted to games that bots have played (`nightledger data tune`);
    `prior` what somebody who knows the game holds it to be worth, to which weights are drawn while games say little.
    `playouts` is how many are made for a choice if nobody says, which take about a tenth of a second; `widest` how many
    candidates of a choice are played on at most, the best rated, beside those of other ways;
    `thinks_in_play` is whether a seat that thinks ahead does so at a table, being stronger for it in the time that it
    has; a game that is over can wait longer, and has `playouts_after` for each of its decisions.
    """

    weights: Assets = {}
    prior: ClassVar[Assets] = {}
    thinks_in_play: bool = True
    playouts: ClassVar[int] = 40
    widest: ClassVar[int] = 8
    playouts_after: ClassVar[int] = 64

    def may_fail(self, state: S) -> bool:
        """Whether seats that play against each other may all miss what they play for; nobody then counts as one more
        of them, without assets."""
        return False

    def is_reached(self, state: S) -> bool:
        """Whether a game that is over has come to the end that it is played for; nobody has won it otherwise."""
        return True

    @abstractmethod
    def next_choices(self, state: S, seat: str, made: Made) -> Sequence[Rated]:
        """The next choices of the seat's answer to its open decision, at least one, each with its rating."""

    @abstractmethod
    def complete(self, state: S, seat: str, made: Made) -> Action | None:
        """The answer that the choices make, or None while more have to be made."""

    @abstractmethod
    def assets(self, state: S, seat: str) -> Assets:
        """What the seat has that counts for who will win, each of about 1 at the most; where all play together what
        they have, and a constant."""

    def ways(self, state: S, seat: str) -> Sequence[Searched[S]]:
        """Ways in which the seat may play on until the horizon, beside the usual one: the same game, in which it rates
        answers otherwise. None where the seat has nothing to plan."""
        return ()

    def hopes(self, state: S, seat: str) -> Assets:
        """What the seat that looks counts beside its assets: what would take too long to be asked of all."""
        return {}

    @abstractmethod
    def moment(self, state: S) -> int:
        """How far the game has come: a number that never falls."""

    @abstractmethod
    def horizon(self, state: S) -> int:
        """The moment at which a playout that begins here ends, and the table is valued."""

    def valued_by(self, weights: Assets) -> Self:
        """The same game, whose tables are valued by other weights."""
        other = copy(self)
        other.weights = weights
        return other

    def thinking(self) -> Self:
        """The same game, in which a seat thinks ahead at a table whether it is offered to or not: to measure it."""
        other = copy(self)
        other.thinks_in_play = True
        return other

    def value(self, state: S, seat: str) -> float:
        """How likely the seat is to win, from 0 to 1: its share by what all have; at the end whether it has won."""
        ended = self.outcome(state) if self.is_over(state) else None
        if ended is not None and not self.is_reached(state):
            return 0.0
        if ended is not None:
            return float(ended.places.get(seat) == 1 if ended.places is not None else bool(ended.won))
        rivals = ranked(self, state)
        if seat not in rivals:
            return 1 / (1 + exp(-weighed(self.weights, self.assets(state, seat))))
        shares = {one: exp(weighed(self.weights, self.assets(state, one))) for one in rivals}
        shares[seat] *= exp(weighed(self.weights, self.hopes(state, seat)))
        return shares[seat] / (sum(shares.values()) + self.may_fail(state))


def thinks_in_play(game: Game[Any] | None) -> TypeGuard[Searched[Any]]:
    """Whether a seat can think ahead at a table of the game."""
    return isinstance(game, Searched) and game.thinks_in_play


def weighed(weights: Assets, assets: Assets) -> float:
    """What assets are worth together."""
    return sum(weights.get(name, 0.0) * amount for name, amount in assets.items())


def read_weights(package: str, of: str = "weights") -> Assets:
    """The weights in the data file of a package, `value.toml`, or its `prior`."""
    weights: Assets = tomllib.loads(files(package).joinpath("value.toml").read_text("utf-8"))[of]
    return weights
