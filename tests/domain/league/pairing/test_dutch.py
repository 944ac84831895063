"""Swiss rounds of two: one criterion at a time, small fields against the rules read to the letter, tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.contract.chance import Stream
from domain.league.pairing import dutch, weighed
from domain.league.pairing.card import Card, Float, Unpairable
from domain.league.pairing.colours import ABSOLUTE, preference
from tests.domain.league.pairing.by_rule import by_rule

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

    with pytest.raises(Unpairable, match="without a meeting that the rules forbid"):
        dutch.pair(present, most=Fraction(2))
    assert dutch.pair(present, last_round=True, most=Fraction(2)).tables == ((2, 1),)


def test_who_met_all_others_leaves_no_pairing():
    present = [Card(1, met={2: 1, 3: 1, 4: 1}), Card(2, met={1: 1}), Card(3, met={1: 1}), Card(4, met={1: 1})]

    with pytest.raises(Unpairable, match="without a meeting that the rules forbid"):
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


BY_DIFFERENCE, BY_REPETITION, BY_BOTH = (0, 0, 1, 0, 1, 0), (1, 0, 0), (0, 1, 0, 1, 0, 0)
"""Seats after which seat 1 is absolutely due."""

DOWN, BEFORE_DOWN, UP, BEFORE_UP = ("down", ""), ("", "down"), ("up", ""), ("", "up")


def of_seats(*seats: tuple[int, ...]) -> list[Card]:
    return [Card(number, Fraction(1), seats=had) for number, had in enumerate(seats, 1)]


@pytest.mark.parametrize(
    ("criterion", "present", "expected"),
    [
        ("C5", [Card(1, Fraction(2), {2: 1}), Card(2, Fraction(1), {1: 1}), Card(3)], "1-3"),
        ("C9", [Card(1), Card(2, unplayed=1), Card(3, unplayed=1)], "2-3"),
        ("C12", of_seats((0, 1), (1, 0), (0, 1), (1, 0)), "1-4 2-3"),
        ("C13", of_seats((0,), (1, 0), (0,), (1, 0)), "1-4 2-3"),
        ("C16", [*of_seats((), ()), Card(3, Fraction(1), floats=BEFORE_DOWN), Card(4)], "1-3 2-4"),
        ("C17", [Card(1, Fraction(1)), Card(2, floats=BEFORE_UP), Card(3), Card(4)], "1-3 2-4"),
    ],
)
def test_one_criterion_at_a_time(criterion, present, expected):
    assert meetings(dutch.pair(present)) == expected, criterion


@pytest.mark.parametrize(
    ("criterion", "one", "two"), [("C10", BY_DIFFERENCE, BY_REPETITION), ("C11", BY_BOTH, BY_DIFFERENCE)]
)
def test_among_topscorers_two_who_are_worst_off_do_not_meet(criterion, one, two):
    """C10: a difference beyond two, C11: the same seat a third time; all four are due seat 1 absolutely."""
    paired = dutch.pair(of_seats(one, two, one, two), last_round=True, most=Fraction(1))

    assert meetings(paired) == "1-4 2-3", criterion


@pytest.mark.parametrize(("criterion", "floats"), [("C18", DOWN), ("C20", BEFORE_DOWN)])
def test_of_two_moved_down_the_one_that_floated_before_floats_no_further(criterion, floats):
    top = [Card(1, Fraction(2), {2: 1}), Card(2, Fraction(2), {1: 1}, floats=floats)]

    assert meetings(dutch.pair([*top, Card(3, Fraction(1)), Card(4)])) == "1-4 2-3", criterion


@pytest.mark.parametrize(("criterion", "floats"), [("C19", UP), ("C21", BEFORE_UP)])
def test_who_was_floated_up_to_before_meets_the_lower_of_two_moved_down(criterion, floats):
    present = [
        Card(1, Fraction(3), {2: 1}),
        Card(2, Fraction(2), {1: 1}),
        Card(3, Fraction(1), floats=floats),
        Card(4, Fraction(1)),
    ]

    assert meetings(dutch.pair(present)) == "1-4 2-3", criterion


@pytest.mark.parametrize(("above", "below"), [(6, 4), (14, 10)])
def test_where_those_below_have_all_met_as_many_float_as_they_need(above, below):
    """C4, C6, C7: the lowest ranked float. Of fourteen ten can be chosen in more ways than are compared."""
    low = range(above + 1, above + below + 1)
    present = [
        *(Card(number, Fraction(1)) for number in range(1, above + 1)),
        *(Card(number, met={other: 1 for other in low if other != number}) for number in low),
    ]
    staying = above - below
    half = staying // 2

    assert meetings(dutch.pair(present)) == " ".join(
        [
            *(f"{number}-{number + half}" for number in range(1, half + 1)),
            *(f"{number}-{number + below}" for number in range(staying + 1, above + 1)),
        ]
    )


def meetings(paired: dutch.DutchRound) -> str:
    """Who meets whom, the lower number first, in order."""
    return " ".join(f"{min(table)}-{max(table)}" for table in sorted(paired.tables, key=min))


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
    """The rounds of a tournament with made-up results, as long as there is a pairing: the cards before it, and it."""
    rng = Stream(key)
    lines: dict[int, str] = {number: "" for number in range(1, size + 1)}
    for played in range(rounds):
        present = cards(lines)
        try:
            paired = dutch.pair(present, last_round=played + 1 == rounds, most=Fraction(played))
        except Unpairable:
            return
        yield present, paired
        for white, black in paired.tables:
            result = rng.choice(("10", "10", "01", "=="))
            lines[white] += f" {black}w{result[0]}"
            lines[black] += f" {white}b{result[1]}"
        if paired.bye is not None:
            lines[paired.bye] += " bye"


@given(st.integers(2, 24), st.integers(1, 8), st.binary(max_size=4))
@settings(max_examples=40, deadline=None)
def test_no_absolute_criterion_is_ever_broken(size, rounds, key):
    """C1 to C3, and everybody is paired or has the bye."""
    for at, (present, paired) in enumerate(tournament(size, rounds, key), 1):
        by_number = {card.number: card for card in present}
        seated = [number for table in paired.tables for number in table]
        assert sorted([*seated, *([paired.bye] if paired.bye else [])]) == sorted(by_number)
        assert paired.bye is None or not by_number[paired.bye].had_bye
        for white, black in paired.tables:
            one, other = by_number[white], by_number[black]
            assert black not in one.met
            mine, theirs = preference(one.seats), preference(other.seats)
            tops = at == rounds and max(one.score, other.score) > Fraction(at - 1, 2)
            assert tops or mine.seat != theirs.seat or min(mine.strength, theirs.strength) < ABSOLUTE


@given(st.integers(2, 40), st.binary(max_size=4))
@settings(max_examples=40, deadline=None)
def test_as_long_as_few_have_met_every_round_is_paired(size, key):
    """C4: no bracket is paired so that what is left below cannot be."""
    rounds = max(1, size // 4)
    played = list(tournament(size, rounds, key))

    assert len(played) == rounds
    assert {len(paired.tables) for _, paired in played} == {size // 2}
    assert all((paired.bye is None) == (size % 2 == 0) for _, paired in played)


def test_who_has_the_same_score_meets_as_far_as_can_be():
    for present, paired in tournament(16, 4, b"scores"):
        scores = {card.number: card.score for card in present}
        uneven = [table for table in paired.tables if scores[table[0]] != scores[table[1]]]
        odd_groups = [score for score in set(scores.values()) if list(scores.values()).count(score) % 2]
        assert len(uneven) <= max(1, len(odd_groups))


def test_a_round_is_a_function_of_the_cards_in_any_order():
    for present, _ in tournament(13, 5, b"order"):
        assert dutch.pair(present[::-1]) == dutch.pair(present)


@st.composite
def fields(draw: st.DrawFn) -> list[Card]:
    """Up to seven with any cards whatever: who met whom, seats, floats, byes."""
    numbers = range(1, draw(st.integers(1, 7)) + 1)
    meetings = draw(st.sets(st.sampled_from([(a, b) for b in numbers for a in range(1, b)] or [(0, 0)]), max_size=8))
    floats = st.sampled_from(["", "", "down", "up"])
    return [
        Card(
            number,
            Fraction(draw(st.integers(0, 3)), 2),
            {a + b - number: 1 for a, b in meetings if number in (a, b)},
            tuple(draw(st.lists(st.integers(0, 1), max_size=4))),
            (draw(floats), draw(floats)),
            draw(st.integers(0, 2)),
            draw(st.integers(0, 3)) == 0,
        )
        for number in numbers
    ]


@given(fields(), st.booleans())
@settings(max_examples=150, deadline=None)
def test_a_small_round_is_what_the_rules_say_read_to_the_letter(present, last):
    """C1 to C21 in their order, and the order of candidates, against every candidate there is."""
    try:
        paired = dutch.pair(present, last_round=last, most=Fraction(2))
    except Unpairable:
        assert by_rule(present, last_round=last, most=Fraction(2)) is None
        return
    found = {frozenset(table) for table in paired.tables}
    assert (found, paired.bye) == by_rule(present, last_round=last, most=Fraction(2))


@given(st.integers(4, 7), st.binary(max_size=4))
@settings(max_examples=30, deadline=None)
def test_so_is_every_round_of_a_small_tournament(size, key):
    for at, (present, paired) in enumerate(tournament(size, size - 2, key), 1):
        read = by_rule(present, last_round=at == size - 2, most=Fraction(at - 1))
        assert ({frozenset(table) for table in paired.tables}, paired.bye) == read


@given(fields())
@settings(max_examples=60, deadline=None)
def test_where_too_many_exchanges_are_to_be_tried_a_round_fails_no_more_than_the_rules_must(present):
    """C1, C2 and C4 hold as ever, and as many meet somebody of their own score."""
    try:
        by_order = dutch.pair(present)
    except Unpairable:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weighed, "MOST_EXCHANGES", 0)
        found = dutch.pair(present)

    own = {card.number: card for card in present}
    seated = [number for table in found.tables for number in table]
    assert sorted([*seated, *([found.bye] if found.bye else [])]) == sorted(own)
    assert not any(black in own[white].met for white, black in found.tables)
    assert found.bye is None or not own[found.bye].had_bye
    assert uneven(found, own) == uneven(by_order, own)


def uneven(paired, own):
    """By how much the scores of those differ who meet, the most first."""
    return sorted(abs(own[white].score - own[black].score) for white, black in paired.tables)


def test_pairs_are_listed_by_score_and_number():
    *_, (present, paired) = tournament(12, 4, b"tables")
    scores = {card.number: card.score for card in present}
    tops = [max(scores[white], scores[black]) for white, black in paired.tables]

    assert tops == sorted(tops, reverse=True)
