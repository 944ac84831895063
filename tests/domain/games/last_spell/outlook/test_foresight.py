"""What is foreseen of the monsters is what they do, where nothing comes in between."""

import pytest

from domain.games.last_spell.drawing.foresight import Foreseen, foreseen, is_under_way
from domain.games.last_spell.events.bosses import BossMoved
from domain.games.last_spell.events.monsters import MonsterAttacked, MonsterMoved
from domain.games.last_spell.game import LastSpell
from domain.games.last_spell.view.rebuilt import rebuilt
from tests.domain.games.last_spell.tables import BOARD, act, played, positioned, started

GAME = LastSpell()


def phase_after(commands):
    """Each table before a command that ends the Hero phase, with all events up to the end of the monsters' movement."""
    for command in commands:
        names = [type(event).__name__ for event in command.run.events]
        if command.before.phase == "heroes" and "MonsterPhaseBegan" in names:
            yield command.before, command.run.events[names.index("MonsterPhaseBegan") :]


def moved_in(events):
    return {
        getattr(event, "monster", "") or event.boss: (event.origin, *event.path)
        for event in events
        if isinstance(event, MonsterMoved | BossMoved)
    }


def side_of(events):
    return next(event.side for event in events if type(event).__name__ == "DestinyFlipped")


@pytest.mark.parametrize("scenario", ["gildenberg", "lakeburg", "glenwald"])
def test_monsters_move_as_was_foreseen(scenario):
    """LS-MOVE: of those that no monster has come in the way of since; most of them move, and one that is foreseen to
    move by either side of the Destiny token moves so."""
    compared = moved = 0
    run = started({"scenario": scenario}, 2, "foresight")
    for before, events in phase_after(played(run, "foresight", 5, 500)):
        expected, paths, side = foreseen(before), moved_in(events), side_of(events)
        entered = {type(event).__name__ for event in events} & {"MonsterSpawned", "IncubatorHatched"}
        for name, ways in expected.items():
            assert [way.side for way in ways] in ([None], ["left", "right"])
            way = next(way for way in ways if way.side in (None, side))
            real = paths.get(name, way.path[:1])
            if real == way.path:
                compared += 1
                moved += len(real) > 1
            else:
                assert entered or before.boss is not None, f"{name} was foreseen to go {way.path} and went {real}"
    assert compared > 40
    assert moved > 20


def test_what_is_foreseen_is_told_of_the_view_alike_and_not_while_monsters_act():
    run = started({"scenario": "lakeburg"}, 2, "foresight")
    told = 0
    for command in list(played(run, "foresight", 5, 120))[::6]:
        state = command.before
        seen = foreseen(rebuilt(GAME.view(state, "spectator"), state.content))
        assert seen == foreseen(state)
        assert not (is_under_way(state) and seen)
        told += any(way.targets for ways in seen.values() for way in ways)
    assert told > 0


def test_a_monster_that_meets_a_hero_stays_and_attacks_it():
    """LS-MOVE-6, LS-ATT-3: it stands beside a hero, so it does not move, whatever the Destiny token shows."""
    monsters = {"clawer/1": {"kind": "clawer", "at": [4, 10], "facing": "east", "health": 1}}
    heroes = {"s1": {"hero": "aldric", "at": [5, 10]}}
    table = {"phase": "heroes", "round": 1, "active": "s1", "monsters": monsters, "heroes": heroes}
    [(name, ways)] = foreseen(positioned(table, {"scenario": "lakeburg"})).items()
    assert (name, ways) == ("clawer/1", (Foreseen(((4, 10),), ("s1",)),))


LAST_NIGHT = {"scenario": "glenwald", "night": 3}


def dryads(**more):
    """A table of the last night at Glenwald, with a hero on an open field and a seed bombard that looks at it."""
    boss = {"kind": "putrefied-dryad", "at": [[7, 0], [8, 0]], "bombards": {"bombard/1": {"at": [4, 1], **more}}}
    heroes = {"s1": {"at": [4, 4]}, "s2": {"at": [0, 7]}}
    return positioned({"board": {"terrain": BOARD}, "heroes": heroes, "boss": boss}, LAST_NIGHT, 2)


def test_a_seed_bombard_stays_and_shoots():
    """LS-BOSS-DRYAD-11."""
    assert foreseen(dryads(facing="south")) == {"bombard/1": (Foreseen(((4, 1),), ("s1",)),)}
    assert foreseen(dryads(facing="north")) == {"bombard/1": (Foreseen(((4, 1),), ()),)}
    assert foreseen(dryads(facing="south", stunned=True)) == {"bombard/1": (Foreseen(((4, 1),), ()),)}


def test_a_seed_bombard_under_a_hero_attacks_nobody_else():
    """LS-BOSS-DRYAD-12."""
    state = dryads(facing="south")
    state.heroes["s2"].held_by = "bombard/1"
    assert foreseen(state) == {}


def area(monster, heroes):
    """A monster on an open field with heroes near it, and a house at its corner."""
    monsters = {monster: {"at": [4, 4], "facing": "south"}}
    houses = {"house/1": {"at": [2, 5]}}
    return positioned(
        {"board": {"terrain": BOARD}, "heroes": heroes, "monsters": monsters, "constructions": houses},
        {"night": 1},
        len(heroes),
    )


@pytest.mark.parametrize(("monster", "struck"), [("damned-soul/1", 3), ("kamikaze/1", 3), ("armored/1", 1)])
def test_an_attack_over_an_area_strikes_all_in_it(monster, struck):
    """LS-ATT-12, LS-ABIL-5: who stands beside it lets it attack, and who stands at a corner is struck as well."""
    heroes = {"s1": {"at": [5, 3]}, "s2": {"hero": "hagen", "at": [4, 3]}}
    [way] = foreseen(area(monster, heroes))[monster]
    assert set(way.targets) == set(("s2", "s1", "house/1")[:struck])
    assert way.together == (struck > 1)


def test_what_attacks_over_an_area_does_as_was_foreseen():
    """LS-ATT-12."""
    state = area("damned-soul/1", {"s1": {"at": [5, 3]}, "s2": {"hero": "hagen", "at": [4, 3]}})
    [way] = foreseen(state)["damned-soul/1"]
    events = act(state, "s1", {"type": "pass"}) + act(state, "s2", {"type": "pass"})
    assert tuple(event.target for event in events if isinstance(event, MonsterAttacked)) == way.targets


def test_what_is_stunned_attacks_over_no_area():
    """LS-DIE-8: the stunned stay and attack nobody."""
    state = area("damned-soul/1", {"s1": {"at": [4, 3]}})
    state.monsters["damned-soul/1"].stunned = True
    assert [way.targets for way in foreseen(state)["damned-soul/1"]] == [()]


def test_what_is_foreseen_of_the_view_follows_the_readings_of_the_table():
    """LS-MOVE-1 (R16): two runners race for one square, and who moves first is a matter of the option."""
    monsters = {"runner/1": {"at": [0, 5], "facing": "north"}, "runner/2": {"at": [1, 3], "facing": "west"}}
    table = {"board": {"terrain": BOARD}, "heroes": {"s1": {"at": [8, 0]}}, "monsters": monsters}
    ends = {}
    for order in ("westernmost", "due-west"):
        state = positioned(table, {"movement_order": order})
        seen = foreseen(rebuilt(GAME.view(state, "spectator"), state.content))
        assert seen == foreseen(state)
        ends[order] = {name: way.path[-1] for name, (way,) in seen.items()}
    assert ends["westernmost"] == {"runner/1": (0, 3), "runner/2": (1, 3)}
    assert ends["due-west"] == {"runner/1": (0, 4), "runner/2": (0, 3)}
