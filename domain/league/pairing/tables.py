"""Swiss rounds at tables of three and more.

(LG-SW-1) As few repeated meetings as possible; (LG-SW-2) then scores at a table as close as possible; (LG-SW-3) then
starting positions as even as possible. The first two are searched: from tables in order of score on, one entrant
of each of some neighbouring tables is taken away and all are given back as is best, which an assignment finds exactly.
The third is solved exactly for each table. Lots decide what is equal, so that the same
cards and lots give the same round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import lcm

import msgspec

from domain.chance import Stream, joined
from domain.league.pairing.card import Card, Unpairable
from domain.league.pairing.matching import cheapest_assignment, first_matching

MOST_SEARCHES = 400
"""How often entrants are taken away and given back to repeat fewer meetings."""

SWEEPS = 3
"""How often it is done from the first table to the last to bring scores closer."""

NEIGHBOURS = 8
"""How many tables take part each time."""


class TablesRound(msgspec.Struct, frozen=True):
    """A round: pairing numbers at each table in seat order; who has a bye; and how many meetings are repeated."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    repeated: int


def sizes(entrants: int, seats: int, fewest: int) -> tuple[list[int], int]:
    """The sizes of the tables, the larger first, and how many entrants have a bye (LG-SW-4).

    As many sit as can, at as few tables, none larger than `seats`, none smaller than `fewest`, as even as possible.
    """
    for playing in range(entrants, 0, -1):
        count = -(-playing // seats)
        if playing // count >= fewest:
            larger = playing % count
            return [playing // count + (index < larger) for index in range(count)], entrants - playing
    return [], entrants


def pair(cards: Sequence[Card], seats: int, fewest: int, lots: Sequence[int]) -> TablesRound:
    """Pair a round of those who are present. `lots` are all their numbers in the order drawn for this round.

    Byes go to the lowest scores among those who had none (LG-SW-5). `Unpairable` if there are too few for a table.
    """
    table_sizes, count = sizes(len(cards), seats, fewest)
    if not table_sizes and cards:
        raise Unpairable(f"{len(cards)} are too few for a table of {fewest}")
    drawn = {number: place for place, number in enumerate(lots)}
    ranked = sorted(cards, key=lambda card: (-card.score, drawn[card.number]))
    byes = sorted(ranked, key=lambda card: (card.had_bye, card.score, -drawn[card.number]))[:count]
    search = _Search([card for card in ranked if card not in byes], table_sizes, lots)
    search.improve()
    return TablesRound(
        tuple(_seated(table, drawn) for table in search.tables),
        tuple(card.number for card in byes),
        sum(search.meetings(table) for table in search.tables),
    )


class _Search:
    """Tables under improvement. A cost counts every earlier meeting far above every difference in score."""

    def __init__(self, ranked: Sequence[Card], table_sizes: Sequence[int], lots: Sequence[int]) -> None:
        scale = lcm(*(card.score.denominator for card in ranked))
        self._score = {card.number: int(card.score * scale) for card in ranked}
        spread = max(self._score.values(), default=0) - min(self._score.values(), default=0)
        self._repeat = 1 + len(ranked) * max(table_sizes, default=0) * (1 + spread) ** 2
        self._rng = Stream(joined("league/tables", *lots))
        rest = iter(ranked)
        self.tables = [[next(rest) for _ in range(size)] for size in table_sizes]

    @staticmethod
    def meetings(table: Sequence[Card]) -> int:
        """How many earlier meetings of its entrants a table repeats, each as often as it happened."""
        return sum(one.met.get(other.number, 0) for one, other in combinations(table, 2))

    def improve(self) -> None:
        """Search until no meeting is repeated and no score can come closer, or the bound is reached."""
        for _ in range(MOST_SEARCHES):
            troubled = [index for index, table in enumerate(self.tables) if self.meetings(table)]
            if not troubled:
                break
            self._rearrange(self._around(self._rng.choice(troubled)))
        for start in list(range(0, len(self.tables), NEIGHBOURS // 2)) * SWEEPS:
            near = range(start, min(start + NEIGHBOURS, len(self.tables)))
            if any(self._spread(self.tables[index]) for index in near):
                self._rearrange(near)

    def _spread(self, table: Sequence[Card]) -> bool:
        return len({card.score for card in table}) > 1

    def _around(self, index: int) -> Sequence[int]:
        width = min(NEIGHBOURS, len(self.tables))
        start = min(max(0, index - self._rng.below(width)), len(self.tables) - width)
        return range(start, start + width)

    def _rearrange(self, near: Sequence[int]) -> None:
        """Take one entrant away from each of these tables, those who repeat meetings first, and give them back."""
        taken = [self._to_take(self.tables[index]) for index in near]
        left = [[card for card in self.tables[index] if card is not gone] for index, gone in zip(near, taken)]
        costs = [[self._joining(card, table) for table in left] for card in taken]
        found = cheapest_assignment(costs)
        assert found is not None, "everybody may join every table"
        columns = first_matching(found[1])
        assert columns is not None, "the cheapest assignment is one"
        for card, column in zip(taken, columns):
            self.tables[near[column]] = [*left[column], card]

    def _to_take(self, table: Sequence[Card]) -> Card:
        worst = max(sum(card.met.get(other.number, 0) for other in table) for card in table)
        troubled = [card for card in table if sum(card.met.get(other.number, 0) for other in table) == worst]
        return self._rng.choice(troubled)

    def _joining(self, card: Card, table: Sequence[Card]) -> int:
        repeated = sum(card.met.get(other.number, 0) for other in table)
        own = self._score[card.number]
        return repeated * self._repeat + sum((own - self._score[other.number]) ** 2 for other in table)


def _seated(table: Sequence[Card], drawn: Mapping[int, int]) -> tuple[int, ...]:
    """The table in seat order: everybody where it sat least often; lots decide who chooses first (LG-SW-3)."""
    choosing = sorted(table, key=lambda card: drawn[card.number])
    costs = [[_wear(card.seats.count(seat)) for seat in range(len(table))] for card in choosing]
    found = cheapest_assignment(costs)
    assert found is not None, "everybody may sit anywhere"
    seats = first_matching(found[1])
    assert seats is not None, "the cheapest assignment is one"
    by_seat = sorted(zip(seats, choosing), key=lambda seated: seated[0])
    return tuple(card.number for _, card in by_seat)


def _wear(times: int) -> int:
    """What sitting once more in a position costs: the square grows by this."""
    return 2 * times + 1
