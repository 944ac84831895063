"""Games that add up in a series: what each seat gets of a finished one, and what the next one is told."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from domain.contract.game import Game, Json, S


class Series(Game[S]):
    """A game whose results are summed up. `lowest_tally_wins` says whether the lowest sum is the best."""

    lowest_tally_wins: ClassVar[bool] = True

    @abstractmethod
    def tally(self, state: S) -> Mapping[str, int]:
        """What a finished game adds to each seat's sum (wounds)."""

    def in_series(
        self, options: Mapping[str, Json], sums: Mapping[str, int], limit: int, rules: int
    ) -> dict[str, Json]:
        """The options of a game of a series that ends at `limit`, whose earlier games brought these sums.

        `rules` is the number of the rules under which the series was opened.
        """
        return dict(options)


def in_series(
    game: Game[Any], options: Mapping[str, Json], sums: Mapping[str, int], limit: int, rules: int
) -> dict[str, Json]:
    """The options of a game in a series; those given where games are not summed up."""
    return game.in_series(options, sums, limit, rules) if isinstance(game, Series) else dict(options)


def tally(game: Game[S], state: S) -> Mapping[str, int] | None:
    """What a finished game adds to each seat's sum; None where a game counts nothing."""
    return game.tally(state) if isinstance(game, Series) else None


def lowest_tally_wins(game: Game[Any]) -> bool:
    """Whether the lowest sum is the best."""
    return not isinstance(game, Series) or game.lowest_tally_wins
