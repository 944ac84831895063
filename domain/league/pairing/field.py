"""All who are to be paired by the Dutch system, and who of a bracket may float down (C4 to C9).

Where one floater or none is enough, everybody is tried. Where more must float, a matching of all who are left finds
the fewest of the lowest scores.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, groupby
from math import comb

from domain.league.pairing.bracket import Bracket, Player
from domain.league.pairing.card import Unpairable
from domain.league.pairing.matching import can_pair_off, cheapest_perfect

Players = tuple[Player, ...]
Costs = dict[tuple[int, int], int]

MOST_SETS = 500
"""How many sets of several floaters are compared by C8 to C21; of more, one that is best by C4 to C7 is taken."""


class Field:
    """All who are to be paired, by scoregroup, and what C4, C5, C8 and C9 say of who floats out of a bracket."""

    def __init__(self, players: Players, may_have_bye: set[int]) -> None:
        self.groups = [tuple(group) for _, group in groupby(players, key=lambda player: player.score)]
        self._may_have_bye = may_have_bye
        self._bye_score = self._lowest_bye(players) if len(players) % 2 else None
        if self._bye_score is None and not can_pair_off(players, Player.fits):
            raise Unpairable("the players cannot be paired off without a meeting that the rules forbid")
        self._quality: dict[tuple[int, Players], tuple[int, list[Fraction]]] = {}

    def _lowest_bye(self, players: Players) -> Fraction:
        """C5: the lowest score for which somebody can have the bye."""
        for group in reversed(self.groups):
            for player in reversed(group):
                rest = [other for other in players if other is not player]
                if player.number in self._may_have_bye and can_pair_off(rest, Player.fits):
                    return player.score
        raise Unpairable("nobody can have the bye so that the others can be paired off")

    def bracket(self, moved: Players, group: int) -> Bracket:
        """The bracket of a scoregroup and those moved down to it."""
        return Bracket(
            moved,
            self.groups[group],
            lambda floaters: self._ideal(moved, group, floaters),
            lambda: self._float_sets(moved, group),
        )

    # ---- what may float

    def _completes(self, floaters: Players, group: int) -> bool:
        """C4: whether the floaters of a group and all below it can be paired, and the bye be given as C5 wants it."""
        rest = [*floaters, *(player for below in self.groups[group + 1 :] for player in below)]
        if len(rest) % 2 == 0:
            return can_pair_off(rest, Player.fits)
        return any(
            can_pair_off([other for other in rest if other is not player], Player.fits)
            for player in reversed(rest)
            if self._gets_bye(player)
        )

    def _gets_bye(self, player: Player) -> bool:
        return player.score == self._bye_score and player.number in self._may_have_bye

    def _takes_the_bye(self, group: int, count: int) -> bool:
        """Whether the one floater of this bracket will have the bye (the note to C9)."""
        below = sum(len(players) for players in self.groups[group + 1 :])
        if self._bye_score is None or self.groups[group][0].score > self._bye_score:
            return False
        return count == 1 and below % 2 == 0

    def _ideal(self, moved: Players, group: int, floaters: Players) -> bool:
        """Whether these residents may float and no other choice could be better by C4 to C9."""
        if not self._completes(floaters, group):
            return False
        if self._takes_the_bye(group, len(floaters)):
            least = min(player.unplayed for player in self.groups[group] if self._gets_bye(player))
            return self._gets_bye(floaters[0]) and floaters[0].unplayed == least and group + 1 == len(self.groups)
        return not floaters or self._following(floaters, group) == self._ideal_following(floaters, group)

    def _ideal_following(self, floaters: Players, group: int) -> tuple[int, list[Fraction]]:
        residents = self.groups[group + 1]
        odd = (len(residents) + len(floaters)) % 2
        return odd, [residents[0].score] * odd

    def _following(self, floaters: Players, group: int) -> tuple[int, list[Fraction]]:
        """C8: how many of the following bracket must float, and of which scores, if these are moved down to it."""
        if group + 1 >= len(self.groups):
            return 0, []
        known = self._quality.get((group, floaters))
        if known is None:
            known = self._quality[group, floaters] = self._fewest(floaters, group + 1)
        return known

    def _fewest(self, moved: Players, group: int) -> tuple[int, list[Fraction]]:
        first = next(self._alone(moved, group), None)
        if first is None:
            first = self._several(moved, group)
        return len(first), _scores(first)

    def _float_sets(self, moved: Players, group: int) -> list[Players]:
        """The sets of floaters that are best by C4 to C9."""
        sets = self._best_by_scores(moved, group)
        qualities = [self._following(chosen, group) for chosen in sets]
        sets = [chosen for chosen, quality in zip(sets, qualities) if quality == min(qualities)]
        if self._takes_the_bye(group, len(sets[0])):
            least = min(chosen[0].unplayed for chosen in sets)
            sets = [chosen for chosen in sets if chosen[0].unplayed == least]
        return sets

    def _best_by_scores(self, moved: Players, group: int) -> list[Players]:
        """C4 to C7: all sets as good as the best, or that one alone where they are too many."""
        alone = list(self._alone(moved, group))
        if alone:
            return [chosen for chosen in alone if _scores(chosen) == _scores(alone[0])]
        best = self._several(moved, group)
        players = (*moved, *self.groups[group])
        if comb(len(players), len(best)) > MOST_SETS:
            return [best]
        sets = (chosen for chosen in combinations(players, len(best)) if _scores(chosen) == _scores(best))
        return [chosen for chosen in sets if self._may_float(chosen, moved, group)]

    def _alone(self, moved: Players, group: int) -> Iterator[Players]:
        """Nobody, or one, where that is enough: the lowest ranked first."""
        players = (*moved, *self.groups[group])
        sets: list[Players] = [(player,) for player in reversed(players)] if len(players) % 2 else [()]
        return (chosen for chosen in sets if self._may_float(chosen, moved, group))

    def _may_float(self, floaters: Players, moved: Players, group: int) -> bool:
        """Whether these leave the bracket and the rest to be paired; no two who were moved down meet (3.3)."""
        residents = self.groups[group]
        rest = [player for player in (*moved, *residents) if player not in floaters]
        return can_pair_off(
            rest, lambda one, other: not (one in moved and other in moved) and one.fits(other)
        ) and self._completes(floaters, group)

    def _several(self, moved: Players, group: int) -> Players:
        """The fewest floaters (C6) of the lowest scores (C7) that leave a pairing; of all such the lowest ranked."""
        players = (*moved, *self.groups[group])
        within = {
            (high, low): 0
            for low in range(len(moved), len(players))
            for high in range(low)
            if players[high].fits(players[low])
        }
        chosen = _cheapest(players, within | _leaving(players), 2 * len(players))
        return chosen if self._completes(chosen, group) else self._several_of_all(players, within, group)

    def _several_of_all(self, players: Players, within: Costs, group: int) -> Players:
        """The same where the bracket alone does not tell (C4): all who are left are paired off, and whoever of the
        bracket meets somebody from outside costs as a floater does."""
        costs = _float_costs(players)
        left = (*players, *(player for below in self.groups[group + 1 :] for player in below))
        own = [costs[at] if at < len(players) else 0 for at in range(len(left))]
        pairs = {
            (high, low): own[high] + own[low]
            for low in range(len(left))
            for high in range(low)
            if left[high].fits(left[low])
        }
        if len(left) % 2:
            pairs |= {(at, len(left)): own[at] for at, player in enumerate(left) if self._gets_bye(player)}
        return _cheapest(players, pairs | within, len(left) + len(left) % 2)


def _cheapest(players: Players, costs: Costs, size: int) -> Players:
    """Those of the first players who float in the cheapest pairing."""
    least = cheapest_perfect(costs, size)
    assert least is not None, "all may float while the rest can be paired"
    return tuple(player for at, player in enumerate(players) if least >> (len(players) - 1 - at) & 1)


def _leaving(players: Players) -> Costs:
    """A way out for everybody, at the cost of floating; the ways that are not taken pair off with each other."""
    ways = range(len(players), 2 * len(players))
    return dict(zip(zip(range(len(players)), ways), _float_costs(players))) | dict.fromkeys(combinations(ways, 2), 0)


def _float_costs(players: Players) -> list[int]:
    """What each costs as a floater: one of the number, one of its score, the highest weighing most; and a bit of its
    own, by which those who float can be read off a sum of costs."""
    scores = sorted({player.score for player in players})
    width = len(players).bit_length()
    return [
        1 << len(players) - 1 - at
        | 1 << len(players) + width * scores.index(player.score)
        | 1 << len(players) + width * len(scores)
        for at, player in enumerate(players)
    ]


def _scores(chosen: Players) -> list[Fraction]:
    return sorted((player.score for player in chosen), reverse=True)
