"""What is offered to a hero in turn: each way to go on that the rules allow, and what it costs decides (LS-HERO)."""

from domain.games.last_spell.actions import Climb, Descend, Jump, Teleport
from domain.games.last_spell.rules.heroes import ways
from domain.games.last_spell.rules.night.saving import following_options
from tests.domain.games.last_spell.tables import positioned
from tests.domain.games.last_spell.test_play import hero, table

PORTALS = {"tele-portal/1": {"at": [4, 4]}, "tele-portal/2": {"at": [6, 4]}, "tele-portal/3": {"at": [8, 0]}}


def offered(way, constructions=(), **more):
    state = positioned(table(heroes={"s1": hero(**more)}, constructions=dict(constructions)))
    return list(way(state, "s1"))


def test_from_a_portal_to_every_other_that_can_be_paid_for():
    paying = {"points": 2, "mana": 1, "mana_max": 5}
    assert offered(ways.teleports, PORTALS, **paying) == [Teleport("tele-portal/2"), Teleport("tele-portal/3")]
    assert offered(ways.teleports, PORTALS, **{**paying, "mana": 0}) == []
    assert offered(ways.teleports, PORTALS, **{**paying, "points": 0, "movement": []}) == []
    assert offered(ways.teleports, PORTALS, **{**paying, "at": [4, 5]}) == []


def test_up_a_watchtower_beside_it_and_down_again():
    towers = {"watchtower/1": {"at": [4, 5]}, "watchtower/2": {"at": [8, 2]}}
    paying = {"points": 4, "mana": 1, "mana_max": 5}
    assert offered(ways.climbs, towers, **paying) == [Climb("watchtower/1")]
    assert offered(ways.descents, towers, **paying) == []
    state = positioned(table(heroes={"s1": hero(**paying)}, constructions=towers))
    state.heroes["s1"].tower = "watchtower/1"
    assert list(ways.climbs(state, "s1")) == list(ways.teleports(state, "s1")) == list(ways.jumps(state, "s1")) == []
    assert {type(down) for down in ways.descents(state, "s1")} == {Descend}


def test_a_jump_costs_movement():
    assert all(isinstance(way, Jump) for way in offered(ways.jumps, points=8))
    assert offered(ways.jumps, points=0, movement=[]) == []


def test_nothing_follows_a_game_that_is_not_won():
    """LS-SAVE-4"""
    assert following_options({"night": 1, "until": 1}, positioned(table(heroes={"s1": hero()}))) is None
