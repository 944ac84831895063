"""Swiss rounds of two-seat games, after the FIDE (Dutch) System (Handbook C.04.3, in force from 1 February 2026).

| article | here |
| --- | --- |
| 1.2 order by score, then pairing number; 1.3 scoregroups and brackets | yes |
| 1.4 floats; a bye, or points without playing, is a downfloat | yes (`card.Card.floats`) |
| 1.5 pairing-allocated bye | yes; its points are the stage's |
| 1.6, 1.7 differences and preferences, rounds without a game left out | yes (`colours`), White being seat 0 |
| 1.8 topscorers, in the last round | yes |
| C1 nobody meets twice; a forfeited game does not count as met | yes |
| C2 no second bye, none after a win without playing | yes |
| C3 no two non-topscorers with the same absolute preference | yes |
| C4 the rest can be paired | yes |
| C5 the lowest possible score for the bye | yes |
| C6, C7 fewest floaters, of the lowest scores | yes |
| C8 floaters that suit the following bracket | yes, its C6 and C7 within C4 and C5 |
| C9 fewest unplayed games for the bye | yes |
| C10 to C13 seats | yes |
| C14 to C21 repeated floats | yes |
| 3.2 to 3.8, 4.1 to 4.4 the order of candidates | yes; after 500 exchanges in a bracket another of the best is taken |
| 5.2 allocation of seats | yes; the first seat is drawn by lot for the stage |
| C.04.2 late entries, withdrawals | they are absent from a round's cards |
| C.04.5 accelerated pairings | no |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby

import msgspec

from domain.league.pairing.bracket import Bracket, Player, perfect
from domain.league.pairing.card import Card, Unpairable
from domain.league.pairing.colours import higher_begins, preference
from domain.league.pairing.matching import can_pair_off
from domain.league.pairing.weighed import best

Players = tuple[Player, ...]


class DutchRound(msgspec.Struct, frozen=True):
    """A round: pairing numbers of each table, seat 0 first, in the order of the tables; and who has the bye."""

    tables: tuple[tuple[int, int], ...]
    bye: int | None = None


def pair(
    cards: Sequence[Card], first_seat: int = 0, *, last_round: bool = False, most: Fraction | None = None
) -> DutchRound:
    """Pair a round of those who are present; `Unpairable` if C1 to C3 leave no pairing.

    `first_seat` is the seat that lots gave to pairing number 1; `most` the score of somebody who won every round so
    far (None: the best score of all), half of which a topscorer exceeds in the last round.
    """
    if not cards:
        return DutchRound(())
    top = max(card.score for card in cards) if most is None else most
    players = _players(cards, top, last_round=last_round)
    field = _Field(players, {card.number for card in cards if not card.had_bye})
    pairs: list[tuple[Player, Player]] = []
    moved: Players = ()
    for group in range(len(field.groups)):
        bracket = field.bracket(moved, group)
        paired = perfect(bracket) or best(bracket)
        pairs += paired.pairs
        moved = paired.floaters
    seats = {card.number: card.seats for card in cards}
    tables = [_seated(pair, seats, first_seat) for pair in _in_order(pairs)]
    return DutchRound(tuple(tables), moved[0].number if moved else None)


def _players(cards: Sequence[Card], most: Fraction, *, last_round: bool) -> Players:
    players = (
        Player(
            number=card.number,
            score=card.score,
            met=card.met,
            preference=preference(card.seats),
            floats=card.floats,
            unplayed=card.unplayed,
            topscorer=last_round and 2 * card.score > most,
        )
        for card in cards
    )
    return tuple(sorted(players, key=_rank))


def _rank(player: Player) -> tuple[Fraction, int]:
    return -player.score, player.number


def _in_order(pairs: Sequence[tuple[Player, Player]]) -> list[tuple[Player, Player]]:
    """Tables by the higher score, then by the sum of scores, then by the higher ranked player (C.04.2)."""
    ranked = [(high, low) if _rank(high) < _rank(low) else (low, high) for high, low in pairs]
    return sorted(ranked, key=lambda pair: (-pair[0].score, -pair[0].score - pair[1].score, pair[0].number))


def _seated(pair: tuple[Player, Player], seats: dict[int, tuple[int, ...]], first_seat: int) -> tuple[int, int]:
    high, low = pair[0].number, pair[1].number
    begins = higher_begins(seats[high], seats[low], high, first_seat)
    return (high, low) if begins else (low, high)


class _Field:
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
        first = next(self._by_quality(moved, group))
        return len(first), sorted((player.score for player in first), reverse=True)

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
        """C4 to C7: all sets as good as the first."""
        sets: list[Players] = []
        for chosen in self._by_quality(moved, group):
            if sets and _scores(chosen) != _scores(sets[0]):
                break
            sets.append(chosen)
        return sets

    def _by_quality(self, moved: Players, group: int) -> Iterator[Players]:
        """Sets of floaters that leave the bracket and the rest to be paired, by number (C6) and scores (C7)."""
        players = (*moved, *self.groups[group])
        residents = {player.number for player in self.groups[group]}
        for count in range(len(players) % 2, len(players) + 1, 2):
            sets = sorted(combinations(players, count), key=_scores) if count > 1 else _singles(players, count)
            found = False
            for chosen in sets:
                rest = [player for player in players if player not in chosen]
                if self._pairs_off(rest, residents) and self._completes(chosen, group):
                    found = True
                    yield chosen
            if found:
                return
        raise AssertionError("all may float while the rest can be paired")

    @staticmethod
    def _pairs_off(players: Sequence[Player], residents: set[int]) -> bool:
        """Whether a bracket's players can be paired off, no two who were moved down with each other (3.3)."""
        return can_pair_off(
            players,
            lambda one, other: (one.number in residents or other.number in residents) and one.fits(other),
        )


def _singles(players: Players, count: int) -> list[Players]:
    return [(player,) for player in reversed(players)] if count else [()]


def _scores(chosen: Players) -> list[Fraction]:
    return sorted((player.score for player in chosen), reverse=True)
