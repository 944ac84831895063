"""What a game master's standing verbs offer: the values of their arguments, as the table has them (WD-GM-16 to 25)."""

from __future__ import annotations

import pytest

from domain.contract.chance import Seeded
from domain.contract.game import Slot
from domain.games.darkness.rules.checks.ladder import CODES
from tests.domain.games.darkness.tables import GAME

SEATS = ("s1", "s2", "s3")
MASTER = "s3"


def table(**more):
    position = {
        "scenario": "the-awakening",
        "mode": "gm",
        "map": {"bar": {"x": 0, "y": 0, "rot": 0}},
        "gm": {"chapter": "ch1-rumours", "environment": "day-lights-on", **more.pop("gm", {})},
        "seats": {
            "s1": {"character": "steve", "at": "bar/3/1", "items": ["item-rope"], **more.pop("s1", {})},
            "s2": {"character": "eddie", "at": "bar/0/0"},
        },
        **more,
    }
    return GAME.set_position({"scenario": "the-awakening", "gm": MASTER}, SEATS, position, Seeded(b"slots")).state


def offered(state):
    return {
        verb: {slot.name: slot.values for slot in slots} for verb, slots in GAME.standing_slots(state, MASTER).items()
    }


def test_the_environments_but_the_one_that_there_is():
    found = offered(table())["environment"]["environment"]
    assert "day-lights-on" not in found
    assert set(found) >= {"heavy-rain", "night-lights-off"}
    assert not any(name.startswith("night-lights-off-") for name in found)
    assert (
        "night-lights-off" not in offered(table(gm={"environment": "night-lights-off"}))["environment"]["environment"]
    )


def test_the_chapters_but_the_one_that_is_played():
    chapters = [chapter.id for chapter in GAME.data.scenarios["the-awakening"].chapter]
    assert list(offered(table())["begin_chapter"]["chapter"]) == [one for one in chapters if one != "ch1-rumours"]


def test_whose_character_is_dead_may_get_another():
    assert "allow_new" not in offered(table())
    assert offered(table(s1={"alive": False}, active="s2"))["allow_new"]["seat"] == ("s1",)


def test_an_award_is_for_a_character_and_bounded():
    slots = {slot.name: slot for slot in GAME.standing_slots(table(), MASTER)["award"]}
    assert slots["to"].values == ("s1", "s2")
    assert slots["vp"] == Slot("vp", min=-1000, max=1000)
    assert slots["why"] == Slot("why")


def test_a_piece_is_put_on_any_space_of_the_map_with_health_and_values():
    slots = {slot.name: slot for slot in GAME.standing_slots(table(), MASTER)["place"]}
    assert slots["at"].values == tuple(space.id for space in GAME.data.tiles["bar"].spaces)
    assert {"zombie", "dog", "the-first-awake"} <= set(slots["kind"].values)
    assert "rope" not in slots["kind"].values
    assert (slots["health"].min, slots["health"].max) == (1, 99)
    assert [slots[f"values.{letter}"].values for letter in "IAD"] == [(None, *CODES)] * 3


def test_a_new_piece_has_an_id_that_none_has_had():
    assert offered(table())["place"]["id"] == ("piece/1",)
    there = table(gm={"pieces": {"piece/1": {"kind": "zombie", "at": "bar/5/0", "health": 1}}})
    assert offered(there)["place"]["id"] == ("piece/2",)


def test_pieces_that_are_shown_are_shown_no_more():
    pieces = {
        "z": {"kind": "zombie", "at": "bar/5/0", "health": 1},
        "y": {"kind": "zombie", "at": "bar/5/0", "health": 1, "shown": True},
    }
    assert offered(table(gm={"pieces": pieces}))["reveal"]["id"] == ("z",)
    assert "reveal" not in offered(table())


def test_security_comes_to_the_spaces_where_somebody_is_inside():
    found = offered(table())["security"]
    kind = GAME.data.contents[GAME.data.tiles["bar"].row.building_contents].security
    assert found["disk"] == tuple(name for name, disk in GAME.data.encounters.items() if disk.kind == kind)
    assert found["at"] == (None, "bar/3/1")
    assert "security" not in offered(table(s1={"at": "bar/0/0"}))


def test_a_ruling_is_about_who_and_what_there_is():
    found = offered(table(gm={"pieces": {"z": {"kind": "zombie", "at": "bar/5/0", "health": 1}}}))["rule"]
    assert found["on"] == (None, "s1", "s2", "z")
    assert found["take"] == (None, "item-rope")
    assert found["keep"] == ("item-rope",)
    assert found["give"] == (None, *GAME.data.goods) == found["item"]
    assert found["failure"] == (None, 1, -1)
    assert found["move"] == (None, *(space.id for space in GAME.data.tiles["bar"].spaces))
    assert found["building"] == (None, *GAME.data.contents)
    assert found["tn"] == (None, *CODES)
    assert found["finds"] == tuple(GAME.data.goods)


@pytest.mark.parametrize("seat", ["s1", "s2"])
def test_players_may_talk_to_all_others_and_no_more(seat):
    found = {slot.name: slot for slot in GAME.standing_slots(table(), seat)["talk"]}
    assert set(GAME.standing_slots(table(), seat)) == {"talk"}
    assert found["to"] == Slot("to", tuple(other for other in SEATS if other != seat), 1, 2)
