"""Lines of sight in GM play (WD-GM-10, WD-GM-17)."""

from __future__ import annotations

import pytest

from domain.contract.chance import Seeded
from domain.games.darkness.rules.master.sight import environment_for, sees
from tests.domain.games.darkness.tables import GAME


def table(at, environment="day-lights-on", items=(), no_doors=()):
    position = {
        "map": {"bar": {"x": 0, "y": 0, "rot": 0}, "cafe": {"x": 1, "y": 0, "rot": 0}},
        "no_doors": list(no_doors),
        "gm": {"chapter": "ch1-rumours", "environment": environment},
        "seats": {"s1": {"character": "steve", "at": at, "items": list(items)}},
    }
    options = {"scenario": "the-awakening", "gm": "s2"}
    return GAME.set_position(options, ("s1", "s2"), position, Seeded(b"")).state


@pytest.mark.parametrize(
    ("at", "space", "seen"),
    [
        ("bar/0/1", "bar/0/4", True),
        ("bar/0/1", "bar/0/5", False),
        ("bar/0/4", "cafe/0/1", True),
        ("bar/5/2", "bar/4/2", False),
        ("bar/5/3", "bar/4/3", True),
        ("bar/5/3", "bar/3/3", True),
        ("bar/3/3", "bar/2/3", False),
        ("bar/3/2", "bar/2/3", True),
        ("bar/3/3", "bar/3/3", True),
        ("bar/1/0", "bar/1/1", False),
        ("bar/1/1", "bar/3/2", True),
    ],
)
def test_walls_and_doors_block_windows_and_corners_do_not(at, space, seen):
    assert sees(table(at), "s1", space) is seen


def test_a_broken_door_does_not_block():
    assert sees(table("bar/5/2", no_doors=["bar/4/2/s"]), "s1", "bar/2/2")


@pytest.mark.parametrize(
    ("environment", "items", "far"),
    [
        ("day-lights-on", (), 3), ("light-rain", (), 2), ("heavy-rain", (), 1), ("night-lights-off", (), 0),
        ("night-lights-off", ("item-flashlight-1",), 2), ("night-lights-off", ("flashlight",), 2),
    ],
)  # fmt: skip
def test_the_environment_lowers_sight(environment, items, far):
    state = table("bar/0/0", environment, items)
    assert environment_for(state, "s1").line_of_sight == far
    assert [sees(state, "s1", f"bar/0/{away}") for away in range(5)] == [away <= far for away in range(5)]
