"""Points by place (LG-PTS-1, LG-PTS-2), by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.league import points

SCALE = [Fraction(number) for number in (10, 6, 3, 1)]


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ({"a": 1, "b": 2, "c": 3, "d": 4}, {"a": 10, "b": 6, "c": 3, "d": 1}),
        ({"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}, {"a": 10, "b": 6, "c": 3, "d": 1, "e": 0}),
        ({"a": 1, "b": 2}, {"a": 10, "b": 6}),
        ({"a": 1, "b": 1, "c": 3, "d": 4}, {"a": 8, "b": 8, "c": 3, "d": 1}),
        ({"a": 1, "b": 2, "c": 2, "d": 2}, {"a": 10, "b": "10/3", "c": "10/3", "d": "10/3"}),
        ({"a": 1, "b": 1, "c": 1}, {"a": "19/3", "b": "19/3", "c": "19/3"}),
        ({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}, {"a": 4, "b": 4, "c": 4, "d": 4, "e": 4}),
        ({"a": 4, "b": 4}, {"a": "1/2", "b": "1/2"}),
    ],
)
def test_points_by_place_and_shared(places, expected):
    assert {who: points.shown(own) for who, own in points.by_place(places, SCALE).items()} == expected


@pytest.mark.parametrize("stored", [0, 10, -3, "19/3", "-1/2"])
def test_points_are_stored_in_their_shortest_form(stored):
    assert points.shown(points.read(stored)) == stored


def test_after_two_who_share_a_place_the_next_is_left_out():
    assert points.ranked([["a"], ["b", "c"], ["d"]]) == {"a": 1, "b": 2, "c": 2, "d": 4}


def test_what_a_table_brings_on_average():
    assert points.mean(SCALE, 4) == 5
    assert points.mean(SCALE, 3) == Fraction(19, 3)
