"""What does not fit in a data file is told, by the tile, disk, character or scenario that it is in."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.darkness.components import DoorRow, EdgeRow, Placement, WindowRow
from domain.games.darkness.data import FILE, load
from domain.games.darkness.data_check import check_data, problems
from domain.games.darkness.rules.town.layout import parse

DATA = load()
BAR = DATA.tiles["bar"]


def told(**changes):
    """What is wrong after these changes, as one text."""
    return "\n".join(problems(replace(DATA, **changes), DATA.source["components"]))


def with_bar(**row):
    """The bar with other lists beside its drawing."""
    return {"tiles": {**DATA.tiles, "bar": replace(BAR, row=replace(BAR.row, **row))}}


def drawn(old, new):
    """The bar with another drawing, the same lists beside it."""
    rows = tuple("\n".join(BAR.row.layout).replace(old, new, 1).split("\n"))
    tile = replace(BAR, plan=parse(rows), row=replace(BAR.row, layout=rows))
    return {"tiles": {**DATA.tiles, "bar": tile}}


def with_one(name, key, **fields):
    """One row of a table altered."""
    rows = getattr(DATA, name)
    return {name: {**rows, key: replace(rows[key], **fields)}}


def with_setup(**fields):
    return with_one("scenarios", "the-ticking-case", setup=replace(DATA.scenarios["the-ticking-case"].setup, **fields))


def with_token(**fields):
    row = DATA.scenarios["the-ticking-case"]
    return with_one("scenarios", row.id, token=(replace(row.token[0], **fields), *row.token[1:]))


def with_check(**fields):
    row = DATA.scenarios["the-ticking-case"]
    [action, *others] = sorted(row.action, key=lambda action: action.check is None)
    checked = replace(action, check=replace(action.check, **fields))
    return with_one("scenarios", row.id, action=(checked, *others))


DOOR, WINDOW = BAR.row.doors[0], BAR.row.windows[0]
WITHOUT_ROPE = {name: disk for name, disk in DATA.encounters.items() if name != "item-rope"}
STREET = Placement("bar", 0, 0, 0)

FAULTS = [
    ({"encounters": WITHOUT_ROPE}, "encounter_disks: "),
    ({"encounters": WITHOUT_ROPE}, "\ndisks: "),
    ({"fate": {}}, "fate: 0 rows, the two tables have 22"),
    ({"attributes": DATA.attributes[1:]}, "attributes: 6, a character has 7"),
    (with_bar(layout=BAR.row.layout[:12]), "bar: the drawing is not 13 by 13"),
    (with_bar(layout=(*BAR.row.layout[:12], "+")), "bar: the drawing is not 13 by 13"),
    (drawn("i i i", "i z i"), "bar: unknown cells ['z']"),
    (with_bar(encounter_cells=BAR.row.encounter_cells[1:]), "bar: encounter_cells are not those of the drawing"),
    (with_bar(event_cells=()), "bar: event_cells are not those of the drawing"),
    (with_bar(street_cells=()), "bar: street_cells are not those of the drawing"),
    (with_bar(yard_cells=((0, 0),)), "bar: yard_cells are not those of the drawing"),
    (with_bar(doors=BAR.row.doors[:1]), "bar: doors are not those of the drawing"),
    (with_bar(windows=()), "bar: windows are not those of the drawing"),
    (with_bar(doors=(replace(DOOR, tn="1P"), *BAR.row.doors[1:])), "bar: the door at (4, 2) has 1 locks and 1P"),
    (with_bar(doors=(DoorRow((5, 2), "s", 1, "6H"),)), "bar: the door at (5, 2) leads off the tile"),
    (
        with_bar(windows=(WindowRow(WINDOW.cell, WINDOW.side, WINDOW.nearest_door, "3S"),)),
        "bar: the window at (4, 3) has not the number of its door",
    ),
    (with_bar(fences=(EdgeRow((0, 0), "e"),)), "bar: no fence at (0, 0) e"),
    (drawn(" s|i", " s i"), "bar: no wall between inside and outside at 1/1 w"),
    (
        with_one("tiles", "high-school-a", row=replace(DATA.tiles["high-school-a"].row, pair_offset_rot0=(5, 5))),
        "high-school-a: high-school-b does not lie beside it",
    ),
    (with_one("encounters", "item-rope", tn="9Z"), "item-rope: unknown numbers ['9Z']"),
    (with_one("skills", "search", attribute="X"), "search: 3 points do not give 1 dice of X"),
    (with_one("characters", "steve", attributes={"S": 3}), "steve: attributes {'S': 3}"),
    (
        with_one("characters", "steve", attributes={**DATA.characters["steve"].attributes, "S": 4}),
        "steve: attributes",
    ),
    (with_one("characters", "steve", skills=tuple(DATA.skills)), "steve: skills cost more than 10 points"),
    (with_setup(tiles=(STREET, STREET)), "the-ticking-case: tiles lie on one another"),
    (with_setup(tiles=(STREET, replace(STREET, x=1))), "the-ticking-case: tiles lie on one another"),
    (with_setup(tiles=(replace(STREET, tile="nowhere"),)), "the-ticking-case: unknown tile nowhere"),
    (with_setup(tiles=(STREET, Placement("bank", 1, 1, 0))), "the-ticking-case: bank lies apart"),
    (with_token(place={"tile": "bar", "cell": "event"}), "token-1 lies on a tile that is not in play"),
    (with_token(place={"tile": "library", "cell": "second-event"}), "token-1 has no second event space"),
    (with_token(vp=9), "the-ticking-case: token-1 pays 9 for 1P"),
    (with_check(attribute="X"), "has an unknown attribute or skill"),
    (with_check(skills=("juggling",)), "has an unknown attribute or skill"),
]


@pytest.mark.parametrize(("changes", "fault"), FAULTS)
def test_what_does_not_fit_is_told(changes, fault):
    assert fault in told(**changes)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (with_one("encounters", "item-rope", vp=5), "item-rope: pays 5, its numbers are ['1P']"),
        (with_one("skills", "search", bonus_dice=2), "search: 3 points do not give 2 dice of Int"),
    ],
)
def test_one_fault_is_told_alone(changes, fault):
    assert told(**changes) == fault


def bar_with(rows):
    """The bar with these rows of its drawing, and no list of doors that would differ from them."""
    tile = replace(BAR, plan=parse(tuple(rows)), row=replace(BAR.row, layout=tuple(rows), doors=()))
    return {"tiles": {**DATA.tiles, "bar": tile}}


def test_a_room_without_a_door_is_told():
    rows = [*BAR.row.layout]
    rows[3], rows[10] = " s|i ? i i|s ", "+ +-+-+w+-+ +"
    assert "no way from a door" in told(**bar_with(rows))


def test_a_street_behind_walls_is_told():
    rows = [*BAR.row.layout]
    rows[1], rows[2] = " s|s s s s s ", "+-+-+-+-+-+ +"
    assert "bar: no way along the streets to" in told(**bar_with(rows))


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (b"\xff", "the file is not UTF-8"),
        (b"tile", "the file is not TOML: "),
        (b"", "is missing, or nothing has that name"),
        (b"tile = 3", "the file has not the shape of the game's data: "),
        (FILE.read_bytes().replace(b"vp = 5", b'vp = "many"', 1), "Expected `int`, got `str`"),
    ],
)
def test_what_is_no_data_file_is_told(raw, fault):
    [found] = check_data(raw)
    assert fault in found
