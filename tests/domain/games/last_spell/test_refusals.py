"""What is refused in a hero's turn, and with which code; nothing has changed afterwards."""

import pytest

from domain.contract.chance import Seeded
from domain.contract.game import Refused
from tests.domain.games.last_spell.tables import GAME, positioned

BOARD = """
FFFFFFFFFF
..........
...x......
..........
..........
..........
"""

TABLE = {
    "board": {"terrain": BOARD.strip()},
    "heroes": {
        "s1": {
            "at": [3, 3],
            "wounds": 1,
            "mana": 1,
            "mana_max": 4,
            "actions": 2,
            "actions_max": 3,
            "spent": {"sword/slash": 1},
            "movement": {"ready": [3], "used": [2, 4]},
            "points": 2,
            "weapons": ["sword", "pistol", "tome-of-secrets"],
            "armor": [{"card": "chainmail", "used": True}, {"card": "steel-shield"}, {"card": "worn-trousers"}],
            "potions": [{"kind": "green-potion"}, {"kind": "yellow-potion"}],
            "scrolls": ["scroll-of-thorns"],
        },
        "s2": {"at": [0, 5]},
    },
    "monsters": {"clawer/2": {"at": [4, 3]}, "archer/1": {"at": [8, 4]}},
    "constructions": {
        "watchtower/1": {"at": [3, 4]},
        "watchtower/2": {"at": [9, 5]},
        "tele-portal/1": {"at": [6, 4]},
        "ballista/1": {"at": [7, 4], "used": True},
        "catapult/1": {"at": [7, 5]},
        "stone-wall/1": {"at": [2, 3]},
    },
}


def attack(**arguments):
    return {"type": "attack", **arguments}


SLASH = {"weapon": "sword", "technique": "slash"}
BUCKSHOT = {"weapon": "pistol", "technique": "buckshot"}

REFUSED = [
    ({"type": "dance"}, "malformed"),
    ({"type": "spend"}, "malformed"),
    ({"type": "spend", "value": "3"}, "malformed"),
    ({"type": "spend", "value": 2}, "illegal"),
    ({"type": "move", "path": []}, "malformed"),
    ({"type": "move", "path": [[3, 99]]}, "malformed"),
    ({"type": "move", "path": [[5, 3]]}, "illegal"),
    ({"type": "move", "path": [[4, 3]]}, "illegal"),
    ({"type": "move", "path": [[2, 3]]}, "illegal"),
    ({"type": "move", "path": [[3, 2], [3, 1]]}, "illegal"),
    ({"type": "jump", "to": [3, 1]}, "illegal"),
    ({"type": "jump", "to": [-1, 3]}, "malformed"),
    ({"type": "climb", "tower": "watchtower/7"}, "malformed"),
    ({"type": "climb", "tower": "watchtower/2"}, "illegal"),
    ({"type": "climb", "tower": "ballista/1"}, "illegal"),
    ({"type": "descend", "to": [3, 2]}, "illegal"),
    ({"type": "descend", "to": [3, 99]}, "malformed"),
    ({"type": "teleport", "portal": "tele-portal/1"}, "illegal"),
    ({"type": "teleport", "portal": "tele-portal/9"}, "malformed"),
    (attack(weapon="fork", technique="slash", at=[4, 3]), "malformed"),
    (attack(weapon="sword", technique="poke", at=[4, 3]), "malformed"),
    (attack(weapon="spear", technique="impale", at=[4, 3]), "illegal"),
    (attack(**SLASH), "malformed"),
    (attack(**SLASH, at=[4]), "malformed"),
    (attack(**SLASH, at=[[4, 3], [4, 3]]), "malformed"),
    (attack(**SLASH, at=[40, 3]), "malformed"),
    (attack(**SLASH, at=[4, 4]), "illegal"),
    (attack(**SLASH, at=[2, 3]), "illegal"),
    (attack(**SLASH, at=[4, 3], hero="s2"), "malformed"),
    (attack(**SLASH, at=[4, 3], direction="up"), "malformed"),
    (attack(**SLASH, at=[4, 3], direction="north"), "illegal"),
    (attack(**SLASH, at=[4, 3], curse="blue"), "illegal"),
    (attack(**SLASH, at=[4, 3], curse="green"), "malformed"),
    (attack(**BUCKSHOT, at=[4, 3]), "illegal"),
    (attack(weapon="tome-of-secrets", technique="meteor", at=[8, 4]), "illegal"),
    (attack(weapon="tome-of-secrets", technique="dark-word", at=[8, 4], die="blue"), "illegal"),
    (attack(weapon="tome-of-secrets", technique="rousing-words", at=[3, 3]), "malformed"),
    (attack(weapon="tome-of-secrets", technique="rousing-words", hero="s9"), "malformed"),
    ({"type": "punch", "target": "clawer/3"}, "malformed"),
    ({"type": "punch", "target": "clawer/1"}, "illegal"),
    ({"type": "punch", "target": "archer/1"}, "illegal"),
    ({"type": "punch", "target": "s2"}, "illegal"),
    ({"type": "punch", "target": "s1"}, "illegal"),
    ({"type": "punch", "target": "stone-wall/1"}, "illegal"),
    ({"type": "drink", "potion": "tea"}, "malformed"),
    ({"type": "drink", "potion": "red-potion"}, "illegal"),
    ({"type": "drink", "potion": "green-potion"}, "illegal"),
    ({"type": "drink", "potion": "green-potion", "token": 3}, "illegal"),
    ({"type": "drink", "potion": "yellow-potion"}, "illegal"),
    ({"type": "drink", "potion": "yellow-potion", "tokens": ["protect"]}, "illegal"),
    ({"type": "drink", "potion": "yellow-potion", "tokens": ["sword/slash"], "token": 2}, "malformed"),
    ({"type": "read", "scroll": "scroll-of-sand", "at": [8, 4]}, "malformed"),
    ({"type": "read", "scroll": "scroll-of-frost", "at": [8, 4]}, "illegal"),
    ({"type": "read", "scroll": "scroll-of-thorns", "at": [8, 4]}, "illegal"),
    ({"type": "fire", "defence": "ballista/9", "at": [4, 3]}, "malformed"),
    ({"type": "fire", "defence": "ballista/1", "at": [4, 3]}, "illegal"),
    ({"type": "fire", "defence": "catapult/1", "at": [4, 3]}, "illegal"),
    ({"type": "fire", "defence": "stone-wall/1", "at": [4, 3]}, "illegal"),
    ({"type": "fire", "defence": "ballista/1", "at": [4, 33]}, "malformed"),
    ({"type": "reactivate", "card": "fork"}, "malformed"),
    ({"type": "reactivate", "card": "pavise"}, "illegal"),
    ({"type": "reactivate", "card": "worn-trousers"}, "illegal"),
    ({"type": "reactivate", "card": "steel-shield", "token": 3}, "illegal"),
    ({"type": "reactivate", "card": "chainmail"}, "illegal"),
    ({"type": "reactivate", "card": "chainmail", "token": 3}, "illegal"),
    ({"type": "use", "card": "worn-trousers"}, "illegal"),
    ({"type": "choose", "value": 1}, "illegal"),
    ({"type": "ready"}, "illegal"),
]


@pytest.mark.parametrize(("action", "code"), REFUSED, ids=lambda value: str(value)[:60])
def test_it_is_refused_and_changes_nothing(action, code):
    state = positioned(TABLE, seats=2)
    before = GAME.view(state, "referee")
    with pytest.raises(Refused) as refusal:
        GAME.advance(state, "s1", action, Seeded(b"refused"))
    assert refusal.value.code == code
    assert GAME.view(state, "referee") == before


ON_A_TOWER = {
    **TABLE,
    "heroes": {**TABLE["heroes"], "s1": {**TABLE["heroes"]["s1"], "at": [3, 4], "tower": "watchtower/1"}},
}

FORBIDDEN_TOO = [
    {"type": "move", "path": []},
    {"type": "move", "path": [[3, 99]]},
    {"type": "jump", "to": [-1, 3]},
    {"type": "climb", "tower": "watchtower/7"},
    {"type": "teleport", "portal": "tele-portal/9"},
    attack(weapon="spear", technique="impale", at=[40, 3]),
    attack(weapon="spear", technique="impale", at=[4, 3], die="green"),
    {"type": "read", "scroll": "scroll-of-frost", "at": [80, 4]},
    {"type": "drink", "potion": "red-potion", "token": 3},
    {"type": "drink", "potion": "blue-potion", "tokens": ["protect"]},
    {"type": "fire", "defence": "stone-wall/1", "at": [4, 33]},
]
"""Names and squares that nothing has, of what the hero on its tower, or with what it carries, cannot do either."""


@pytest.mark.parametrize("action", FORBIDDEN_TOO, ids=str)
def test_what_is_malformed_is_told_before_what_is_illegal(action):
    with pytest.raises(Refused) as refusal:
        GAME.advance(positioned(ON_A_TOWER, seats=2), "s1", action, Seeded(b"order"))
    assert refusal.value.code == "malformed"


@pytest.mark.parametrize(
    "action",
    [
        {"type": "build", "kind": "ruins", "at": [99, 0]},
        {"type": "equip", "take": "fork", "hero": "s2"},
        {"type": "equip", "take": "sword", "give_back": "sword", "hero": "s2"},
        {"type": "place", "at": [99, 0], "hero": "s2"},
    ],
    ids=str,
)
def test_so_it_is_between_nights(action):
    state = positioned({"phase": "setup", "night": 2, "heroes": {"s1": {}, "s2": {}}}, seats=2)
    with pytest.raises(Refused) as refusal:
        GAME.advance(state, "s1", action, Seeded(b"order"))
    assert refusal.value.code == "malformed"


@pytest.mark.parametrize("action", [{"type": "end_turn"}, {"type": "spend", "value": 2}, {"type": "ready"}])
def test_another_seat_has_to_wait(action):
    with pytest.raises(Refused) as refusal:
        GAME.advance(positioned(TABLE, seats=2), "s2", action, Seeded(b"waits"))
    assert refusal.value.code == "not-your-decision"


def test_a_seat_that_does_not_exist_is_malformed():
    with pytest.raises(Refused) as refusal:
        GAME.advance(positioned(TABLE, seats=2), "s3", {"type": "pass"}, Seeded(b"none"))
    assert refusal.value.code == "malformed"


def test_nothing_more_can_be_done_when_the_game_is_over():
    state = positioned({"phase": "over", "heroes": {"s1": {"at": [12, 12]}}})
    with pytest.raises(Refused) as refusal:
        GAME.advance(state, "s1", {"type": "pass"}, Seeded(b"over"))
    assert refusal.value.code == "game-over"
