"""Games whose bots' ratings go by weights that matches can tune (`nightledger data tune-ratings`)."""

from __future__ import annotations

import tomllib
from abc import abstractmethod
from collections.abc import Mapping
from importlib.resources import files
from typing import Self

from domain.contract.facets.searched import Searched
from domain.contract.game import S


class Tunable(Searched[S]):
    """A game with ratings that are sums of weighted things."""

    @property
    @abstractmethod
    def rating_weights(self) -> Mapping[str, float]:
        """The weights by name, in the points in which it rates answers."""

    @abstractmethod
    def rated_by(self, weights: Mapping[str, float]) -> Self:
        """The same game, whose ratings go by these weights: all that there are, by name."""


def read_ratings(package: str) -> Mapping[str, float]:
    """The weights in the data file of a package, `ratings.toml`."""
    weights: Mapping[str, float] = tomllib.loads(files(package).joinpath("ratings.toml").read_text("utf-8"))["weights"]
    return weights
