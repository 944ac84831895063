"""Squares, facings, zones, and the order in which monsters move."""

import math
from itertools import pairwise

import pytest

from domain.contract.chance import Stream
from domain.games.last_spell.rules.monsters.movement_order import clockwise, in_order
from domain.games.last_spell.rules.town.board import Board
from domain.games.last_spell.rules.town.geometry import (
    FACINGS,
    adjacent,
    at_offset,
    axis,
    beside,
    neighbours,
    offset_of,
    straight,
    zone,
)
from tests.domain.games.last_spell.tables import positioned


@pytest.mark.parametrize("facing", FACINGS)
def test_an_offset_is_found_again(facing):
    for forward in range(-3, 4):
        for lateral in range(-3, 4):
            square = at_offset((10, 10), facing, (forward, lateral))
            assert offset_of((10, 10), facing, square) == (forward, lateral)


def test_left_and_right_are_seen_in_the_direction_of_the_facing():
    """LS-DESTINY-2."""
    assert [beside(facing, "left") for facing in FACINGS] == ["west", "north", "east", "south"]
    assert [beside(facing, "right") for facing in FACINGS] == ["east", "south", "west", "north"]


def test_the_zone_of_a_piece_is_every_square_round_it():
    """LS-BOARD-6."""
    assert set(zone([(5, 5)])) == {(x, y) for x in (4, 5, 6) for y in (4, 5, 6)} - {(5, 5)}
    assert len(zone([(5, 5), (5, 6)])) == 10
    assert set(adjacent([(5, 5), (5, 6)])) == {(5, 4), (6, 5), (6, 6), (5, 7), (4, 6), (4, 5)}


@pytest.mark.parametrize(
    ("square", "expected"),
    [((9, 5), "east"), ((5, 1), "north"), ((7, 7), "east"), ((3, 3), "west"), ((4, 9), "south"), ((5, 5), "east")],
)
def test_the_axis_is_that_of_the_greater_distance_and_horizontal_on_a_tie(square, expected):
    """LS-WPN-15."""
    assert axis((5, 5), square) == expected


def test_only_rows_and_columns_are_straight():
    """LS-FX-melee-1."""
    assert [straight((5, 5), square) for square in neighbours((5, 5))] == ["north", "east", "south", "west"]
    assert straight((5, 5), (6, 6)) is straight((5, 5), (5, 5)) is None


def test_the_order_goes_from_due_west_over_north_east_and_south():
    """R16, against the angle in floating point."""
    rng = Stream(b"angles")
    vectors = [(rng.below(41) - 20, rng.below(41) - 20) for _ in range(300)]
    vectors = [vector for vector in vectors if vector != (0, 0)]
    for one, other in pairwise(vectors):
        angles = [math.atan2(-y, -x) % (2 * math.pi) for x, y in (one, other)]
        if math.isclose(*angles):
            assert clockwise(one, other) == 0
        else:
            assert (clockwise(one, other) < 0) == (angles[0] < angles[1])


@pytest.mark.parametrize(
    ("rows", "center"),
    [
        (["...", "..."], (2, 1)),
        (["....", "....", "...."], (3, 2)),
        ([".....", "...O.", "....."], (6, 2)),
        (["OO...", "OO...", "....."], (1, 1)),
    ],
)
def test_the_centre_is_that_of_the_circle_or_else_of_the_board(rows, center):
    """R16; in half squares."""
    height, width = len(rows), len(rows[0])
    assert Board(rows, ["v" * width] * height, ["A" * width] * height, ()).center == center


def test_a_file_moves_together_at_the_place_of_the_one_nearest_the_city():
    """LS-MOVE-1, LS-MOVE-2."""
    table = {
        "heroes": {"s1": {"at": [24, 24]}},
        "monsters": {
            "clawer/1": {"at": [3, 16]},
            "clawer/2": {"at": [8, 16]},
            "clawer/3": {"at": [4, 12]},
            "clawer/4": {"at": [14, 25]},
            "clawer/5": {"at": [26, 12]},
        },
    }
    state = positioned(table, {"scenario": "lakeburg"})
    assert in_order(state, state.monsters) == ["clawer/2", "clawer/1", "clawer/3", "clawer/5", "clawer/4"]
    state = positioned(table, {"scenario": "lakeburg", "movement_order": "due-west"})
    assert in_order(state, state.monsters) == ["clawer/3", "clawer/5", "clawer/4", "clawer/2", "clawer/1"]
