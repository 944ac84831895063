"""Small tournaments told by their results, for tests of standings: every round is paired by the organiser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.league import actions as a
from domain.league.standings import standings
from domain.league.state import Line, Stage
from tests.domain.league.running import BECAUSE, Running

STAGE = "L/1/A/1"


class ByHand:
    """A Swiss stage of one division. A table is told as "e1>e2=e3": who came before whom, and who was level.

    Entrants sit in the order of their numbers, which are their pairing numbers too. A round is a list of tables, each
    with the tallies, if there are any.
    """

    def __init__(self, entrants: int, rounds: int, *, seats: int = 2, **plan: Any) -> None:
        self.running = Running(
            {
                "seats": seats,
                "fewest": 2,
                "divisions": [{"name": "A", "size": entrants}],
                "stages": [{"kind": "swiss", "rounds": rounds}],
                **plan,
            }
        )
        self.running.start(entrants, [1000 - number for number in range(entrants)])
        self.running.step()

    @property
    def stage(self) -> Stage:
        return self.running.league.stage(STAGE)

    def seat(self, *tables: str) -> None:
        """Open a round with these tables."""
        rows = tuple(_seats(table) for table in tables)
        self.running.organiser(a.PairByHand(STAGE, len(self.stage.rounds) + 1, rows, BECAUSE))

    def finish(self, table: str, tally: Mapping[str, int] | None = None) -> None:
        """Report what came of the table of the open round at which these sit."""
        places = _places(table)
        self.running.service(a.Report(STAGE, self.number(table), "over", places, tally=dict(tally) if tally else None))

    def number(self, table: str) -> int:
        """The number of the table of the last round at which these sit."""
        played = self.stage.rounds[-1]
        return next(own.number for own in self.stage.tables_of(played) if own.seats == _seats(table))

    def close(self) -> None:
        """Close the round."""
        self.running.service(a.CloseRound(STAGE))

    def round(self, *tables: str, tallies: Sequence[Mapping[str, int]] = ()) -> None:
        """A whole round."""
        self.seat(*tables)
        for table, tally in zip(tables, tallies or [None] * len(tables), strict=True):
            self.finish(table, tally)
        self.close()

    def end(self) -> tuple[Line, ...]:
        """Close the stage; its standings."""
        self.running.service(a.CloseStage(STAGE))
        return self.stage.standings

    def now(self) -> tuple[Line, ...]:
        """The standings as they are, without lots."""
        return standings(self.running.league, self.stage)


def _seats(table: str) -> tuple[str, ...]:
    return tuple(sorted(table.replace("=", ">").split(">"), key=lambda entrant: int(entrant[1:])))


def _places(table: str) -> dict[str, int]:
    places: dict[str, int] = {}
    for group in table.split(">"):
        level = group.split("=")
        places |= dict.fromkeys(level, len(places) + 1)
    return places


def ranks(lines: Sequence[Line]) -> list[tuple[int, str]]:
    """Rank and entrant of every line."""
    return [(line.rank, line.entrant) for line in lines]


def column(lines: Sequence[Line], name: str) -> dict[str, Any]:
    """A tie-break's value by entrant."""
    return {line.entrant: value.value for line in lines for value in line.values if value.name == name}
