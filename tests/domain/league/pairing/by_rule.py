"""The Dutch system read to the letter: every candidate of a bracket in the order of the rules, each one judged by all
criteria. Good for eight players; `domain.league.pairing.dutch` must come to the same round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby, permutations

from domain.league.pairing.card import Card
from domain.league.pairing.colours import ABSOLUTE, failures, preference

Cards = tuple[Card, ...]
Pair = tuple[Card, Card]


def by_rule(
    cards: Sequence[Card], *, last_round: bool, most: Fraction
) -> tuple[set[frozenset[int]], int | None] | None:
    """Who meets whom, and who has the bye; None if C1 to C3 leave no pairing."""
    ranked = tuple(sorted(cards, key=lambda card: (-card.score, card.number)))
    rules = _Rules(last_round, most)
    bye = None
    if len(ranked) % 2:
        possible = [card.score for card in ranked if not card.had_bye and rules.pairs_off(_without(ranked, card))]
        if not possible:
            return None
        bye = min(possible)
    elif not rules.pairs_off(ranked):
        return None
    groups = [tuple(group) for _, group in groupby(ranked, key=lambda card: card.score)]
    found: set[frozenset[int]] = set()
    moved: Cards = ()
    for at in range(len(groups)):
        bracket = _Bracket(rules, bye, moved, groups[at:])
        pairs, moved = bracket.best()
        found |= {frozenset({one.number, other.number}) for one, other in pairs}
    return found, moved[0].number if moved else None


class _Rules:
    """C1 and C3, and whether some can be paired off."""

    def __init__(self, last_round: bool, most: Fraction) -> None:
        self._last_round, self._most = last_round, most

    def may_meet(self, one: Card, other: Card) -> bool:
        mine, theirs = preference(one.seats), preference(other.seats)
        same = mine.strength == theirs.strength == ABSOLUTE and mine.seat == theirs.seat
        return other.number not in one.met and (not same or self._is_topscorer(one) or self._is_topscorer(other))

    def _is_topscorer(self, card: Card) -> bool:
        return self._last_round and card.score > self._most / 2

    def pairs_off(self, cards: Cards, moved: Cards = ()) -> bool:
        """Whether all can be paired off, no two of those moved down with each other."""
        if not cards:
            return True
        one, *others = cards
        return any(
            self.may_meet(one, other)
            and not (one in moved and other in moved)
            and self.pairs_off(_without(tuple(others), other), moved)
            for other in others
        )


class _Bracket:
    """Those moved down, the residents, and the groups below."""

    def __init__(self, rules: _Rules, bye: Fraction | None, moved: Cards, groups: Sequence[Cards]) -> None:
        self._rules, self._bye = rules, bye
        self.moved, self.residents, self._groups = moved, groups[0], groups
        self._below = tuple(card for group in groups[1:] for card in group)
        self._following: dict[tuple[int, ...], tuple[int, list[Fraction]]] = {}

    def best(self) -> tuple[list[Pair], Cards]:
        """The first of the best candidates (3.8)."""
        everybody = (*self.moved, *self.residents)
        for count in range(len(everybody) // 2, -1, -1):
            judged = [
                (self._judged(pairs, floaters), at, pairs, floaters)
                for at, (pairs, floaters) in enumerate(self._candidates(count))
                if self.completes(floaters)
            ]
            if judged:
                _, _, pairs, floaters = min(judged, key=lambda one: one[:2])
                return pairs, floaters
        raise AssertionError("all may float")

    def completes(self, floaters: Cards) -> bool:
        """C2, C4, C5"""
        rest = (*floaters, *self._below)
        if len(rest) % 2 == 0:
            return self._rules.pairs_off(rest)
        return any(self._rules.pairs_off(_without(rest, card)) for card in rest if self._gets_bye(card))

    def _gets_bye(self, card: Card) -> bool:
        return card.score == self._bye and not card.had_bye

    def _candidates(self, count: int) -> Iterator[tuple[list[Pair], Cards]]:
        """3.2 to 3.7: the most moved down first; then by limbo, opponents, exchange, transposition."""
        for from_above in range(min(count, len(self.moved)), -1, -1):
            for upper in combinations(self.moved, from_above):
                limbo = tuple(card for card in self.moved if card not in upper)
                for lower in permutations(self.residents, from_above):
                    pairs = list(zip(upper, lower))
                    remainder = [card for card in self.residents if card not in lower]
                    for others, floating in _remainder(remainder, count - from_above):
                        if all(self._rules.may_meet(*pair) for pair in (*pairs, *others)):
                            yield [*pairs, *others], (*limbo, *floating)

    def _judged(self, pairs: Sequence[Pair], floaters: Cards) -> list[object]:
        """C7 to C21, in their order."""
        seats = [failures(higher.seats, lower.seats) for higher, lower in pairs]
        ups = [(higher, lower) for higher, lower in pairs if higher.score > lower.score]
        resting = [card for card in floaters if card not in self.moved]
        return [
            _scores(floaters),
            self.following(floaters),
            floaters[0].unplayed if self._takes_bye(floaters) else 0,
            *(sum(column) for column in zip(*seats)),
            *(
                sum(kind)
                for back in (0, 1)
                for kind in (
                    [card.floats[back] == "down" for card in resting],
                    [lower.floats[back] == "up" for _, lower in ups],
                )
            ),
            *(
                differences
                for back in (0, 1)
                for differences in (
                    self._differences([card for card in self.moved if card.floats[back] == "down"], floaters),
                    sorted((high.score - low.score for high, low in ups if low.floats[back] == "up"), reverse=True),
                )
            ),
        ]

    def _differences(self, cards: Sequence[Card], floaters: Cards) -> list[Fraction]:
        """C18, C20: to the opponent, or to one point below the bracket for who floats on."""
        own = self.residents[0].score
        return sorted((card.score - own + (card in floaters) for card in cards), reverse=True)

    def _takes_bye(self, floaters: Cards) -> bool:
        last = self._bye is not None and self.residents[0].score <= self._bye
        return last and len(floaters) == 1 and len(self._below) % 2 == 0

    def following(self, floaters: Cards) -> tuple[int, list[Fraction]]:
        """C8: how many float out of the following bracket, and with which scores, at best."""
        if len(self._groups) == 1 or not floaters:
            return 0, []
        key = tuple(card.number for card in floaters)
        if key not in self._following:
            after = _Bracket(self._rules, self._bye, floaters, self._groups[1:])
            self._following[key] = after.fewest_floaters()
        return self._following[key]

    def fewest_floaters(self) -> tuple[int, list[Fraction]]:
        """C6, C7"""
        everybody = (*self.moved, *self.residents)
        for count in range(len(everybody) % 2, len(everybody) + 1, 2):
            ways = [chosen for chosen in combinations(everybody, count) if self._may_float(everybody, chosen)]
            if ways:
                return count, min(map(_scores, ways))
        raise AssertionError("all may float")

    def _may_float(self, everybody: Cards, floaters: Cards) -> bool:
        rest = tuple(card for card in everybody if card not in floaters)
        return self._rules.pairs_off(rest, self.moved) and self.completes(floaters)


def _remainder(cards: Sequence[Card], count: int) -> Iterator[tuple[list[Pair], Cards]]:
    """4.2, 4.3: the halves as they are and after each exchange, each with every transposition."""
    for upper in _uppers(range(len(cards)), count):
        lower = [at for at in range(len(cards)) if at not in upper]
        for chosen in permutations(lower, count):
            pairs = [(cards[min(pair)], cards[max(pair)]) for pair in zip(sorted(upper), chosen)]
            yield pairs, tuple(cards[at] for at in lower if at not in chosen)


def _uppers(numbers: Sequence[int], count: int) -> list[tuple[int, ...]]:
    """Who may be in the upper half, in the order of 4.3: fewest exchanged; smallest difference of their numbers; the
    highest numbers leave the upper half, the lowest come into it."""

    def order(upper: tuple[int, ...]) -> tuple[int, int, list[int], list[int]]:
        gone = [at for at in numbers[:count] if at not in upper]
        come = [at for at in upper if at >= count]
        return len(gone), sum(come) - sum(gone), [-at for at in reversed(gone)], come

    return sorted(combinations(numbers, count), key=order)


def _scores(cards: Sequence[Card]) -> list[Fraction]:
    return sorted((card.score for card in cards), reverse=True)


def _without(cards: Cards, gone: Card) -> Cards:
    return tuple(card for card in cards if card is not gone)
