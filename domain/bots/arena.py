"""Matches of AI levels: who sits where, what the games come to, and when that is enough to know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, log10, sqrt

import msgspec

from domain.contract.game import Outcome

SHOWN, SURE = 1.96, 2.58
"""Deviations: of the intervals that are shown (95 %), and of those by which a match is stopped (99 %), because it is
asked again and again whether it can be."""

FEWEST = 20
"""A match is not stopped before so many games."""


class Match(msgspec.Struct, frozen=True):
    """One level at one seat against another at all others, or together where all seats play together."""

    seats: int
    level: str
    against: str
    together: bool = False

    def levels(self, number: int) -> dict[str, str]:
        """Seat -> level in a game."""
        own = self.own(number)
        return {seat: self.level if seat in own else self.against for seat in self._ids}

    def own(self, number: int) -> Sequence[str]:
        """The seats of the first level in a game: one, which goes round the table, or all that play together."""
        return self._ids if self.together else [self._ids[number % self.seats]]

    @property
    def _ids(self) -> Sequence[str]:
        return [f"s{n}" for n in range(1, self.seats + 1)]

    def deal(self, number: int) -> int:
        """The number of the deal: games in which the seats alone have changed are played with the same luck."""
        return number if self.together else number // self.seats

    def won(self, number: int, outcome: Outcome | None) -> bool:
        """Whether the first level won; a game without an end is lost."""
        if outcome is None:
            return False
        if outcome.places is None:
            return bool(outcome.won)
        return outcome.places[f"s{number % self.seats + 1}"] == 1


class Tally(msgspec.Struct, frozen=True):
    """Games played and won."""

    games: int
    won: int

    @property
    def share(self) -> float:
        """The share of the games that were won."""
        return self.won / self.games if self.games else 0.0

    def interval(self, deviations: float = SHOWN) -> tuple[float, float]:
        """Wilson's interval of the share."""
        if not self.games:
            return 0.0, 1.0
        square = deviations**2
        centre = (self.share + square / 2 / self.games) / (1 + square / self.games)
        half = deviations * sqrt(self.share * (1 - self.share) / self.games + square / 4 / self.games**2)
        half /= 1 + square / self.games
        return max(0.0, centre - half), min(1.0, centre + half)

    def clears(self, bar: float) -> bool | None:
        """Whether the share is surely above the bar, or surely below it; None while that is not known."""
        low, high = self.interval(SURE)
        if self.games < FEWEST or low <= bar <= high:
            return None
        return low > bar


def tally(won: Iterable[bool]) -> Tally:
    """Of the games so far."""
    games = list(won)
    return Tally(len(games), sum(games))


def elo(share: float, seats: int = 2) -> float:
    """By how many points a level is stronger that wins this share of its games, alone against equals."""
    if share in (0, 1):
        return inf if share else -inf
    return 400 * log10(share * (seats - 1) / (1 - share))


def shown_share(tally: Tally) -> str:
    """The share of games won, with its interval."""
    low, high = tally.interval()
    return f"{100 * tally.share:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {tally.games}"


def shown_elo(tally: Tally, seats: int) -> str:
    """The difference in Elo that the share means where a level plays alone against others, with its interval."""
    points = (elo(share, seats) for share in (tally.share, *tally.interval()))
    return "{:+.0f} ({:+.0f} to {:+.0f})".format(*points)
