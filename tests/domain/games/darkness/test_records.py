"""Options, and what is kept of made characters between games (WD-SETUP-1, WD-XP-3, WD-XP-5, WD-GM-20)."""

from __future__ import annotations

import pytest

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Refused, to_json
from tests.domain.games.darkness.tables import GAME, seat_ids

THIEF = {
    "name": "Kit",
    "occupation": "thief",
    "attributes": {"S": 3, "A": 3, "Dex": 4, "Int": 2, "Pers": 3, "Med": 2, "D": 3},
    "skills": {"lockpick": 3, "search": 3},
    "skill_points": 0,
    "items": [],
    "games": [],
}
VETERAN = {**THIEF, "skills": {"lockpick": 5, "search": 3}, "items": ["knife", "item-rope"], "games": [{"won": True}]}


@pytest.mark.parametrize(
    ("options", "seats", "reason"),
    [
        ({"scenario": "the-ticking-case"}, 1, "the-ticking-case is for 2 to 6 seats"),
        ({"scenario": "first-night"}, 7, "first-night is for 1 to 6 seats"),
        ({"scenario": "the-awakening"}, 3, "a scenario with a game master needs the option `gm`"),
        ({"scenario": "first-night", "gm": "s1"}, 3, "a scenario with a game master needs the option `gm`"),
        ({"scenario": "the-awakening", "gm": "s9"}, 3, "'s9' is no seat"),
        ({"scenario": "nowhere"}, 3, "unknown scenario 'nowhere'"),
        ({"colour": "red"}, 3, "unknown option 'colour'"),
        ({"characters": {"s9": "steve"}}, 2, "'s9' is no seat with a character"),
        ({"characters": {"s1": "steve", "s2": "steve"}}, 2, "pre-made characters are named by their ids, each once"),
        ({"characters": {"s1": "nobody"}}, 2, "pre-made characters are named by their ids, each once"),
        ({"characters": {"s1": {"occupation": "thief"}}}, 2, "no character: Object missing required field"),
        ({"characters": ["steve"]}, 2, "characters are a map of seats"),
    ],
)
def test_options_that_do_not_fit(options, seats, reason):
    with pytest.raises(Refused, match=f"^malformed: {reason}"):
        GAME.check_options(options, seat_ids(seats))


def test_players_count_every_seat_the_masters_too():
    assert GAME.check_options({"scenario": "the-awakening", "gm": "s6"}, seat_ids(6))["gm"] == "s6"
    with pytest.raises(Refused, match="malformed: the-awakening is for 2 to 6 seats"):
        GAME.check_options({"scenario": "the-awakening", "gm": "s1"}, seat_ids(7))


def test_a_table_without_a_scenario_is_set_up_as_the_ordinary_evening():
    state = GAME.setup({}, seat_ids(2), Seeded(b"ordinary")).state
    assert (state.scenario, len(state.reserve)) == ("first-night", 14)


def test_experienced_characters_may_be_barred():
    options = {"scenario": "first-night", "characters": {"s1": VETERAN}}
    checked = GAME.check_options(options, seat_ids(1))["characters"]["s1"]
    assert checked == {key: value for key, value in VETERAN.items() if key != "name"}
    with pytest.raises(Refused, match=r"^illegal: experienced characters are not allowed at this table$"):
        GAME.check_options({**options, "experienced": False}, seat_ids(1))


def test_a_board_game_begins_without_kept_items():
    """WD-XP-3: attributes, skills and points are kept; items and VP are not."""
    state = GAME.setup({"scenario": "first-night", "characters": {"s1": VETERAN}}, seat_ids(1), Seeded(b"a")).state
    assert state.people["s1"].sheet.skills == {"lockpick": 5, "search": 3}
    assert (state.people["s1"].items, state.people["s1"].vp) == ((), 0)


def test_a_campaign_begins_with_kept_items_and_their_points():
    """WD-GM-20: the next game starts with the sum of the VP of the items."""
    options = {"scenario": "the-awakening", "gm": "s2", "characters": {"s1": VETERAN}}
    state = GAME.setup(options, seat_ids(2), Seeded(b"b")).state
    assert state.people["s1"].items == ("knife", "item-rope")
    assert state.people["s1"].vp == 2 + 2


@pytest.mark.parametrize(
    ("rules", "kept"), [(3, ["token-4", "bike", "token-9"]), (4, ["bike/2", "bike", "skateboard"])]
)
def test_the_record_of_a_campaign_has_the_goods_that_tokens_stand_for(rules, kept):
    """WD-XP-5: with it its character comes to the next game; so it does with a token that stands in an earlier one."""
    table = at_the_end(items=["token-4", "bike", "token-9"])
    record = kept_of(ended(table, rules))["s1"]
    assert record["items"] == kept
    assert GAME.check_options({"scenario": "first-night", "characters": {"s1": to_json(record)}}, seat_ids(1))
    options = {"scenario": "the-awakening", "gm": "s2", "characters": {"s1": to_json(record)}}
    state = GAME.setup(options, seat_ids(2), Seeded(b"b")).state
    assert state.people["s1"].items == ("bike", "bike/2", "skateboard")


@pytest.mark.parametrize(("rules", "shots"), [(3, {}), (4, {"item-pistol-1": 7, "item-shotgun": 2})])
def test_a_firearm_of_a_record_is_counted_also_if_it_is_a_disk(rules, shots):
    """WD-GM-8: without a count it has 7 rounds."""
    items = ["item-pistol-1", "item-shotgun", "item-rope"]
    record = {**VETERAN, "items": items, "shots": {"item-shotgun": 2}}
    options = {"scenario": "the-awakening", "gm": "s2", "characters": {"s1": record}}
    state = GAME.setup(options, seat_ids(2), Seeded(b"b"), rules).state
    assert state.shots == {"item-shotgun": 2, **shots}


@pytest.mark.parametrize(("rules", "dead"), [(3, None), (4, True)])
def test_who_was_brought_and_died_is_marked_though_its_player_has_a_new_character(rules, dead):
    """WD-XP-3, WD-GM-19: its record is as it was when it died, and goes to no further game."""
    table = at_the_end(alive=False, damage=3, vp=7)
    table["active"] = "s2"
    table["seats"]["s1"]["sheet"]["skills"] = {"lockpick": 5}
    grown = kept_of(ended(table, rules, {"allow_new": ("s2", "s1"), "character": ("s1", "helen")}))
    assert (grown.get("s1") or {}).get("dead") is dead
    if dead:
        played = {"scenario": "the-awakening", "outcome": "ended", "vp": 7, "won": False}
        assert (grown["s1"]["skills"], grown["s1"]["games"]) == ({"lockpick": 5}, [played])
        assert GAME.character_is_spent(grown["s1"])


@pytest.mark.parametrize(("rules", "kept"), [(3, []), (4, ["knife"])])
def test_what_a_dead_character_would_have_kept_is_not_ruled_of_the_new_one(rules, kept):
    """WD-GM-25, WD-GM-19"""
    table = at_the_end(items=["item-rope"])
    table["active"] = "s2"
    state = begun(table, rules)
    new = {"occupation": "thief", "attributes": THIEF["attributes"], "skills": ["lockpick"]}
    for seat, action in (
        ("s2", {"type": "rule", "on": "s1", "keep": []}),
        ("s2", {"type": "rule", "on": "s1", "damage": 3}),
        ("s2", {"type": "allow_new", "seat": "s1"}),
        ("s1", {"type": "character", **new}),
        ("s1", {"type": "start", "at": "church/0/0"}),
        ("s2", {"type": "rule", "on": "s1", "give": "knife"}),
        ("s2", {"type": "end_game"}),
    ):
        state = GAME.decide(state, seat, action, Seeded(b"")).state
    assert GAME.outcome(finished(state)).detail["characters"]["s1"]["items"] == kept


def at_the_end(**thief):
    """A table of a campaign that s2 leads, with a thief of its player's own."""
    sheet = {key: THIEF[key] for key in ("occupation", "attributes", "skills")}
    return {
        "map": {"church": {"x": 0, "y": 0, "rot": 0}},
        "gm": {"chapter": "ch4-first-awake", "environment": "day-lights-on"},
        "seats": {"s1": {"character": "made", "sheet": sheet, "at": "church/0/0", **thief}},
    }


def ended(table, rules, verbs=None):
    """The campaign by these rules, that begins with this table and ends after these verbs."""
    state = begun(table, rules)
    for verb, (seat, name) in (verbs or {}).items():
        argument = "seat" if verb == "allow_new" else verb
        state = GAME.decide(state, seat, {"type": verb, argument: name}, Seeded(b"")).state
    return GAME.decide(state, "s2", {"type": "end_game"}, Seeded(b"")).state


def begun(table, rules):
    options = {"scenario": "the-awakening", "gm": "s2", "characters": {"s1": THIEF}}
    state = GAME.set_position(options, seat_ids(2), table, Seeded(b"")).state
    state.rules = rules
    return state


def finished(state):
    """The game when all that its end asks is answered."""
    while state.open:
        seat = next(iter(state.open))
        state = GAME.decide(state, seat, GAME.sample(state, seat, Stream(b"end")), Seeded(b"")).state
    return state


def kept_of(state):
    """What the seats take away from it."""
    return GAME.grown_characters(finished(state))


def test_the_record_of_a_made_character():
    """WD-XP-5: what it was, and the game that was played."""
    sheet = {key: THIEF[key] for key in ("name", "occupation", "attributes", "skills")}
    position = {
        "scenario": "the-missing-page",
        "round": 18,
        "map": {"church": {"x": 0, "y": 1, "rot": 180}},
        "turn": {"move": "done", "action": "spent"},
        "first": "s2",
        "seats": {
            "s1": {"character": "made", "sheet": sheet, "at": "church/0/0", "vp": 4, "items": ["item-rope"]},
            "s2": {"character": "rosa", "at": "church/0/0", "vp": 2},
        },
    }
    options = {"scenario": "the-missing-page", "characters": {"s1": {**THIEF, "games": [{"scenario": "first-night"}]}}}
    state = GAME.set_position(options, seat_ids(2), position, Seeded(b"")).state
    state = GAME.decide(state, "s1", {"type": "end_turn"}, Seeded(b"")).state
    state = GAME.decide(state, "s1", {"type": "improve", "attribute": "Dex"}, Seeded(b"")).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.places == {"s1": 1, "s2": 2}
    record = outcome.detail["characters"]["s1"]
    played = {"scenario": "the-missing-page", "outcome": "time", "vp": 4, "won": True}
    assert record == {
        **THIEF,
        "attributes": {**THIEF["attributes"], "Dex": 5},
        "shots": {},
        "dead": False,
        "games": [{"scenario": "first-night"}, played],
    }
    assert GAME.check_options({"scenario": "first-night", "characters": {"s1": to_json(record)}}, seat_ids(1))


def test_the_end_of_a_campaign():
    """WD-GM-20: 10 VP are a skill point each, items are kept; the master is not ranked (WD-GM-1)."""
    sheet = {key: THIEF[key] for key in ("occupation", "attributes", "skills")}
    position = {
        "map": {"bar": {"x": 0, "y": 0, "rot": 0}},
        "gm": {"chapter": "ch4-first-awake", "environment": "day-lights-on"},
        "seats": {
            "s1": {"character": "made", "sheet": sheet, "at": "bar/0/0", "vp": 25, "items": ["knife"]},
            "s2": {"character": "rosa", "at": "bar/0/0", "vp": 30},
        },
    }
    options = {"scenario": "the-awakening", "gm": "s3"}
    state = GAME.set_position(options, seat_ids(3), position, Seeded(b"")).state
    state = GAME.decide(state, "s3", {"type": "end_game"}, Seeded(b"")).state
    assert {seat: decision.verbs for seat, decision in state.open.items()} == {"s1": ("convert",)}
    with pytest.raises(Refused, match="illegal: not so many points can be paid for"):
        GAME.decide(state, "s1", {"type": "convert", "points": 3}, Seeded(b""))
    state = GAME.decide(state, "s1", {"type": "convert", "points": 2}, Seeded(b"")).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.detail["outcome"] == "ended"
    assert (outcome.places, outcome.unranked) == ({"s1": 2, "s2": 1}, ("s3",))
    assert outcome.detail["vp"] == {"s1": 25, "s2": 30}
    assert outcome.detail["characters"]["s1"]["skill_points"] == 2
    assert outcome.detail["characters"]["s1"]["items"] == ["knife"]
