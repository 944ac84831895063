"""All play all, balanced groups, knock-out: who meets whom does not depend on results, or on places alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from domain.league.pairing import balanced, berger, knockout

# ---- Berger tables


def test_the_berger_table_of_six():
    """FIDE Handbook, C.05 Annex 1."""
    assert [berger.pair(6, number).tables for number in range(1, 6)] == [
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    ]


@pytest.mark.parametrize("entrants", range(2, 15))
def test_everybody_meets_everybody_once_and_begins_as_often_as_not(entrants):
    rounds = [berger.pair(entrants, number) for number in range(1, berger.rounds(entrants) + 1)]
    tables = [table for paired in rounds for table in paired.tables]
    begins = Counter(first for first, _ in tables)

    assert Counter(frozenset(table) for table in tables) == Counter(
        frozenset(pair) for pair in combinations(range(1, entrants + 1), 2)
    )
    assert all(abs(2 * begins[number] - (entrants - 1)) <= 1 for number in range(1, entrants + 1))


def test_an_odd_number_gives_everybody_one_free_round():
    assert sorted(str(berger.pair(5, number).bye) for number in range(1, 6)) == ["1", "2", "3", "4", "5"]


def test_in_the_second_cycle_seats_are_exchanged():
    assert berger.rounds(4, 2) == 6
    assert berger.pair(4, 4).tables == tuple((second, first) for first, second in berger.pair(4, 1).tables)


# ---- balanced groups


def test_seven_at_tables_of_four_are_a_block_design():
    """Every pair meets exactly twice, everybody sits once in every position: looked up table by table."""
    found = balanced.design(7, 4, b"any key")

    assert len(found.tables) == 7
    assert all(len(set(table)) == 4 for table in found.tables)
    for pair in combinations(range(7), 2):
        assert sum(set(pair) <= set(table) for table in found.tables) == 2
    for entrant in range(7):
        for seat in range(4):
            assert sum(table[seat] == entrant for table in found.tables) == 1
    assert found.fairness == balanced.Fairness(2, 2, positions_even=True)


@pytest.mark.parametrize(
    ("entrants", "seats", "meetings"), [(4, 4, 4), (5, 4, 3), (7, 3, 1), (11, 5, 2), (13, 4, 1), (21, 5, 1)]
)
def test_other_sizes_for_which_a_block_design_exists(entrants, seats, meetings):
    assert balanced.design(entrants, seats, b"k").fairness == balanced.Fairness(meetings, meetings, positions_even=True)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("entrants", [6, 8, 9, 10, 12, 14, 19, 25])
def test_for_every_other_size_meetings_differ_by_one_at_most(entrants, seats):
    found = balanced.design(entrants, seats, b"k")
    fairness = found.fairness

    assert fairness == balanced.fairness_of(found.tables, entrants)
    assert fairness.most - fairness.fewest <= 1
    assert fairness.positions_even


def test_where_that_cannot_be_found_positions_are_even_all_the_same():
    found = balanced.design(16, 6, b"k")

    assert found.fairness.positions_even
    assert found.fairness.most - found.fairness.fewest <= 2
    assert all(len(set(table)) == 6 for table in found.tables)


def test_the_same_key_finds_the_same_design():
    assert balanced.design(40, 5, b"k") == balanced.design(40, 5, b"k")


def test_fairness_is_told_in_words():
    assert str(balanced.design(7, 4, b"k").fairness) == "every pair meets 2 times, every position equally often"
    assert str(balanced.Fairness(0, 1, positions_even=False)) == "every pair meets 0 to 1 times, positions uneven"


def test_too_few_entrants_make_no_design():
    with pytest.raises(ValueError, match="3 entrants"):
        balanced.design(3, 4, b"k")


# ---- knock-out


def names(text):
    return list(text)


@pytest.mark.parametrize(
    ("alive", "tables", "byes"),
    [
        ("abcd", [["a", "d"], ["b", "c"]], []),
        ("abcde", [["d", "e"]], ["a", "b", "c"]),
        ("abcdef", [["c", "f"], ["d", "e"]], ["a", "b"]),
        ("ab", [["a", "b"]], []),
    ],
)
def test_at_tables_of_two_the_strongest_wait_for_a_power_of_two(alive, tables, byes):
    """LG-KO-1"""
    assert knockout.tables(names(alive), 2, 2) == (tables, byes)


@pytest.mark.parametrize(
    ("alive", "tables", "byes"),
    [
        ("abcdefgh", [["a", "d", "e", "h"], ["b", "c", "f", "g"]], []),
        ("abcdefg", [["a", "d", "e"], ["b", "c", "f", "g"]], []),
        ("abcde", [["b", "c", "d", "e"]], ["a"]),
        ("abc", [["a", "b", "c"]], []),
    ],
)
def test_larger_tables_are_filled_to_and_fro(alive, tables, byes):
    """LG-KO-2"""
    assert knockout.tables(names(alive), 4, 3) == (tables, byes)


def test_the_best_go_on_and_of_equals_the_better_seeded():
    """LG-KO-3"""
    places = {"a": 2, "b": 3, "c": 1, "d": 2}

    assert knockout.survivors(names("dabc"), places, names("abcd"), 2) == ["c", "a"]
