"""A bracket of the Dutch system whose pairing must fail some criterion: the least failure, as one number.

The failures of C10 to C21 are the digits of a cost, C10 the first; so the cheapest pairing is the best one. Then, in
the order in which the rules go through candidates, each choice is made that still leaves that cost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice

from domain.league.pairing import colours
from domain.league.pairing.bracket import Bracket, Paired, Player
from domain.league.pairing.matching import cheapest_assignment, cheapest_perfect, first_matching

MOST_EXCHANGES = 500
"""How many exchanges between the halves of a bracket are tried before any pairing of the least failure is taken."""


def best(bracket: Bracket) -> Paired:
    """The first candidate with the least failure, criteria in their order (3.8)."""
    return _Weighed(bracket).first()


class _Weighed:
    """A bracket with the cost of every pair and floater: how they fail C10 to C21, as one number, C10 weighing most.

    Players are numbered in ranking order. Two who were moved down are no pair (3.3).
    """

    def __init__(self, bracket: Bracket) -> None:
        self.players = (*bracket.moved, *bracket.residents)
        self.moved = len(bracket.moved)
        number = {player.number: index for index, player in enumerate(self.players)}
        self.sets = [frozenset(number[player.number] for player in chosen) for chosen in bracket.float_sets()]
        scores = sorted({player.score for player in bracket.moved}, reverse=True)
        self._levels = {score: level for level, score in enumerate(scores)}
        self.costs = {
            (high, low): self._pair_cost(self.players[high], self.players[low])
            for low in range(self.moved, len(self.players))
            for high in range(low)
            if self.players[high].fits(self.players[low])
        }
        self.float_costs = [self._float_cost(player) for player in self.players]

    def _pair_cost(self, higher: Player, lower: Player) -> int:
        moved = higher.score > lower.score
        last, before = (int(moved and lower.floats[back] == "up") for back in (0, 1))
        level = self._level(higher)
        repeated = [0, last, 0, before, *self._none(), *self._at(level, last), *self._none(), *self._at(level, before)]
        return self._number([*colours.failures(higher.seats, lower.seats), *repeated])

    def _float_cost(self, player: Player) -> int:
        moved = player.score > self.players[-1].score
        last, before = (int(player.floats[back] == "down") for back in (0, 1))
        level = self._level(player)
        repeated = [int(last and not moved), 0, int(before and not moved), 0]
        scores = [*self._at(level, last), *self._none(), *self._at(level, before), *self._none()]
        return self._number([0, 0, 0, 0, *repeated, *scores])

    def _level(self, player: Player) -> int | None:
        return self._levels.get(player.score)

    def _none(self) -> list[int]:
        return [0] * len(self._levels)

    def _at(self, level: int | None, value: int) -> list[int]:
        return [value if at == level else 0 for at in range(len(self._levels))]

    def _number(self, failures: Sequence[int]) -> int:
        total = 0
        for failure in failures:
            total = total * (len(self.players) + 1) + failure
        return total

    def least(self, nodes: Collection[int], sets: Sequence[frozenset[int]]) -> int | None:
        """The least cost of pairing off these players but the floaters of one of the sets; None if it cannot be.

        The sets are of one size. Mostly the cheapest of all who stand in any set are one of them.
        """
        sets = [chosen for chosen in sets if chosen <= set(nodes)]
        if len(sets) < 2:
            return self._least_without(nodes, sets[0]) if sets else None
        bound = self._least_with_any(nodes, sets)
        if bound is None or bound[1] in sets:
            return None if bound is None else bound[0]
        least: int | None = None
        for chosen in sets:
            total = self._least_without(nodes, chosen)
            if total == bound[0]:
                return total
            least = total if least is None or (total is not None and total < least) else least
        return least

    def _least_without(self, nodes: Collection[int], floaters: frozenset[int]) -> int | None:
        rest = sorted(set(nodes) - floaters)
        paired = cheapest_perfect(self._costs_among(rest), len(rest))
        return None if paired is None else paired + sum(self.float_costs[floater] for floater in floaters)

    def _least_with_any(
        self, nodes: Collection[int], sets: Sequence[frozenset[int]]
    ) -> tuple[int, frozenset[int]] | None:
        """The least cost if as many float as are in a set, whoever stands in any; and who they are.

        One node more stands for each place among the floaters. Everybody has a bit below the costs, by which those who
        float can be read off a sum.
        """
        rest, width = sorted(nodes), len(nodes)
        costs = {pair: cost << width for pair, cost in self._costs_among(rest).items()}
        floating = frozenset.union(*sets)
        for way in range(width, width + len(sets[0])):
            costs |= {
                (at, way): self.float_costs[node] << width | 1 << at for at, node in enumerate(rest) if node in floating
            }
        found = cheapest_perfect(costs, width + len(sets[0]))
        if found is None:
            return None
        return found >> width, frozenset(node for at, node in enumerate(rest) if found >> at & 1)

    def _costs_among(self, rest: Sequence[int]) -> dict[tuple[int, int], int]:
        """What it costs that two of these meet, by their places in the row."""
        place = {node: index for index, node in enumerate(rest)}
        return {(place[a], place[b]): cost for (a, b), cost in self.costs.items() if a in place and b in place}

    def first(self) -> Paired:
        """The first candidate of the least cost in the order of the rules (3.6, 3.7, 4.2 to 4.4)."""
        nodes = set(range(len(self.players)))
        target = self.least(nodes, self.sets)
        assert target is not None, "the sets of floaters leave a pairing"
        sets = self._first_moved(nodes, target)
        pairs: list[tuple[int, int]] = []
        for high in range(self.moved):
            if high in frozenset.union(*sets):
                continue
            low = self._first_opponent(high, nodes, sets, target)
            target -= self.costs[high, low]
            nodes -= {high, low}
            pairs.append((high, low))
        limbo = {node for node in nodes if node < self.moved}
        target -= sum(self.float_costs[node] for node in limbo)
        left = [chosen - limbo for chosen in sets]
        remainder, floaters = self._first_remainder(sorted(nodes - limbo), left, target)
        return Paired(
            tuple((self.players[a], self.players[b]) for a, b in (*pairs, *remainder)),
            tuple(self.players[node] for node in sorted(limbo | floaters)),
        )

    def _first_moved(self, nodes: Collection[int], target: int) -> list[frozenset[int]]:
        """The sets of floaters that leave the first set of moved-down players to be paired (4.4)."""
        by_limbo: dict[frozenset[int], list[frozenset[int]]] = {}
        for chosen in self.sets:
            by_limbo.setdefault(frozenset(node for node in chosen if node < self.moved), []).append(chosen)
        order = sorted(by_limbo, key=lambda limbo: [node for node in range(self.moved) if node not in limbo])
        return next(by_limbo[limbo] for limbo in order if self.least(nodes, by_limbo[limbo]) == target)

    def _first_opponent(self, high: int, nodes: set[int], sets: Sequence[frozenset[int]], target: int) -> int:
        for low in range(self.moved, len(self.players)):
            cost = self.costs.get((high, low))
            if cost is None or low not in nodes:
                continue
            viable = [chosen for chosen in sets if low not in chosen]
            if viable and self.least(nodes - {high, low}, viable) == target - cost:
                return low
        raise AssertionError("some opponent leaves the least failure")

    def _first_remainder(
        self, nodes: Sequence[int], sets: Sequence[frozenset[int]], target: int
    ) -> tuple[list[tuple[int, int]], set[int]]:
        """The first pairing of residents by transposition, then by exchange (3.6)."""
        sets = [chosen for chosen in sets if chosen <= set(nodes)]
        pairs = (len(nodes) - len(sets[0])) // 2
        halves = islice(_exchanges(nodes[:pairs], nodes[pairs:]), MOST_EXCHANGES)
        for upper, lower in halves:
            found = [self._transposition(upper, lower, chosen, target) for chosen in self._float_rows(sets)]
            columns = min((columns for columns in found if columns is not None), default=None)
            if columns is not None:
                matched = [(min(a, lower[c]), max(a, lower[c])) for a, c in zip(upper, columns)]
                return matched, {lower[column] for column in columns[len(upper) :]}
        return self._some_remainder(set(nodes), sets, target)

    def _some_remainder(
        self, nodes: set[int], sets: Sequence[frozenset[int]], target: int
    ) -> tuple[list[tuple[int, int]], set[int]]:
        """A pairing of the least failure in which everybody in turn has the highest ranked opponent it can have."""
        pairs: list[tuple[int, int]] = []
        floaters: set[int] = set()
        while nodes:
            high = min(nodes)
            low = self._some_opponent(high, nodes, sets, target)
            if low is None:
                floaters.add(high)
                sets = [chosen - {high} for chosen in sets if high in chosen]
                target -= self.float_costs[high]
                nodes = nodes - {high}
            else:
                pairs.append((high, low))
                sets = [chosen for chosen in sets if not chosen & {high, low}]
                target -= self.costs[high, low]
                nodes = nodes - {high, low}
        return pairs, floaters

    def _some_opponent(self, high: int, nodes: set[int], sets: Sequence[frozenset[int]], target: int) -> int | None:
        for low in sorted(nodes - {high}):
            viable = [chosen for chosen in sets if not chosen & {high, low}]
            cost = self.costs.get((high, low))
            if cost is not None and viable and self.least(nodes - {high, low}, viable) == target - cost:
                return low
        return None

    @staticmethod
    def _float_rows(sets: Sequence[frozenset[int]]) -> list[list[list[int]]]:
        """Who each of the floating places may take: one place of any that float alone, else the places of each set."""
        if all(len(chosen) == 1 for chosen in sets):
            return [[sorted(node for chosen in sets for node in chosen)]]
        return [[[node] for node in sorted(chosen)] for chosen in sorted(sets, key=sorted)]

    def _transposition(
        self, upper: Sequence[int], lower: Sequence[int], floating: Sequence[Sequence[int]], target: int
    ) -> list[int] | None:
        rows = [[self.costs.get((min(a, b), max(a, b))) for b in lower] for a in upper]
        rows += [[self.float_costs[b] if b in places else None for b in lower] for places in floating]
        if len(rows) != len(lower):
            return None
        found = cheapest_assignment(rows)
        return first_matching(found[1]) if found is not None and found[0] == target else None


def _exchanges(upper: Sequence[int], lower: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """The halves as they are, then after each exchange of residents, in order (4.3).

    The numbers that the order goes by count within the remainder (4.1).
    """
    players = [*upper, *lower]
    high, low = range(len(upper)), range(len(upper), len(players))
    yield list(upper), list(lower)
    for count in range(1, min(len(upper), len(lower)) + 1):
        swaps = [(down, up) for down in combinations(high, count) for up in combinations(low, count)]
        swaps.sort(key=lambda swap: (sum(swap[1]) - sum(swap[0]), [-at for at in reversed(swap[0])], swap[1]))
        for down, up in swaps:
            yield (
                [players[at] for at in sorted({*high} - {*down} | {*up})],
                [players[at] for at in sorted({*low} - {*up} | {*down})],
            )
