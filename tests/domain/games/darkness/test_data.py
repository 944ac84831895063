"""The data agrees with itself, and what is wrong in it is found."""

from __future__ import annotations

import tomllib

import pytest
from msgspec.structs import replace

from domain.games.darkness.data import FILE, built_in, labels, load
from domain.games.darkness.data_check import check_data, problems
from domain.games.darkness.rules.town.layout import parse


def components():
    return tomllib.loads(FILE.read_text())["components"]


def broken(**changes):
    return problems(replace(load(), **changes), components())


def test_nothing_is_wrong_with_the_data():
    assert check_data(built_in()) == []


def test_a_missing_disk_is_found():
    fewer = {name: disk for name, disk in load().encounters.items() if name != "item-rope"}
    found = broken(encounters=fewer)
    assert any("encounter_disks" in line for line in found)
    assert any(line.startswith("disks:") for line in found)


def test_a_disk_that_pays_something_else_is_found():
    odd = {**load().encounters, "item-rope": replace(load().encounters["item-rope"], vp=5)}
    assert broken(encounters=odd) == ["item-rope: pays 5, its numbers are ['1P']"]


def test_a_door_without_a_drawing_is_found():
    bar = load().tiles["bar"]
    tile = replace(bar, row=replace(bar.row, doors=bar.row.doors[:1]))
    found = broken(tiles={**load().tiles, "bar": tile})
    assert "bar: doors are not those of the drawing" in found


def test_a_room_without_a_door_is_found():
    rows = list(load().tiles["bar"].row.layout)
    rows[10] = "+ +-+-+w+-+ +"
    rows[3] = " s|i ? i i|s "
    bar = load().tiles["bar"]
    tile = replace(bar, plan=parse(tuple(rows)), row=replace(bar.row, layout=tuple(rows), doors=()))
    assert any("no way from a door" in line for line in broken(tiles={**load().tiles, "bar": tile}))


def test_a_skill_with_too_many_dice_is_found():
    odd = {**load().skills, "search": replace(load().skills["search"], bonus_dice=2)}
    assert broken(skills=odd) == ["search: 3 points do not give 2 dice of Int"]


def test_every_name_is_there_in_english_and_french():
    assert set(labels(load())["en"]) == set(labels(load())["fr"])
    assert labels(load())["fr"]["church"] == "Eglise"
    assert labels(load())["en"]["bandaged-king"] == "The Bandaged King"


@pytest.mark.parametrize(("tile", "count"), [("bar", 3), ("museum", 4), ("high-school-b", 3)])
def test_encounter_spaces_are_in_reading_order(tile, count):
    spaces = load().tiles[tile].encounter
    assert len(spaces) == count
    assert list(spaces) == sorted(spaces)
