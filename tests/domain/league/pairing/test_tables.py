"""Swiss rounds at larger tables: repeated meetings, scores, seats (LG-SW-1 to LG-SW-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.contract.chance import Stream
from domain.league.pairing import tables
from domain.league.pairing.card import Card, Unpairable
from domain.league.points import by_place

SCALE = [Fraction(points) for points in (10, 6, 3, 1)]


@pytest.mark.parametrize(
    ("entrants", "seats", "fewest", "expected"),
    [
        (16, 4, 3, ([4, 4, 4, 4], 0)),
        (15, 4, 3, ([4, 4, 4, 3], 0)),
        (13, 4, 3, ([4, 3, 3, 3], 0)),
        (13, 4, 4, ([4, 4, 4], 1)),
        (5, 4, 3, ([4], 1)),
        (6, 5, 3, ([3, 3], 0)),
        (3, 4, 3, ([3], 0)),
        (2, 4, 3, ([], 2)),
    ],
)
def test_sizes_of_tables_and_the_number_of_byes(entrants, seats, fewest, expected):
    """LG-SW-4"""
    assert tables.sizes(entrants, seats, fewest) == expected


def test_too_few_for_a_table_cannot_be_paired():
    with pytest.raises(Unpairable, match="2 are too few for a table of 3"):
        tables.pair([Card(1), Card(2)], 4, 3, [1, 2])


def test_scores_come_together_when_nothing_is_repeated():
    """LG-SW-2"""
    present = [Card(number, Fraction(10 if number % 2 else 0)) for number in range(1, 9)]

    paired = tables.pair(present, 4, 4, list(range(1, 9)))

    assert [set(table) for table in paired.tables] == [{1, 3, 5, 7}, {2, 4, 6, 8}]


def test_a_repeated_meeting_weighs_more_than_any_score():
    """LG-SW-1: two tables of three who have all met exchange as many as it takes."""
    met = {1: {2: 1, 3: 1}, 2: {1: 1, 3: 1}, 3: {1: 1, 2: 1}}
    present = [
        *(Card(number, Fraction(10), met[number]) for number in (1, 2, 3)),
        *(Card(number) for number in range(4, 10)),
    ]

    paired = tables.pair(present, 3, 3, list(range(1, 10)))

    assert paired.repeated == 0
    assert all(len({1, 2, 3} & set(table)) == 1 for table in paired.tables)


def test_everybody_sits_where_it_sat_least():
    """LG-SW-3: of three who sat at the head, in the middle and at the foot none sits there again."""
    present = [Card(1, seats=(0,)), Card(2, seats=(1,)), Card(3, seats=(2,))]

    [seated] = tables.pair(present, 3, 3, [1, 2, 3]).tables

    assert all(seated.index(number) != number - 1 for number in (1, 2, 3))


def test_lots_say_who_chooses_a_seat_first():
    present = [Card(1), Card(2), Card(3)]

    assert tables.pair(present, 3, 3, [2, 3, 1]).tables == ((2, 3, 1),)


def test_byes_go_to_the_lowest_who_had_none():
    """LG-SW-5"""
    present = [
        Card(1, Fraction(10)),
        Card(2, Fraction(6)),
        Card(3, Fraction(3)),
        Card(4, Fraction(1)),
        Card(5, Fraction(0), had_bye=True),
    ]

    assert tables.pair(present, 4, 4, [1, 2, 3, 4, 5]).byes == (4,)


def tournament(size: int, seats: int, rounds: int, key: bytes):
    rng = Stream(key)
    numbers = range(1, size + 1)
    scores = dict.fromkeys(numbers, Fraction(0))
    met: dict[int, Counter[int]] = {number: Counter() for number in numbers}
    had: dict[int, list[int]] = {number: [] for number in numbers}
    for _ in range(rounds):
        present = [Card(number, scores[number], dict(met[number]), tuple(had[number])) for number in numbers]
        paired = tables.pair(present, seats, seats - 1, rng.shuffled(numbers))
        yield paired
        for table in paired.tables:
            _play(table, rng, scores, met, had)


def _play(table: Sequence[int], rng: Stream, scores, met, had) -> None:
    order = rng.shuffled(table)
    points = by_place({str(number): place for place, number in enumerate(order, 1)}, SCALE)
    for seat, number in enumerate(table):
        scores[number] += points[str(number)]
        had[number].append(seat)
        met[number].update(other for other in table if other != number)


@pytest.mark.parametrize(("size", "seats", "rounds"), [(28, 4, 5), (64, 4, 6), (64, 3, 7), (60, 5, 5)])
def test_no_meeting_is_repeated_as_long_as_there_is_room(size, seats, rounds):
    assert [paired.repeated for paired in tournament(size, seats, rounds, b"room")] == [0] * rounds


def test_where_meetings_must_be_repeated_they_are_as_few_as_can_be():
    """Twelve at tables of four: in round two each table has at least two who sat together."""
    _, second = tournament(12, 4, 2, b"twelve")

    assert second.repeated == 3


def partitions(numbers: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to fill tables of these sizes."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    for size in set(sizes):
        smaller = list(sizes)
        smaller.remove(size)
        for mates in combinations(others, size - 1):
            rest = [number for number in others if number not in mates]
            yield from ([(first, *mates), *more] for more in partitions(rest, smaller))


@st.composite
def small_fields(draw: st.DrawFn) -> tuple[list[Card], int]:
    """Six to nine with any scores and any earlier meetings, and how many sit at a table."""
    size, seats = draw(st.sampled_from([(6, 3), (7, 4), (8, 4), (8, 5), (9, 3), (9, 5)]))
    numbers = range(1, size + 1)
    pairs = list(combinations(numbers, 2))
    met = draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 3), max_size=len(pairs)))
    return [
        Card(
            number,
            Fraction(draw(st.integers(0, 12)), 2),
            {one + other - number: times for (one, other), times in met.items() if number in (one, other)},
        )
        for number in numbers
    ], seats


@given(small_fields(), st.randoms())
@settings(max_examples=40, deadline=None)
def test_a_small_field_is_paired_as_well_as_can_be(field, random):
    """LG-SW-1, LG-SW-2, against all ways there are."""
    present, seats = field
    by_number = {card.number: card for card in present}
    lots = random.sample(sorted(by_number), len(by_number))

    def worth(rows: Sequence[Sequence[int]]) -> tuple[int, Fraction]:
        pairs = [(by_number[one], by_number[other]) for row in rows for one, other in combinations(row, 2)]
        repeated = sum(one.met.get(other.number, 0) for one, other in pairs)
        return repeated, sum(((one.score - other.score) ** 2 for one, other in pairs), Fraction(0))

    paired = tables.pair(present, seats, seats - 1, lots)

    playing = [number for row in paired.tables for number in row]
    every = partitions(sorted(playing), [len(row) for row in paired.tables])
    assert worth(paired.tables) == min(map(worth, every))
    assert paired.repeated == worth(paired.tables)[0]
    assert sorted([*playing, *paired.byes]) == sorted(by_number)


def test_seats_stay_even():
    had: dict[int, Counter[int]] = {}
    for paired in tournament(32, 4, 8, b"seats"):
        for table in paired.tables:
            for seat, number in enumerate(table):
                had.setdefault(number, Counter())[seat] += 1

    assert all(max(counts.values()) - min(counts[seat] for seat in range(4)) <= 2 for counts in had.values())
