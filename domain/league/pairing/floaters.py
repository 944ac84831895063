"""The fewest floaters of the lowest scores (C6, C7), where more than one must float: a cheapest pairing.

Where a bracket alone does not tell (C4), all who are left are paired off, and whoever meets somebody from outside the
bracket costs as a floater does. With two brackets looked at, the floaters of the first are those that leave the fewest
of the lowest scores to the second as well (C8).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from domain.league.pairing.bracket import Player, Players
from domain.league.pairing.matching import cheapest_perfect, cheapest_with_leaving


class Remaining:
    """All who are left to be paired: a bracket's moved down and residents, perhaps the following group, all below.

    Players and brackets are numbered in this order, from 0; those below are in no bracket, which has the last number.
    `gets_bye` tells who may have the bye. Of equally cheap floaters the lowest ranked are found.
    """

    def __init__(
        self, moved: Players, groups: Sequence[Players], below: Sequence[Player], gets_bye: Callable[[Player], bool]
    ) -> None:
        self._moved = len(moved)
        self._brackets = [(*moved, *groups[0])]
        for group in groups[1:]:
            self._brackets.append((*self._brackets[-1], *group))
        self._all = (*self._brackets[-1], *below)
        self._from = [number for number, group in enumerate((self._brackets[0], *groups[1:], below)) for _ in group]
        self._outside = len(self._brackets)
        self._costs = _float_costs(self._brackets)
        self._gets_bye = gets_bye

    def floaters_within(self) -> list[Players]:
        """The floaters of each bracket, those below not being looked at: each may leave at the cost of floating."""
        size = len(self._brackets[-1])
        pairs = {pair: cost for pair, cost in self._meetings(size).items() if self._meet_in(pair[1]) < self._outside}
        return self._floating_at(
            cheapest_with_leaving(pairs, [self._floating(at, self._outside) for at in range(size)])
        )

    def floaters(self) -> list[Players]:
        """The floaters of each bracket, all who are left being paired off."""
        size = len(self._all)
        pairs = self._meetings(size)
        if size % 2:
            byes = (at for at, player in enumerate(self._all) if self._gets_bye(player))
            pairs |= {(at, size): self._floating(at, self._outside) for at in byes}
        least = cheapest_perfect(pairs, size + size % 2)
        assert least is not None, "all may float while the rest can be paired"
        return self._floating_at(least)

    def _meetings(self, size: int) -> dict[tuple[int, int], int]:
        """What it costs that two of the first players meet, as far up as they can."""
        return {
            (high, low): self._floating(high, self._meet_in(low)) + self._floating(low, self._meet_in(low))
            for high, low in combinations(range(size), 2)
            if self._all[high].fits(self._all[low])
        }

    def _meet_in(self, low: int) -> int:
        """The first bracket in which somebody meets a higher ranked: no two who were moved down meet (3.3)."""
        return self._from[low] if low >= self._moved else self._outside

    def _floating(self, at: int, bracket: int) -> int:
        """What it costs that somebody floats down to a bracket."""
        return sum(self._costs[number][at] for number in range(self._from[at], bracket))

    def _floating_at(self, total: int) -> list[Players]:
        """Those of each bracket who float in a pairing that costs so much altogether."""
        floaters = []
        for bracket in reversed(self._brackets):
            last = len(bracket) - 1
            floaters.append(tuple(player for at, player in enumerate(bracket) if total >> (last - at) & 1))
            total >>= len(bracket)
        return floaters[::-1]


def _float_costs(brackets: Sequence[Players]) -> list[list[int]]:
    """What each costs as a floater of each bracket: one of the number, and one of its score, the highest weighing most;
    below that a bit of its own, by which those who float can be read off a sum of costs.

    The number and scores of the first bracket weigh most, then those of the next; then the bits of the first.
    """
    costs: list[list[int]] = [[] for _ in brackets]
    shift = 0
    for own, players in zip(reversed(costs), reversed(brackets)):
        own += [1 << shift + len(players) - 1 - at for at in range(len(players))]
        shift += len(players)
    for number, players in reversed(list(enumerate(brackets))):
        scores = sorted({player.score for player in players})
        width = len(players).bit_length()
        for at, player in enumerate(players):
            costs[number][at] |= 1 << shift + width * len(scores) | 1 << shift + width * scores.index(player.score)
        shift += width * (len(scores) + 1)
    return costs
