"""All who are to be paired by the Dutch system, and who of a bracket may float down (C4 to C9).

Where one floater or none is enough, everybody is tried. Where more must float, `floaters` finds the fewest of the
lowest scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from math import comb

from domain.league.pairing.bracket import Bracket, Player, Players
from domain.league.pairing.card import Unpairable
from domain.league.pairing.floaters import Remaining
from domain.league.pairing.pairing_off import can_pair_off

MOST_SETS = 500
"""How many sets of several floaters are compared by C8 to C21; of more, one that is best by C4 to C7 is taken."""


Quality = tuple[int, list[Fraction]]
"""How many float, and with which scores (C6, C7); the lower the better."""


class Field:
    """All who are to be paired, by scoregroup, and what C4, C5, C8 and C9 say of who floats out of a bracket."""

    def __init__(self, players: Players, may_have_bye: set[int]) -> None:
        self.groups = [tuple(group) for _, group in groupby(players, key=lambda player: player.score)]
        self._place = {player.number: at for at, player in enumerate(players)}
        self._fits = _fits(players)
        self._may_have_bye = may_have_bye
        self._bye_score = self._lowest_bye(players) if len(players) % 2 else None
        if self._bye_score is None and not self._can_pair_off(players):
            raise Unpairable("the players cannot be paired off without a meeting that the rules forbid")
        self._completed: dict[tuple[int, Players], bool] = {}
        self._followed: dict[tuple[int, Players], Players] = {}

    def _lowest_bye(self, players: Players) -> Fraction:
        """C5: the lowest score for which somebody can have the bye."""
        for player in reversed(players):
            if player.number in self._may_have_bye and self._can_pair_off(_without(players, player)):
                return player.score
        raise Unpairable("nobody can have the bye so that the others can be paired off")

    def _can_pair_off(self, players: Sequence[Player], moved: Sequence[Player] = ()) -> bool:
        """Whether all these can be paired off, no two of those moved down with each other (3.3)."""
        above = self._bits(moved)
        fits = self._fits
        if above:
            fits = [own & ~above if above >> at & 1 else own for at, own in enumerate(fits)]
        return can_pair_off(fits, self._bits(players))

    def _bits(self, players: Sequence[Player]) -> int:
        return sum(1 << self._place[player.number] for player in players)

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
        known = self._completed.get((group, floaters))
        if known is None:
            rest = (*floaters, *self._below(group))
            known = self._completed[group, floaters] = (
                any(self._can_pair_off(_without(rest, player)) for player in reversed(rest) if self._gets_bye(player))
                if len(rest) % 2
                else self._can_pair_off(rest)
            )
        return known

    def _below(self, group: int) -> list[Player]:
        return [player for below in self.groups[group + 1 :] for player in below]

    def _gets_bye(self, player: Player) -> bool:
        return player.score == self._bye_score and player.number in self._may_have_bye

    def _takes_the_bye(self, group: int, count: int) -> bool:
        """Whether the one floater of this bracket will have the bye (the note to C9)."""
        if self._bye_score is None or self.groups[group][0].score > self._bye_score:
            return False
        return count == 1 and len(self._below(group)) % 2 == 0

    def _ideal(self, moved: Players, group: int, floaters: Players) -> bool:
        """Whether these residents may float and no other choice could be better by C4 to C9."""
        if not self._completes(floaters, group):
            return False
        if self._takes_the_bye(group, len(floaters)):
            least = min(player.unplayed for player in self.groups[group] if self._gets_bye(player))
            return self._gets_bye(floaters[0]) and floaters[0].unplayed == least and group + 1 == len(self.groups)
        return not floaters or self._suits_ideally(floaters, group)

    def _float_sets(self, moved: Players, group: int) -> list[Players]:
        """The sets of floaters that are best by C4 to C9."""
        sets = self._best_by_scores(moved, group)
        if len(sets) > 1 and sets[0] and group + 1 < len(self.groups):
            sets = self._suiting(sets, moved, group)
        if self._takes_the_bye(group, len(sets[0])):
            least = min(chosen[0].unplayed for chosen in sets)
            sets = [chosen for chosen in sets if chosen[0].unplayed == least]
        return sets

    # ---- C4 to C7

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
        """Whether these leave the bracket and the rest to be paired."""
        rest = [player for player in (*moved, *self.groups[group]) if player not in floaters]
        return self._can_pair_off(rest, moved) and self._completes(floaters, group)

    def _several(self, moved: Players, group: int, brackets: int = 1) -> Players:
        """The fewest floaters (C6) of the lowest scores (C7) that leave a pairing; of all such the lowest ranked.

        With two brackets those of the first, of which the fewest float on out of the second, of the lowest scores.
        """
        end = group + brackets
        remaining = Remaining(moved, self.groups[group:end], self._below(end - 1), self._gets_bye)
        chosen = remaining.floaters_within()
        return (chosen if self._completes(chosen[-1], end - 1) else remaining.floaters())[0]

    # ---- C8

    def _suits_ideally(self, floaters: Players, group: int) -> bool:
        """C8: whether the following bracket, if these are moved down to it, needs no floater but a lowest odd one."""
        if group + 1 == len(self.groups):
            return True
        residents = self.groups[group + 1]
        odd = (len(residents) + len(floaters)) % 2
        return _quality(self._following(floaters, group)) == (odd, [residents[0].score] * odd)

    def _following(self, floaters: Players, group: int) -> Players:
        """Who floats out of the following bracket if these are moved down to it: the fewest of the lowest scores."""
        known = self._followed.get((group, floaters))
        if known is None:
            first = next(self._alone(floaters, group + 1), None)
            if first is None:
                first = self._several(floaters, group + 1)
            known = self._followed[group, floaters] = first
        return known

    def _suiting(self, sets: Sequence[Players], moved: Players, group: int) -> list[Players]:
        """C8: the sets for which fewest float out of the following bracket, of the lowest scores."""
        best = sets[0]
        if not self._suits_ideally(best, group):
            best = self._several(moved, group, brackets=2)
        wanted = _quality(self._following(best, group))
        known: list[Players] = []
        suiting = []
        for chosen in sets:
            out = self._suits(chosen, group, wanted, known)
            if out is not None:
                suiting.append(chosen)
                known += [out] if out not in known else []
        return suiting

    def _suits(self, chosen: Players, group: int, wanted: Quality, known: Sequence[Players]) -> Players | None:
        """Who floats on if these are moved down, where that is as good as wanted, and nothing is better; else None.

        Those `known` to float on after others do so after these as well, mostly.
        """
        everybody = {*chosen, *self.groups[group + 1]}
        for out in known:
            if everybody.issuperset(out) and self._may_float(out, chosen, group + 1):
                return out
        few = wanted[0] < 2
        following = next(self._alone(chosen, group + 1), None) if few else self._following(chosen, group)
        return following if following is not None and _quality(following) == wanted else None


def _fits(players: Players) -> list[int]:
    """For each the set of bits of those whom it may meet (C1, C3)."""
    fits = [0] * len(players)
    for at, player in enumerate(players):
        for before in range(at):
            if player.fits(players[before]):
                fits[at] |= 1 << before
                fits[before] |= 1 << at
    return fits


def _without(players: Sequence[Player], gone: Player) -> list[Player]:
    return [player for player in players if player is not gone]


def _quality(floaters: Players) -> Quality:
    return len(floaters), _scores(floaters)


def _scores(chosen: Players) -> list[Fraction]:
    return sorted((player.score for player in chosen), reverse=True)
