"""Where tiles lie and how one walks on them (WD-TILE)."""

from __future__ import annotations

import pytest

from domain.games.darkness.data import load
from domain.games.darkness.rules.play import Walker
from domain.games.darkness.rules.town.layout import turned_cell
from domain.games.darkness.rules.town.tiles import (
    Place,
    doors_of,
    find_door,
    find_window,
    ground_of,
    outside_of,
    pair_place,
    rotations_for,
    walk_to,
    walks,
)


def ground(**places):
    return ground_of(load(), tuple((name.replace("_", "-"), Place(*place)) for name, place in places.items()))


def path(where, start, end, *no_doors):
    walk = walk_to(walks(where, start, Walker(no_doors)), end)
    return walk and walk.path


@pytest.mark.parametrize(("rot", "cell"), [(0, (1, 2)), (90, (2, 4)), (180, (4, 3)), (270, (3, 1))])
def test_turning_a_tile(rot, cell):
    """WD-TILE-2: (r, c), (c, 5-r), (5-r, 5-c), (5-c, r)."""
    assert turned_cell((1, 2), rot) == cell


def test_map_coordinates():
    assert ground(bar=(2, 1, 90)).at["bar/1/2"] == (6 + 2, 12 + 4)


def test_a_locked_door_bars_the_way_in_only():
    where = ground(bar=(0, 0, 0))
    assert path(where, "bar/4/2", "bar/5/2") == ("bar/5/2",)
    assert path(where, "bar/5/2", "bar/4/2") is None
    assert path(where, "bar/5/2", "bar/4/2", "bar/4/2/s") == ("bar/4/2",)


def test_windows_and_walls_bar_the_way():
    where = ground(bar=(0, 0, 0))
    assert "bar/5/3" not in [step.to for step in where.steps["bar/4/3"]]
    assert "bar/3/0" not in [step.to for step in where.steps["bar/3/1"]]


def test_a_fence_is_crossed():
    assert path(ground(house=(0, 0, 0)), "house/3/4", "house/3/5") == ("house/3/5",)


def test_between_tiles_outdoors_only_or_across_a_join():
    where = ground(high_school_a=(0, 0, 0), high_school_b=(1, 0, 0))
    assert path(where, "high-school-a/2/5", "high-school-b/2/0") == ("high-school-b/2/0",)
    assert "high-school-b/1/0" not in [step.to for step in where.steps["high-school-a/1/5"]]
    assert path(where, "high-school-a/0/5", "high-school-b/0/0") == ("high-school-b/0/0",)


def test_of_equally_short_walks_the_first_direction_is_meant():
    """WD-TILE-9: n, e, s, w."""
    assert path(ground(bar=(0, 0, 0)), "bar/2/1", "bar/1/2") == ("bar/1/1", "bar/1/2")


def test_doors_and_windows_are_named_by_their_inside_space():
    assert outside_of("bar/4/2/s") == "bar/5/2"
    door, window = find_door(load(), "bank/4/3/s"), find_window(load(), "bar/2/1/w")
    assert door is not None
    assert window is not None
    assert (door.tn, window.must_beat) == ("3S", "6H")
    assert find_door(load(), "bar/4/3/s") is None
    assert find_door(load(), "nowhere/0/0/n") is None


def test_the_other_half_turns_with_the_first():
    """WD-TILE-14."""
    assert pair_place(load(), "high-school-a", Place(3, 3, 0)) == Place(4, 3, 0)
    assert pair_place(load(), "high-school-a", Place(3, 3, 90)) == Place(3, 4, 90)
    assert pair_place(load(), "high-school-b", Place(3, 3, 270)) == Place(3, 4, 270)


def test_rotations_need_room_for_both_halves():
    where = ground(bar=(0, 0, 0), cafe=(1, 1, 0))
    assert rotations_for(where, "high-school-a", 1, 0) == [0, 270]
    assert rotations_for(where, "bank", 1, 0) == [0, 90, 180, 270]


def test_every_way_out_of_a_building_is_a_door():
    for tile in load().tiles.values():
        where = ground_of(load(), ((tile.id, Place(0, 0, 0)),))
        doors = {outside_of(door) for door in doors_of(load(), tile.id)}
        inside = [space for space in tile.spaces if space.building]
        outs = {step.to for space in inside for step in where.steps[space.id] if load().building(step.to) is None}
        assert outs == doors, tile.id
