"""Line of sight: pictures of what a hero `@` cannot see. `B` is a building, `*` is hidden."""

import pytest

from domain.games.last_spell.components import Price, Technique
from domain.games.last_spell.rules.town.geometry import Square
from domain.games.last_spell.rules.town.sight import fronts, has_vision, is_hidden, needs_sight
from tests.domain.games.last_spell.tables import positioned

ROW_OF_HOUSES = """
*******
.*****.
..***..
..BBB..
...@...
.......
"""

ROW_TO_THE_RIGHT = """
.******
..*****
...***.
...BBB.
...@...
.......
"""

ROW_TO_THE_LEFT = """
******.
*****..
.***...
.BBB...
...@...
.......
"""

ONE_HOUSE = """
.*****.
..***..
...*...
...B...
...@...
.......
"""

CORNER = """
*******.
******..
*****...
****B...
***B@...
**......
*.......
"""

FARTHER_HOUSE_HIDES_NOTHING = """
.......
...B...
.......
...@...
.B.....
B......
"""

BROAD_BLOCKER_BESIDE = """
......
B....*
B..B**
.@BB**
...B**
.....*
......
"""


def squares(picture, signs):
    lines = picture.strip().splitlines()
    return [(x, y) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign in signs]


def seen_from(picture):
    lines = picture.strip().splitlines()
    terrain = "\n".join("." * len(line) for line in lines)
    [hero] = squares(picture, "@")
    houses = {f"hut/{number}": {"at": list(at)} for number, at in enumerate(squares(picture, "B"), 1)}
    table = {
        "board": {"terrain": terrain},
        "components": {"constructions": {"hut": {"category": "building", "health": 3, "blocks_sight": True}}},
        "heroes": {"s1": {"at": list(hero)}},
        "constructions": houses,
    }
    return positioned(table), hero


PICTURES = (
    ROW_OF_HOUSES, ROW_TO_THE_RIGHT, ROW_TO_THE_LEFT, ONE_HOUSE, CORNER, FARTHER_HOUSE_HIDES_NOTHING,
    BROAD_BLOCKER_BESIDE,
)  # fmt: skip


@pytest.mark.parametrize("picture", PICTURES)
def test_what_is_hidden(picture):
    """LS-LOS-4, LS-LOS-6, LS-LOS-7."""
    state, eye = seen_from(picture)
    hindrances = fronts(state, eye)
    others: list[Square] = squares(picture, ".*")
    assert [at for at in others if is_hidden(eye, hindrances, at)] == squares(picture, "*")


def test_a_watchtower_gives_vision():
    """LS-LOS-8, LS-DEF-7."""
    table = {
        "board": {"terrain": "...\n..."},
        "heroes": {"s1": {"at": [1, 0], "tower": "watchtower/1"}, "s2": {"at": [0, 0]}},
        "constructions": {"watchtower/1": {"at": [1, 0]}},
    }
    state = positioned(table, seats=2)
    assert (has_vision(state, "s1"), has_vision(state, "s2")) == (True, False)


@pytest.mark.parametrize(
    ("kind", "effects", "unit", "needed"),
    [
        ("ranged", (), "squares", True),
        ("ranged", (), "sector", True),
        ("ranged", ("vision",), "squares", False),
        ("magic", (), "sector", True),
        ("magic", (), "squares", False),
        ("magic", ("vision",), "sector", False),
        ("melee", (), "squares", False),
        ("melee", (), "sector", False),
    ],
)
def test_what_needs_a_line_of_sight(kind, effects, unit, needed):
    """LS-LOS-1, LS-LOS-2, LS-LOS-3, LS-LOS-8."""
    price = Price(action=1, mana=0, movement=0)
    assert needs_sight(kind, Technique("shot", price, "far", "single", effects), unit) is needed
