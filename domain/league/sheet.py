"""A sheet: what an entrant has behind it in a stage, round by round. Standings and pairing read nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

HALF = Fraction(1, 2)


class Entry(msgspec.Struct, frozen=True):
    """A line of a sheet: the round, the points that it brought, and the number of the table (None: there was none)."""

    round: int
    points: Fraction
    table: int | None = None


class Game(Entry, frozen=True, kw_only=True):
    """A game that somebody played: in which seat, against whom, and the place among those who played.

    `against` maps each opponent to 1 if it came behind, 1/2 if level, 0 if ahead; `tally` is one's own, `best` the
    best of those who played, whoever won (None where nobody counted).
    """

    seat: int
    place: int | None
    shared: bool
    against: Mapping[str, Fraction]
    tally: int | None = None
    best: int | None = None


class Rest(Entry, frozen=True, kw_only=True):
    """A round or table without a game: `bye`, `walkover` (the others forfeited), `forfeit`, `void`, `absent`; in other
    programs' tournaments also `requested`, a bye that somebody asked for.

    `against` are those whom one was to meet, where somebody forfeited.
    """

    cause: str
    against: tuple[str, ...] = ()


class Sheet(msgspec.Struct, frozen=True):
    """One entrant's games and rests in the order of rounds, and all its points; `start` are those of the stage before,
    and the organiser's."""

    entrant: str
    games: tuple[Game, ...]
    rests: tuple[Rest, ...]
    start: Fraction
    points: Fraction

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Games and rests."""
        return (*self.games, *self.rests)

    def before(self, number: int) -> Fraction:
        """The points before a round."""
        return sum((entry.points for entry in self.entries if entry.round < number), self.start)
