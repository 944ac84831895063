"""What is foreseen of the monsters is what they do, where nothing comes in between."""

import pytest

from domain.games.last_spell.drawing.foresight import Foreseen, foreseen, is_under_way
from domain.games.last_spell.events.bosses import BossMoved
from domain.games.last_spell.events.monsters import MonsterMoved
from domain.games.last_spell.game import LastSpell
from domain.games.last_spell.view.rebuilt import rebuilt
from tests.domain.games.last_spell.tables import played, positioned, started

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
