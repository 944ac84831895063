"""What the sheets of monsters and bosses say is what the game goes by: life, dice, damage, techniques, broods."""

from __future__ import annotations

import tomllib

import pytest

from domain.contract.chance import Seeded
from domain.games.last_spell.data import FILE, read_data
from domain.games.last_spell.events.monsters import MonsterStunned
from domain.games.last_spell.events.night import MonsterPhaseEnded
from domain.games.last_spell.rules.attacks.strikes import dice_of
from domain.games.last_spell.rules.attacks.wounds import can_be_stunned, life_left
from domain.games.last_spell.rules.bosses.bosses_data import BOMBARD, CETUSIA, DRYAD, HARPY, INCUBATOR
from domain.games.last_spell.rules.monsters.monster_attacks import attackers
from domain.games.last_spell.rules.town.pieces import enemies
from tests.domain.games.last_spell.rich import rich_table
from tests.domain.games.last_spell.tables import GAME


@pytest.fixture(scope="module")
def written():
    """The data file, as it is written."""
    return tomllib.loads(FILE.read_text())


@pytest.fixture
def data():
    """The data file, as the game reads it."""
    return read_data(FILE.read_bytes())


def boss(written, id):
    return next(one for one in written["boss"] if one["id"] == id)


def test_cetusias_sheet_is_that_of_the_file(written, data):
    """LS-BOSS-CETUSIA-4, LS-BOSS-CETUSIA-5, LS-BOSS-CETUSIA-9."""
    sheet, card = data.cetusia, boss(written, CETUSIA)
    assert {id: part.health for id, part in sheet.parts.items()} == {"head": 8, "tail": 6}
    for part in card["parts"]:
        dice = sheet.parts[part["id"]].dice_level_1, sheet.parts[part["id"]].dice_level_2
        assert [list(colours) for colours in dice] == [part["dice_level_1"], part["dice_level_2"]]
        assert [len(colours) for colours in dice] == [1, 2]
    told = {id: (one.part, one.zone, one.damage(1), one.damage(2)) for id, one in sheet.techniques.items()}
    assert told == {
        one["id"]: (one["part"], one["zone"], one["damage_level_1"], one["damage_level_2"])
        for one in card["techniques"]
    }
    for one in written["cetusia_card"]:
        found = sheet.cards[one["id"]]
        assert [list(found.head), list(found.tail)] == [one["head"], one["tail"]]
        assert sheet.techniques[found.head_technique].part == "head"
        assert sheet.techniques[found.tail_technique].part == "tail"
    assert (len(sheet.cards), sheet.reshuffle_after_revealed) == (4, 3)


def test_the_harpys_sheet_and_that_of_her_alerions(data):
    """LS-BOSS-HARPY-5, LS-BOSS-HARPY-7, LS-BOSS-HARPY-8."""
    assert (data.harpy.dive_damage, data.harpy.minion, data.harpy.minion_count) == (2, "alerion", 3)
    harpy, alerion = data.monsters[HARPY], data.monsters["alerion"]
    assert (harpy.health, harpy.movement, harpy.damage, harpy.flies, len(harpy.dice)) == (7, 5, 3, True, 2)
    assert (alerion.health, alerion.movement, alerion.damage, alerion.flies, len(alerion.dice)) == (1, 3, 1, True, 2)
    assert harpy.attack == alerion.attack == "melee"
    assert (harpy.boss, alerion.boss) == (True, False)


def test_the_dryads_sheet_and_those_of_her_broods(written, data):
    """LS-BOSS-DRYAD-1, LS-BOSS-DRYAD-3 to 5, LS-BOSS-DRYAD-8 to 12."""
    sheet, card = data.dryad, boss(written, DRYAD)
    assert (sheet.health, sheet.damage, sheet.monolith_health, len(sheet.monoliths)) == (11, 2, 4, 5)
    assert (sheet.hatches, sheet.most_broods, sheet.held_damage) == (("clawer", "armored", "archer"), 6, 1)
    assert (len(sheet.footprint), sheet.advance, list(sheet.brood_shift)) == (2, 3, card["brood_shift_by_stage"])
    stages = [(stage.stage, stage.attacks, stage.can_be_damaged) for stage in sheet.growth]
    assert stages == [(1, (), False), (2, ("active",), True), (3, ("active", "adjacent"), True)]
    assert [stage.circle_damage_per_boss_step for stage in sheet.growth] == [0, 0, 1]
    dryad, incubator, bombard = (data.monsters[kind] for kind in (DRYAD, INCUBATOR, BOMBARD))
    assert (dryad.attack, dryad.boss, dryad.movement, len(dryad.dice)) == ("none", True, 0, 2)
    assert (incubator.attack, incubator.health, incubator.movement, len(incubator.dice)) == ("none", 1, 0, 2)
    assert (bombard.attack, bombard.health, bombard.movement, len(bombard.dice)) == ("ranged", 1, 0, 2)
    assert (bombard.range, bombard.damage, bombard.count) == (7, data.monsters["archer"].damage, None)


def test_the_data_knows_each_monster_of_the_file_and_those_of_the_bosses(written, data):
    """LS-MON-1, LS-MON-2."""
    assert data.monsters.keys() == {
        *(one["id"] for one in written["monster"]),
        HARPY,
        "alerion",
        DRYAD,
        INCUBATOR,
        BOMBARD,
    }
    for one in written["monster"]:
        kind = data.monsters[one["id"]]
        assert (kind.level, kind.health, list(kind.dice)) == (one["level"], one["health"], one["dice"])
        assert kind.level == 3 or kind.health == 1


def third_night(scenario):
    """A full table of a third night: the state."""
    table = rich_table(scenario, 3, 1, f"sheets of {scenario}")
    return GAME.set_position({"scenario": scenario, "night": 3}, ["s1"], table, Seeded(b"sheets")).state


BROOD = {"incubator/1": (1, True), "incubator/2": (1, True), "bombard/1": (1, True)}
OF_BOSSES = {
    "gildenberg": {HARPY: (5, False)},
    "lakeburg": {"head": (8, False), "tail": (6, False)},
    "glenwald": {DRYAD: (7, False), "monolith/1": (2, False), **BROOD},
}
"""Life points that are left to a boss' pieces, wounds of Cetusia's parts apart, and whether they can be stunned."""


@pytest.mark.parametrize("scenario", OF_BOSSES)
def test_each_enemy_has_its_life_less_its_wounds_and_all_but_bosses_can_be_stunned(scenario):
    """LS-MON-3, LS-DIE-9; R50: bosses and their pieces are enemies too."""
    state = third_night(scenario)
    for name, monster in state.monsters.items():
        assert (life_left(state, name), can_be_stunned(state, name)) == (monster.health - monster.wounds, True)
    found = {name: (life_left(state, name), can_be_stunned(state, name)) for name in enemies(state)}
    expected = OF_BOSSES[scenario]
    if scenario == "lakeburg":
        expected = {name: (life - state.boss.part(name).wounds, stun) for name, (life, stun) in expected.items()}
    assert {name: told for name, told in found.items() if name not in state.monsters} == expected


def test_stun_ends_with_the_monster_phase_for_monsters_and_broods_alike():
    """LS-DIE-8, LS-BOSS-DRYAD-11."""
    state = third_night("glenwald")
    stunned = [name for name in enemies(state) if can_be_stunned(state, name)]
    for name in stunned:
        GAME.evolve(state, MonsterStunned(name))
    assert attackers(state) == []
    GAME.evolve(state, MonsterPhaseEnded(state.round))
    assert attackers(state) == [*state.monsters, *state.boss.bombards]
    assert {"clawer/1", "incubator/1", "bombard/1"} <= set(stunned)
    assert not any(tile.stunned for tile in state.boss.incubators.values())


def test_cetusias_parts_roll_one_die_and_on_level_ii_two():
    """LS-BOSS-CETUSIA-5."""
    state = third_night("lakeburg")
    for level in (1, 2):
        state.boss.level = level
        assert [len(dice_of(state, part)) for part in ("head", "tail")] == [level, level]
