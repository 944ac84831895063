"""What a hero in turn is offered is what the rules allow, and accepted: each way to go on, and each weapon wherever it
could be aimed (LS-HERO)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from domain.contract.chance import Seeded
from domain.contract.game import Action, Refused, to_json
from domain.games.last_spell.actions import Attack, Climb, Descend, Drink, Jump, Move, Punch, Read, Teleport
from domain.games.last_spell.data import content
from domain.games.last_spell.rules.attacks.weapons import scroll_tools, tools
from domain.games.last_spell.rules.heroes import ways
from domain.games.last_spell.rules.night.saving import following_options
from domain.games.last_spell.rules.town.geometry import FACINGS, neighbours
from tests.domain.games.last_spell.tables import GAME, POST, armed, hero, positioned, table

NEAR = [(x, y) for x in range(2, 7) for y in range(2, 7)]
"""Where attacks are tried: two squares round the hero on (4, 4) that is in turn."""

STRUCK = ((5, 4), (4, 6))
"""Where monsters stand."""

LISTED = 1_000
"""How many answers are looked at: all but the many lists of several impact points."""


def outcome(state, action: Action):
    """What comes of an action, or None if it is refused."""
    try:
        run = GAME.decide(state, "s1", action, Seeded(b"lists"))
    except Refused:
        return None
    return repr([(type(event).__name__, to_json(event)) for event in run.events])


def aims(state, tool) -> Iterator[dict[str, object]]:
    """Every way to aim a technique at what is near, several times at two monsters and one empty square."""
    zone, cursed = state.content.zones[tool.technique.zone], "cursed" in tool.technique.effects
    dice = (None, *state.content.dice) if cursed else (None,)
    count = tool.technique.x if zone.repeat else 1
    points = product((*STRUCK, (4, 5)), repeat=count) if zone.repeat else NEAR
    for at, direction, curse, die in product(points, (None, *FACINGS), dice, dice):
        yield {"at": at, "direction": direction, "curse": curse, "die": die}
    for friend in state.heroes:
        yield {"hero": friend}


def tried(state, made, tools_in_hand) -> set[str]:
    """What can come of a verb that aims."""
    found = (outcome(state, made(tool, **aim)) for tool in tools_in_hand for aim in aims(state, tool))
    return {one for one in found if one is not None}


def listed(state, kind) -> set[str]:
    """What comes of the listed answers that aim at what is near; none of them is refused."""
    found = {}
    for action in GAME.legal(state, "s1", LISTED).actions:
        if isinstance(action, kind):
            found[action] = outcome(state, action)
    assert None not in found.values()
    return {came for action, came in found.items() if _is_near(action)}


def _is_near(action) -> bool:
    if action.at is None:
        return True
    if isinstance(action.at[0], int):
        return action.at in NEAR
    return all(point in (*STRUCK, (4, 5)) for point in action.at)


@pytest.mark.parametrize("weapon", content().weapons)
def test_a_weapon_can_be_aimed_as_it_is_listed(weapon):
    state = armed(weapons=[weapon])
    possible = tried(state, lambda tool, **aim: Attack(tool.source, tool.technique.id, **aim), list(tools(state, "s1")))
    if any(state.content.zones[tool.technique.zone].repeat for tool in tools(state, "s1")):
        assert listed(state, Attack) <= possible
    else:
        assert listed(state, Attack) == possible


@pytest.mark.parametrize("scroll", content().scrolls)
def test_a_scroll_can_be_aimed_as_it_is_listed(scroll):
    state = armed(scrolls=[scroll])
    possible = tried(state, lambda tool, **aim: Read(tool.source, **aim), list(scroll_tools(state, "s1")))
    assert listed(state, Read) == possible


@pytest.mark.parametrize("weapon", content().weapons)
def test_first_comes_what_strikes_somebody(weapon):
    state = armed(weapons=[weapon])
    attacks = [action for action in GAME.legal(state, "s1", LISTED).actions if isinstance(action, Attack)]
    at_one = [action for action in attacks if action.hero is None and isinstance(action.at[0], int)]
    strikes = ["enemies" if "DefenceRolled" in outcome(state, action) else "nobody" for action in at_one]
    assert strikes == sorted(strikes)
    at_several = [action for action in attacks if action.hero is None and not isinstance(action.at[0], int)]
    assert all(state.figures.get(point) in state.monsters for point in (at_several[0].at if at_several else ()))


def test_bare_hands_reach_what_is_adjacent():
    state = armed()
    targets = (*state.monsters, *state.heroes)
    accepted = [target for target in targets if outcome(state, Punch(target)) is not None]
    assert [action.target for action in GAME.legal(state, "s1", 500).actions if isinstance(action, Punch)] == accepted
    assert accepted == ["post/2"]


@pytest.mark.parametrize("spent", [{}, {"bare-hands": 1}, {"bare-hands": 1, "protect": 1}, {"bare-hands": 2}])
def test_a_potion_brings_back_each_choice_of_tokens(spent):
    state = armed(spent=spent, potions=[{"kind": kind, "doses": 1} for kind in content().potions])
    some = [None, *(found for count in (1, 2) for found in combinations_with_replacement(spent, count))]
    moved = (None, *sorted(set(state.heroes["s1"].used)))
    drunk = {
        outcome(state, Drink(kind, token, tokens)) for kind in content().potions for token in moved for tokens in some
    }
    offered = {outcome(state, one) for one in GAME.legal(state, "s1", 500).actions if isinstance(one, Drink)}
    assert drunk - {None} == offered
    assert offered


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


@pytest.mark.parametrize("boots", [(), ("leaping-boots",)])
@pytest.mark.parametrize("points", [0, 1, 2, 3])
def test_every_walk_is_listed_and_no_other_is_accepted(points, boots):
    """LS-HERO-4, LS-BOARD-12, LS-ARMOR-leaping-boots-1: each path of neighbours that ends on a free square or where it
    began; over gates, and with the boots over obstacles that can be crossed."""
    rows = ["....", ".x..", ".F.#", "...."]
    worn = [{"card": card} for card in boots]
    state = positioned(
        {
            "board": {"terrain": "\n".join(rows)},
            "heroes": {"s1": hero(at=[1, 0], points=points, armor=worn)},
            "monsters": {"post/1": {"at": [3, 3]}},
            "components": {"monsters": {"post": POST}},
            "constructions": {"wooden-gate/1": {"at": [2, 0]}, "wooden-wall/1": {"at": [0, 1]}},
        }
    )
    paths = [()]
    for path in paths:
        if len(path) <= points:
            paths += [(*path, near) for near in neighbours(path[-1] if path else (1, 0))]
    accepted = {path for path in paths if path and outcome(state, Move(path)) is not None}
    found = [action.path for action in GAME.legal(state, "s1", LISTED).actions if isinstance(action, Move)]
    assert set(found) == accepted
    assert len(found) == len(accepted)
    shortest = [path[-1] for path in found[: len({path[-1] for path in found} - {(1, 0)})]]
    assert len(shortest) == len(set(shortest))
    assert (2, 1) in shortest or points < 2


def test_a_jump_costs_movement():
    assert all(isinstance(way, Jump) for way in offered(ways.jumps, points=8))
    assert offered(ways.jumps, points=0, movement=[]) == []


def test_nothing_follows_a_game_that_is_not_won():
    """LS-SAVE-4"""
    assert following_options({"night": 1, "until": 1}, positioned(table(heroes={"s1": hero()}))) is None
