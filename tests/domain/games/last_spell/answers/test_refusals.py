"""What is refused in a hero's turn, and with which code; nothing has changed afterwards."""

import pytest

from domain.contract.chance import Forced, Seeded
from domain.contract.game import Refused
from tests.domain.games.last_spell.tables import GAME, POST, positioned

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


def says_why(refusal):
    """Whether a refusal has a reason with no gap in its words."""
    return bool(refusal.reason) and not refusal.why.untold


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
    assert (refusal.value.code, says_why(refusal.value)) == (code, True)
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


BLOW = {
    **TABLE,
    "phase": "monsters",
    "step": "monster-attack",
    "components": {"monsters": {"brute": {**POST, "damage": 5}}},
    "monsters": {"brute/1": {"at": [4, 3], "facing": "west"}},
    "heroes": {**TABLE["heroes"], "s1": {**TABLE["heroes"]["s1"], "mana": 2}},
}
"""A blow that the hero in the midst of the table has to answer."""

NO_ANSWERS = [
    ({"type": "use"}, "malformed"),
    ({"type": "use", "card": "fork"}, "malformed"),
    ({"type": "use", "card": "pavise"}, "illegal"),
    ({"type": "use", "card": "chainmail"}, "illegal"),
    ({"type": "reactivate", "card": "fork"}, "malformed"),
    ({"type": "reactivate", "card": "pavise"}, "illegal"),
    ({"type": "reactivate", "card": "steel-shield", "token": 3}, "illegal"),
    ({"type": "reactivate", "card": "worn-trousers"}, "illegal"),
    ({"type": "reactivate", "card": "chainmail", "token": 3}, "illegal"),
    ({"type": "reroll", "source": "magic"}, "illegal"),
    ({"type": "keep"}, "illegal"),
    ({"type": "stop"}, "illegal"),
    ({"type": "bounce", "monster": "brute/1"}, "illegal"),
    ({"type": "choose", "value": "yes"}, "illegal"),
    ({"type": "end_turn"}, "illegal"),
]


@pytest.mark.parametrize(("action", "code"), NO_ANSWERS, ids=lambda value: str(value)[:60])
def test_what_answers_no_blow_is_refused(action, code):
    """LS-ARM-2, LS-ARM-3: of what is worn the chainmail alone lies sideways and can be paid for, with mana."""
    state = positioned(BLOW, seats=2)
    assert state.open["s1"].kind == "damage"
    before = GAME.view(state, "referee")
    with pytest.raises(Refused) as refusal:
        GAME.advance(state, "s1", action, Seeded(b"blow"))
    assert (refusal.value.code, says_why(refusal.value)) == (code, True)
    assert GAME.view(state, "referee") == before


ARMED = {
    **TABLE,
    "components": {"monsters": {"post": POST}},
    "monsters": {f"post/{number}": {"at": at} for number, at in enumerate(([6, 2], [6, 1], [8, 4], [6, 0]), 1)},
    "heroes": {**TABLE["heroes"], "s1": {**TABLE["heroes"]["s1"], "mana": 3, "weapons": ["wand", "magic-orb"]}},
}
"""A magician, and posts of whom the first stands beside the second, which hides the fourth."""


def thrown(weapon, technique, face):
    """The table after an attack on the first post, whose die shows that face."""
    state = positioned(ARMED, seats=2)
    chance = Forced([{"roll": "blue", "results": [face]}], Seeded(b"thrown"))
    GAME.advance(state, "s1", attack(weapon=weapon, technique=technique, at=[6, 2]), chance)
    return state


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "reroll"}, "malformed"),
        ({"type": "reroll", "source": "luck"}, "malformed"),
        ({"type": "reroll", "source": "isolation"}, "illegal"),
        ({"type": "reroll", "source": "momentum"}, "illegal"),
        ({"type": "stop"}, "illegal"),
        ({"type": "accept"}, "illegal"),
        ({"type": "pass"}, "illegal"),
    ],
    ids=str,
)
def test_a_miss_is_rolled_again_by_what_the_attack_has_or_kept(action, code):
    """LS-WPN-5: magic alone; LS-FX-isolation-1 and LS-FX-momentum-1 are no effects of a spark."""
    state = thrown("wand", "spark", "miss")
    assert [GAME.show(answer) for answer in GAME.legal(state, "s1").actions] == [{"reroll": "magic"}, "keep"]
    with pytest.raises(Refused) as refusal:
        GAME.advance(state, "s1", action, Seeded(b"miss"))
    assert (refusal.value.code, says_why(refusal.value)) == (code, True)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "bounce"}, "malformed"),
        ({"type": "bounce", "monster": "clawer/9"}, "malformed"),
        ({"type": "bounce", "monster": "post/1"}, "illegal"),
        ({"type": "bounce", "monster": "post/3"}, "illegal"),
        ({"type": "bounce", "monster": "post/4"}, "illegal"),
        ({"type": "bounce", "monster": "s2"}, "illegal"),
        ({"type": "keep"}, "illegal"),
    ],
    ids=str,
)
def test_propagation_goes_on_to_a_neighbour_that_was_not_targeted_or_stops(action, code):
    """LS-FX-propagation-1."""
    state = thrown("magic-orb", "ember", "hit")
    assert [GAME.show(answer) for answer in GAME.legal(state, "s1").actions] == [{"bounce": "post/2"}, "stop"]
    with pytest.raises(Refused) as refusal:
        GAME.advance(state, "s1", action, Seeded(b"bounce"))
    assert (refusal.value.code, says_why(refusal.value)) == (code, True)


@pytest.mark.parametrize(
    ("forbidding", "forbidden"), [("coat", "pavise"), ("heavy-shield", "carapace"), ("coat", "steel-shield")]
)
@pytest.mark.parametrize("used", [False, True])
def test_a_card_that_another_forbids_is_neither_used_nor_reactivated(forbidding, forbidden, used):
    """LS-ARMOR-coat-1, LS-ARMOR-heavy-shield-1: as long as it is worn, sideways or not."""
    cards = [{"card": forbidding}, {"card": forbidden, "used": used}, {"card": "worn-trousers"}]
    hero = {**BLOW["heroes"]["s1"], "armor": cards, "mana": 4}
    state = positioned({**BLOW, "heroes": {**BLOW["heroes"], "s1": hero}}, seats=2)
    verb = "reactivate" if used else "use"
    with pytest.raises(Refused) as refusal:
        GAME.advance(state, "s1", {"type": verb, "card": forbidden}, Seeded(b"forbidden"))
    assert refusal.value.code == "illegal"
    assert not [answer for answer in GAME.legal(state, "s1").actions if forbidden in str(answer)]


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
