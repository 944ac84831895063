"""Swiss rounds of two: published cases, single criteria, and whole tournaments of made-up results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from time import perf_counter

import pytest

from domain.chance import Stream
from domain.league.pairing import dutch
from domain.league.pairing.card import Card, Float, Unpairable
from domain.league.pairing.colours import ABSOLUTE, preference

POINTS = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}


def cards(table: Mapping[int, str]) -> list[Card]:
    """Cards from lines such as "4w1 2b1 bye": opponent, colour, result."""
    rounds = {number: line.split() for number, line in table.items()}
    scores = {number: [Fraction(0)] for number in rounds}
    for number, cells in rounds.items():
        for cell in cells:
            brought = Fraction(1) if cell == "bye" else POINTS[cell[-1]]
            scores[number].append(scores[number][-1] + brought)
    return [_card(number, cells, scores) for number, cells in rounds.items()]


def _card(number: int, cells: Sequence[str], scores: Mapping[int, Sequence[Fraction]]) -> Card:
    opponents = [None if cell == "bye" else int(cell[:-2]) for cell in cells]
    floats: list[Float] = []
    for at, opponent in enumerate(opponents):
        own, theirs = scores[number][at], scores[opponent][at] if opponent is not None else Fraction(-1)
        floats.append("down" if own > theirs else "up" if own < theirs else "")
    last, before = ["", "", *floats][:-3:-1]
    return Card(
        number,
        scores[number][-1],
        {opponent: 1 for opponent in opponents if opponent is not None},
        tuple("wb".index(cell[-2]) for cell in cells if cell != "bye"),
        (last, before),
        cells.count("bye"),
        "bye" in cells,
    )


# ---- one criterion at a time


def test_the_first_round_is_upper_half_against_lower_half_with_seats_alternating():
    assert dutch.pair([Card(number) for number in range(1, 7)]).tables == ((1, 4), (5, 2), (3, 6))
    assert dutch.pair([Card(number) for number in range(1, 7)], first_seat=1).tables == ((4, 1), (2, 5), (6, 3))


def test_with_an_odd_number_the_last_has_the_bye():
    assert dutch.pair([Card(number) for number in range(1, 6)]) == dutch.DutchRound(((1, 3), (4, 2)), 5)


def test_nobody_has_a_second_bye():
    """C2"""
    present = [*(Card(number) for number in range(1, 5)), Card(5, had_bye=True)]

    assert dutch.pair(present).bye == 4


def test_nobody_meets_twice():
    """C1"""
    present = cards({1: "3w1 2b1", 2: "4b1 1w0", 3: "1b0 4w1", 4: "2w0 3b0"})

    assert {frozenset(table) for table in dutch.pair(present).tables} == {frozenset({1, 4}), frozenset({2, 3})}


def test_two_with_the_same_absolute_preference_do_not_meet_unless_one_is_a_topscorer():
    """C3, 1.8"""
    present = [Card(1, Fraction(2), seats=(0, 0)), Card(2, Fraction(2), seats=(0, 0))]

    with pytest.raises(Unpairable):
        dutch.pair(present, most=Fraction(2))
    assert dutch.pair(present, last_round=True, most=Fraction(2)).tables == ((2, 1),)


def test_who_met_all_others_leaves_no_pairing():
    present = [Card(1, met={2: 1, 3: 1, 4: 1}), Card(2, met={1: 1}), Card(3, met={1: 1}), Card(4, met={1: 1})]

    with pytest.raises(Unpairable):
        dutch.pair(present)


def test_nobody_at_all_makes_an_empty_round():
    assert dutch.pair([]) == dutch.DutchRound(())


def test_an_odd_group_sends_its_last_down():
    """C6, C7"""
    present = [*(Card(number, Fraction(1)) for number in (1, 2, 3)), *(Card(number) for number in (4, 5, 6))]

    assert {frozenset(table) for table in dutch.pair(present).tables} == {
        frozenset({1, 2}),
        frozenset({3, 4}),
        frozenset({5, 6}),
    }


def test_who_floated_down_in_the_last_round_does_not_float_again():
    """C14"""
    top = [Card(1, Fraction(1)), Card(2, Fraction(1)), Card(3, Fraction(1), floats=("down", ""))]

    assert frozenset({2, 4}) in map(frozenset, dutch.pair([*top, Card(4)]).tables)


def test_who_was_floated_up_to_in_the_last_round_is_spared():
    """C15"""
    present = [Card(1, Fraction(1)), Card(2, floats=("up", "")), Card(3), Card(4)]

    assert frozenset({1, 3}) in map(frozenset, dutch.pair(present).tables)


def test_floaters_are_chosen_so_that_the_following_bracket_can_be_paired():
    """C8: 3 has met the only one below it, so 2 floats."""
    present = [
        Card(1, Fraction(2)),
        Card(2, Fraction(2)),
        Card(3, Fraction(2), met={4: 1}),
        Card(4, Fraction(1), met={3: 1}),
        Card(5),
        Card(6),
    ]

    assert frozenset({2, 4}) in map(frozenset, dutch.pair(present).tables)


def test_seats_are_balanced_before_the_order_of_candidates():
    """C12: 1 and 3 are due the same seat, so 1 meets 4."""
    present = [Card(1, seats=(0, 1)), Card(2, seats=(1, 0)), Card(3, seats=(0, 1)), Card(4, seats=(1, 0))]

    assert dutch.pair(present).tables == ((1, 4), (3, 2))


def test_an_exchange_between_the_halves_comes_when_no_transposition_is_left():
    """4.3: 1 and 2 have met 3 and 4, so they meet each other, the smallest exchange being of 2 and 3."""
    present = [
        Card(1, met={3: 1, 4: 1}),
        Card(2, met={3: 1, 4: 1}),
        Card(3, met={1: 1, 2: 1}),
        Card(4, met={1: 1, 2: 1}),
    ]

    assert {frozenset(table) for table in dutch.pair(present).tables} == {frozenset({1, 2}), frozenset({3, 4})}


# ---- whole tournaments


def tournament(size: int, rounds: int, key: bytes):
    """Every round of a tournament with made-up results: the cards before it, and how it was paired."""
    rng = Stream(key)
    lines: dict[int, str] = {number: "" for number in range(1, size + 1)}
    for played in range(rounds):
        present = cards(lines)
        paired = dutch.pair(present, last_round=played + 1 == rounds, most=Fraction(played))
        yield present, paired
        for white, black in paired.tables:
            result = rng.choice(("10", "10", "01", "=="))
            lines[white] += f" {black}w{result[0]}"
            lines[black] += f" {white}b{result[1]}"
        if paired.bye is not None:
            lines[paired.bye] += " bye"


@pytest.mark.parametrize(("size", "rounds"), [(8, 5), (9, 7), (16, 9), (31, 9)])
def test_no_absolute_criterion_is_ever_broken(size, rounds):
    for present, paired in tournament(size, rounds, b"absolute"):
        by_number = {card.number: card for card in present}
        seated = [number for table in paired.tables for number in table]
        assert sorted([*seated, *([paired.bye] if paired.bye else [])]) == sorted(by_number)
        assert all(black not in by_number[white].met for white, black in paired.tables)
        assert paired.bye is None or not by_number[paired.bye].had_bye
        for card in present:
            assert abs(2 * card.seats.count(0) - len(card.seats)) <= 2 or preference(card.seats).strength == ABSOLUTE


def test_who_has_the_same_score_meets_as_far_as_can_be():
    for present, paired in tournament(16, 4, b"scores"):
        scores = {card.number: card.score for card in present}
        uneven = [table for table in paired.tables if scores[table[0]] != scores[table[1]]]
        odd_groups = [score for score in set(scores.values()) if list(scores.values()).count(score) % 2]
        assert len(uneven) <= max(1, len(odd_groups))


def test_a_round_is_a_function_of_the_cards_in_any_order():
    for present, _ in tournament(13, 5, b"order"):
        assert dutch.pair(present[::-1]) == dutch.pair(present)


def best_of_all(present: Sequence[Card]) -> tuple[int, int]:
    """The fewest pairs of uneven score, and the fewest seats refused with so many, of all complete pairings."""
    found = []

    def extend(left: tuple[Card, ...], uneven: int, refused: int) -> None:
        if not left:
            found.append((uneven, refused))
            return
        one, *others = left
        for other in others:
            if other.number in one.met:
                continue
            mine, theirs = preference(one.seats), preference(other.seats)
            same = mine.seat is not None and mine.seat == theirs.seat
            if same and mine.strength == theirs.strength == ABSOLUTE:
                continue
            rest = tuple(card for card in others if card is not other)
            extend(rest, uneven + (one.score != other.score), refused + same)

    extend(tuple(present), 0, 0)
    return min(found)


def test_small_rounds_are_as_good_as_the_best_of_all_pairings():
    """Where a single group holds all, C6 and C12 can be checked against every pairing there is."""
    rng = Stream(b"groups")
    for _ in range(30):
        present = [Card(number, seats=rng.choice(((), (0,), (1,), (0, 1), (1, 0)))) for number in range(1, 9)]
        paired = dutch.pair(present)
        seats = {card.number: preference(card.seats).seat for card in present}
        refused = sum(seats[white] == seats[black] is not None for white, black in paired.tables)
        assert (0, refused) == best_of_all(present)


@pytest.mark.parametrize(("size", "limit"), [(64, 0.05), (256, 0.5)])
def test_pairing_is_fast(size, limit):
    """The median of a tournament's rounds, so that a busy machine does not fail it."""
    rounds = tournament(size, 6, b"speed")
    times = []
    for _ in range(6):
        before = perf_counter()
        next(rounds)
        times.append(perf_counter() - before)
    assert sorted(times)[2] < limit


def test_pairs_are_listed_by_score_and_number():
    *_, (present, paired) = tournament(12, 4, b"tables")
    scores = {card.number: card.score for card in present}
    tops = [max(scores[white], scores[black]) for white, black in paired.tables]

    assert tops == sorted(tops, reverse=True)
