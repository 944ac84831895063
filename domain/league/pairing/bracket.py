"""One bracket of the Dutch system: a scoregroup and those who were moved down to it.

A bracket is paired in two ways that agree. `perfect` goes through the candidates in the order of the rules, with the
pairs alone that fail no criterion more than any pairing must, and takes the first that is complete: nearly every
large bracket ends there. `best` weighs all pairs and finds the least failure, then the first candidate that has it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice

import msgspec

from domain.league.pairing import colours
from domain.league.pairing.card import Float
from domain.league.pairing.colours import ABSOLUTE, STRONG, Preference
from domain.league.pairing.matching import cheapest_assignment, cheapest_perfect, first_matching

MOST_EXCHANGES = 5000
"""How many exchanges between the halves of a bracket are tried before any pairing of the least failure is taken."""


class Player(msgspec.Struct, frozen=True, eq=False):
    """An entrant as brackets see it: ranked by score, then by pairing number (1.2)."""

    number: int
    score: Fraction
    met: Mapping[int, int]
    preference: Preference
    floats: tuple[Float, Float]
    unplayed: int
    topscorer: bool = False

    def fits(self, other: Player) -> bool:
        """Whether the two may meet at all (C1, C3)."""
        if other.number in self.met:
            return False
        mine, theirs = self.preference, other.preference
        if mine.strength == theirs.strength == ABSOLUTE and mine.seat == theirs.seat:
            return self.topscorer or other.topscorer
        return True


class Paired(msgspec.Struct, frozen=True):
    """How a bracket was paired: pairs, the higher ranked first, and those who float down."""

    pairs: tuple[tuple[Player, Player], ...]
    floaters: tuple[Player, ...]


class Bracket(msgspec.Struct, frozen=True):
    """Those moved down and the residents, both in ranking order, and what may float down.

    `may_float(floaters)` tells whether C4, C5, C8 and C9 are fulfilled as well as they can be at best;
    `float_sets()` lists the sets of floaters that fulfil C4 to C9 best, all of one size.
    """

    moved: tuple[Player, ...]
    residents: tuple[Player, ...]
    may_float: Callable[[tuple[Player, ...]], bool]
    float_sets: Callable[[], list[tuple[Player, ...]]]

    def pair(self) -> Paired:
        """The pairing that the rules prescribe."""
        return perfect(self) or best(self)


# ---- the first candidate that is perfect


def perfect(bracket: Bracket) -> Paired | None:
    """The first candidate in which every criterion fails as little as counting allows; None if it is not found here."""
    wanted = _Ideal(bracket)
    chosen = first_matching(
        [
            [index for index, resident in enumerate(bracket.residents) if wanted.pair(moved, resident)]
            for moved in bracket.moved
        ]
    )
    if chosen is None:
        return None
    rest = [resident for index, resident in enumerate(bracket.residents) if index not in chosen]
    upper, lower = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    choices = [[index for index, low in enumerate(lower) if wanted.pair(high, low)] for high in upper]
    pairs = [(moved, bracket.residents[index]) for moved, index in zip(bracket.moved, chosen)]
    if len(rest) % 2 == 0:
        columns = first_matching(choices) if bracket.may_float(()) else None
        return None if columns is None else Paired((*pairs, *_zipped(upper, lower, columns)), ())
    floaters = [index for index, low in enumerate(lower) if wanted.floater(low)]
    while floaters:
        columns = first_matching([*choices, floaters])
        if columns is None:
            return None
        floater = lower[columns[-1]]
        if bracket.may_float((floater,)):
            return Paired((*pairs, *_zipped(upper, lower, columns)), (floater,))
        floaters.remove(columns[-1])
    return None


def _zipped(upper: Sequence[Player], lower: Sequence[Player], columns: Sequence[int]) -> list[tuple[Player, Player]]:
    return [(high, lower[column]) for high, column in zip(upper, columns)]


class _Ideal:
    """Which pairs and floaters a candidate may have that fails no more than the numbers in the bracket force it to.

    Where more than half are due the same seat, so that pairs of two such must be made, nobody else may meet but one
    of those (C12); and in such pairs two who are due it strongly meet only if there are too few who are not (C13).
    """

    def __init__(self, bracket: Bracket) -> None:
        players = (*bracket.moved, *bracket.residents)
        due = [sum(player.preference.seat == seat for player in players) for seat in (0, 1)]
        self._seat = 0 if due[0] >= due[1] else 1
        surplus = due[self._seat] - (len(players) - due[self._seat])
        self._forced = surplus // 2 if surplus > 1 else 0
        mild = sum(self._due(player) and player.preference.strength < STRONG for player in players)
        self._mild_suffice = mild >= self._forced

    def _due(self, player: Player) -> bool:
        return player.preference.seat == self._seat

    def pair(self, higher: Player, lower: Player) -> bool:
        """Whether the pair is legal, fails no criterion without need, and repeats no upfloat (C15, C17)."""
        if not higher.fits(lower):
            return False
        if higher.score > lower.score and "up" in lower.floats:
            return False
        mine, theirs = higher.preference, lower.preference
        if not self._forced:
            return not colours.collide(mine, theirs)
        if not self._due(higher) and not self._due(lower):
            return False
        strong = (mine.strength >= STRONG) + (theirs.strength >= STRONG)
        if self._due(higher) and self._due(lower):
            return strong == 1 or (strong == 0 if self._mild_suffice else self._both_merely_strong(mine, theirs))
        due = mine if self._due(higher) else theirs
        return self._mild_suffice or due.strength >= STRONG

    @staticmethod
    def _both_merely_strong(mine: Preference, theirs: Preference) -> bool:
        return min(mine.strength, theirs.strength) >= STRONG and not mine.strength == theirs.strength == ABSOLUTE

    def floater(self, player: Player) -> bool:
        """Whether the resident may float without need of a repeated downfloat (C14, C16)."""
        if "down" in player.floats:
            return False
        if not self._forced:
            return True
        return self._due(player) and (self._mild_suffice or player.preference.strength >= STRONG)


# ---- the least failure, and the first candidate that has it


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
        return self._number([*colours.failures(higher.preference, lower.preference), *repeated])

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
        """The least cost of pairing off these players but the floaters of one of the sets; None if it cannot be."""
        if len(sets) > 1 and all(len(chosen) == 1 for chosen in sets):
            return self._least_with_one(nodes, [next(iter(chosen)) for chosen in sets])
        totals = [self._least_without(nodes, chosen) for chosen in sets if chosen <= set(nodes)]
        return min((total for total in totals if total is not None), default=None)

    def _least_without(self, nodes: Collection[int], floaters: frozenset[int]) -> int | None:
        rest = sorted(set(nodes) - floaters)
        place = {node: index for index, node in enumerate(rest)}
        costs = {(place[a], place[b]): cost for (a, b), cost in self.costs.items() if a in place and b in place}
        paired = cheapest_perfect(costs, len(rest))
        return None if paired is None else paired + sum(self.float_costs[floater] for floater in floaters)

    def _least_with_one(self, nodes: Collection[int], floaters: Sequence[int]) -> int | None:
        """One node more stands for floating down."""
        rest = sorted(nodes)
        place = {node: index for index, node in enumerate(rest)}
        costs = {(place[a], place[b]): cost for (a, b), cost in self.costs.items() if a in place and b in place}
        costs |= {(place[node], len(rest)): self.float_costs[node] for node in floaters if node in place}
        return cheapest_perfect(costs, len(rest) + 1)

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
        raise AssertionError("no exchange gives the least failure")

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
