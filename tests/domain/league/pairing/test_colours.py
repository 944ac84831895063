"""Starting positions at tables of two: preferences, what pairing minimises, allocation (FIDE C.04.3, 1.6, 1.7, 5.2)."""

from __future__ import annotations

import pytest

from domain.league.pairing.colours import ABSOLUTE, MILD, NONE, STRONG, Preference, failures, higher_begins, preference


def seats(text):
    return ["WB".index(letter) for letter in text]


@pytest.mark.parametrize(
    ("had", "seat", "strength"),
    [
        ("", None, NONE),
        ("W", 1, STRONG),
        ("B", 0, STRONG),
        ("WB", 0, MILD),
        ("BW", 1, MILD),
        ("WBW", 1, STRONG),
        ("WBB", 0, ABSOLUTE),
        ("BWW", 1, ABSOLUTE),
        ("WW", 1, ABSOLUTE),
        ("WWBWBW", 1, ABSOLUTE),
        ("WBBW", 1, MILD),
    ],
)
def test_what_somebody_is_due(had, seat, strength):
    found = preference(seats(had))

    assert (found.seat, found.strength) == (seat, strength)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("W", "B", (0, 0, 0, 0)),
        ("", "W", (0, 0, 0, 0)),
        ("WB", "BWWB", (0, 0, 1, 0)),
        ("W", "WB" + "BW", (0, 0, 1, 0)),
        ("W", "WBW", (0, 0, 1, 1)),
        ("W", "WW", (0, 0, 1, 1)),
        ("WW", "WW", (1, 1, 1, 0)),
        ("BWW", "BWW", (0, 1, 1, 0)),
        ("BWW", "WBWBWW", (0, 1, 1, 0)),
        ("WWBWBW", "BWW", (0, 1, 1, 0)),
        ("WWBWBW", "WBWBWW", (1, 0, 1, 0)),
    ],
)
def test_what_a_pair_adds_to_c10_to_c13(one, other, expected):
    assert failures(seats(one), seats(other)) == expected


@pytest.mark.parametrize(
    ("higher", "lower", "begins", "rule"),
    [
        ("W", "B", False, "5.2.1 both get what they are due"),
        ("WB", "", True, "5.2.1 one has no preference"),
        ("", "B", False, "5.2.1 the other has none"),
        ("WB", "B", False, "5.2.2 the stronger preference"),
        ("WWB" + "WW", "W", False, "5.2.2 absolute before strong"),
        ("BWW", "WW", True, "5.2.2 of two absolute ones the wider difference"),
        ("WBWB", "BWWB", True, "5.2.3 they alternate from the last time when they differed"),
        ("BWWB", "WBWB", False, "5.2.3 and so does the other"),
        ("WB", "WB", True, "5.2.4 the higher ranked"),
    ],
)
def test_who_begins(higher, lower, begins, rule):
    assert higher_begins(seats(higher), seats(lower), 3, 0) is begins, rule


@pytest.mark.parametrize(("number", "first_seat", "begins"), [(1, 0, True), (2, 0, False), (1, 1, False), (4, 1, True)])
def test_in_the_first_round_lots_decide_for_number_one_and_the_others_alternate(number, first_seat, begins):
    """5.2.5"""
    assert higher_begins([], [], number, first_seat) is begins


def test_a_preference_tells_the_difference():
    """1.6"""
    assert preference(seats("BWW")) == Preference(1, ABSOLUTE, 1)
    assert preference(seats("BBWB")) == Preference(0, ABSOLUTE, -2)
