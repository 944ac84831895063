"""Corners in which the rules are exact since number 3, and what games that began under number 2 still do there."""

from pathlib import Path

import pytest
import yaml

from domain.contract.chance import Seeded
from domain.contract.game import Refused
from domain.games.last_spell.events.monsters import MonsterWounded
from tests.domain.games.last_spell.tables import BOARD, GAME, names, positioned

CASES = Path(__file__).parents[3] / "cases/last-spell/exact-corners.yaml"

OF_ANA = {"ana": "s1", "ana/2": "s1/2"}


def table_of(case, rules):
    """The table of a rule case before its first step, by the rules of a number."""
    documents = yaml.safe_load_all(CASES.read_text("utf-8"))
    document = next(one for one in documents if one["case"] == case)
    heroes = {OF_ANA[name]: hero for name, hero in document["position"]["heroes"].items()}
    state = positioned(document["position"] | {"heroes": heroes}, document["options"])
    state.rules = rules
    return state


def answered(state, *actions):
    """What happens when the only seat answers so."""
    events = []
    for action in actions:
        run = GAME.advance(state, "s1", action, Seeded(b"exact"))
        events, state = [*events, *run.events], run.state
    return names(events)


@pytest.mark.parametrize("rules", [2, 3])
def test_a_ranged_weapon_and_a_piece_that_is_near_with_its_other_square(rules):
    state = table_of("ls-boss-dryad-in-the-own-zone", rules)
    shot = {"type": "attack", "weapon": "shortbow", "technique": "arrow", "at": [16, 18]}
    if rules == 2:
        assert "AttackDeclared" in answered(state, shot)
    else:
        with pytest.raises(Refused, match="cannot target an enemy in the hero's zone"):
            answered(state, shot)


@pytest.mark.parametrize("rules", [2, 3])
def test_pursuit_after_another_hero(rules):
    state = table_of("ls-corner-no-pursuit-after-a-friend", rules)
    chop = {"type": "attack", "weapon": "great-axe", "technique": "heavy-chop", "at": [3, 4]}
    assert ("HeroMoved" in answered(state, chop)) == (rules == 2)


@pytest.mark.parametrize("rules", [2, 3])
def test_the_bargain_of_the_dark_trousers_with_the_last_life_point(rules):
    state = table_of("ls-corner-dark-trousers-of-the-last-life", rules)
    used = GAME.advance(state, "s1", {"type": "use", "card": "dark-trousers"}, Seeded(b"exact")).state
    bargained = GAME.advance(used, "s1", {"type": "choose", "value": "yes"}, Seeded(b"exact")).state
    asked = bargained.open["s1"].details.get("of")
    assert (asked == "movement-token") == (rules == 2)


@pytest.mark.parametrize("rules", [3, 4])
def test_propagation_goes_on_from_monsters_alone(rules):
    """LS-FX-propagation-1."""
    boss = {"kind": "putrefied-dryad", "growth": 2, "at": [[7, 0], [8, 0]], "monoliths": {"monolith/1": {"at": [4, 4]}}}
    table = {
        "board": {"terrain": BOARD},
        "heroes": {"s1": {"hero": "elowen", "at": [1, 4], "weapons": ["magic-orb"]}},
        "boss": boss,
        "monsters": {"clawer/1": {"at": [4, 5]}},
    }
    state = positioned(table, {"scenario": "glenwald", "night": 3})
    state.rules = rules
    ember = {"type": "attack", "weapon": "magic-orb", "technique": "ember", "at": [4, 4]}
    after = GAME.advance(state, "s1", ember, Seeded(b"exact")).state
    assert (after.open["s1"].kind == "propagation") == (rules == 3)


@pytest.mark.parametrize("rules", [3, 4])
def test_the_option_for_empty_impact_points_is_not_for_those_of_friends(rules):
    """LS-FX-encirclement-1 (R43)."""
    heroes = {"s1": {"hero": "elowen", "at": [4, 4], "weapons": ["hammer"]}, "s2": {"hero": "hagen", "at": [5, 4]}}
    monsters = {"clawer/1": {"at": [6, 4]}, "clawer/2": {"at": [8, 8]}, "clawer/3": {"at": [8, 7]}}
    table = {"board": {"terrain": BOARD}, "heroes": heroes, "monsters": monsters}
    state = positioned(table, {"encirclement_on_empty": True}, 2)
    state.rules = rules
    blow = {"type": "attack", "weapon": "hammer", "technique": "shockwave", "at": [5, 4]}
    assert ("DefenceRolled" in answered(state, blow)) == (rules == 3)


@pytest.mark.parametrize("rules", [3, 4])
def test_wounds_count_the_cause_that_they_begin(rules):
    """LS-BOSS-CETUSIA-10."""
    table = {"board": {"terrain": BOARD}, "heroes": {"s1": {"at": [0, 0]}}, "monsters": {"clawer/2": {"at": [8, 7]}}}
    state = positioned(table, {"scenario": "lakeburg"})
    state.rules = rules
    for _ in range(2):
        GAME.evolve(state, MonsterWounded("clawer/2", 0, 1, cause=state.causes + 1))
    assert state.causes == (0 if rules == 3 else 2)
