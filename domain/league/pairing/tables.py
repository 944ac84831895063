"""Swiss rounds at tables of three and more.

(LG-SW-1) As few repeated meetings as possible; (LG-SW-2) then scores at a table as close as possible; (LG-SW-3) then
starting positions as even as possible. The first two are searched: from tables in order of score on, two entrants
are exchanged as long as it is for the better; then some are exchanged at random, and the search goes on. In a field of
up to `PROVED` entrants it goes through all that could be better, so that the result is the best there is. The third
is solved exactly for each table. Lots decide what is equal: the same cards and lots give the same round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import lcm

import msgspec

from domain.contract.chance import Stream, joined
from domain.league.pairing.card import Card, Unpairable
from domain.league.pairing.matching import cheapest_assignment, first_matching

PROVED = 12
"""So many entrants at most are paired as well as can be for certain."""

EFFORT = 40_000
"""How many exchanges are looked at, about, once no single one is for the better."""


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
    playing = [card for card in ranked if card not in byes]
    search = _Search(_costs(playing), table_sizes, Stream(joined("league/tables", *lots)))
    search.improve()
    found = [[playing[index] for index in sorted(table)] for table in sorted(search.tables, key=min)]
    return TablesRound(
        tuple(_seated(table, drawn) for table in found),
        tuple(card.number for card in byes),
        sum(meetings(table) for table in found),
    )


def meetings(table: Sequence[Card]) -> int:
    """How many earlier meetings of its entrants a table repeats, each as often as it happened."""
    return sum(one.met.get(other.number, 0) for one, other in combinations(table, 2))


Costs = list[list[int]]


def _costs(cards: Sequence[Card]) -> Costs:
    """What it costs that two sit together: the square of their difference, and far more for every earlier meeting."""
    scale = lcm(*(card.score.denominator for card in cards))
    scores = [int(card.score * scale) for card in cards]
    widest = max(scores, default=0) - min(scores, default=0)
    repeat = 1 + (len(cards) * widest) ** 2
    return [
        [one.met.get(other.number, 0) * repeat + (own - its) ** 2 for other, its in zip(cards, scores)]
        for one, own in zip(cards, scores)
    ]


class _Search:
    """Tables under improvement. Entrants are numbered by rank; `tables` are the best found so far."""

    def __init__(self, costs: Costs, sizes: Sequence[int], rng: Stream) -> None:
        self._costs, self._sizes, self._rng = costs, sizes, rng
        rest = iter(range(len(costs)))
        self.tables = [[next(rest) for _ in range(size)] for size in sizes]
        self.cost = self._cost(self.tables)

    def _cost(self, tables: Sequence[Sequence[int]]) -> int:
        return sum(self._costs[one][other] for table in tables for one, other in combinations(table, 2))

    def improve(self) -> None:
        """Search until nothing repeated or apart is left, all has been looked at, or the effort is spent."""
        self._keep(self._descended(self.tables))
        entrants = len(self._costs)
        for _ in range(EFFORT // max(1, entrants**2)):
            if not self.cost or len(self.tables) < 2:
                return
            self._keep(self._descended(self._shaken()))
        if entrants <= PROVED:
            for tables in self._better([], range(entrants), self._sizes, 0):
                self._keep(tables)

    def _keep(self, tables: list[list[int]]) -> None:
        cost = self._cost(tables)
        if cost < self.cost:
            self.tables, self.cost = tables, cost

    def _shaken(self) -> list[list[int]]:
        """The best tables with some entrants exchanged."""
        tables = [list(table) for table in self.tables]
        for _ in range(2):
            one, other = self._rng.shuffled(range(len(tables)))[:2]
            at, to = self._rng.below(len(tables[one])), self._rng.below(len(tables[other]))
            tables[one][at], tables[other][to] = tables[other][to], tables[one][at]
        return tables

    def _descended(self, tables: Sequence[Sequence[int]]) -> list[list[int]]:
        """Exchange two entrants as long as it is for the better."""
        costs, entrants = self._costs, len(self._costs)
        sits = [0] * entrants
        for number, table in enumerate(tables):
            for entrant in table:
                sits[entrant] = number
        at_table = [[sum(own[other] for other in table) for table in tables] for own in costs]
        changed = True
        while changed:
            changed = False
            for one, other in combinations(range(entrants), 2):
                here, there = sits[one], sits[other]
                mine, theirs = at_table[one], at_table[other]
                saved = mine[here] + theirs[there] - mine[there] - theirs[here] + 2 * costs[one][other]
                if here != there and saved > 0:
                    changed = True
                    sits[one], sits[other] = there, here
                    for sums, own in zip(at_table, costs):
                        by = own[other] - own[one]
                        sums[here] += by
                        sums[there] -= by
        return [[entrant for entrant in range(entrants) if sits[entrant] == number] for number in range(len(tables))]

    def _better(
        self, tables: list[list[int]], left: Sequence[int], sizes: Sequence[int], cost: int
    ) -> Iterator[list[list[int]]]:
        """All ways to fill the tables that cost less than the best found so far."""
        if not left:
            yield tables
            return
        first, *others = left
        for size in sorted(set(sizes)):
            smaller = list(sizes)
            smaller.remove(size)
            for mates in combinations(others, size - 1):
                table = [first, *mates]
                more = cost + self._cost([table])
                if more < self.cost:
                    rest = [entrant for entrant in others if entrant not in mates]
                    yield from self._better([*tables, table], rest, smaller, more)


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
