"""The greedy bot: it plays on its view alone, and sensibly."""

import pytest

from domain.bots.greedy import answers
from domain.contract.chance import Seeded, Stream, joined
from domain.games.last_spell.bot.danger import Threats, danger, endurance
from domain.games.last_spell.bot.weights import WEIGHTS
from domain.games.last_spell.data import content
from domain.games.last_spell.view.rebuilt import rebuilt
from tests.domain.games.last_spell.rich import rich_table
from tests.domain.games.last_spell.tables import BOARD, GAME, GREEDY, positioned, started


def best(state, seat="s1"):
    view, legal = GAME.view(state, seat), GAME.legal(state, seat)
    first = next(answers(GAME, view, seat, legal, state.open[seat], Stream(b"best")))
    return GAME.show(first)


def test_it_strikes_the_monster_next_to_the_circle():
    table = {
        "heroes": {"s1": {"hero": "hagen", "at": [13, 13], "weapons": ["spear"]}},
        "monsters": {"clawer/1": {"at": [13, 14]}, "clawer/2": {"at": [12, 13]}, "clawer/3": {"at": [3, 20]}},
    }
    assert best(positioned(table, {"scenario": "gildenberg"})) == {
        "attack": {"weapon": "spear", "technique": "impale", "at": [13, 14]}
    }


def test_it_burns_no_friend_that_would_die():
    heroes = {
        "s1": {"at": [12, 12], "mana": 5, "weapons": ["magic-orb"]},
        "s2": {"at": [16, 13], "wounds": 7},
    }
    table = {"heroes": heroes, "monsters": {f"clawer/{n}": {"at": [15 + n, 12]} for n in range(3)}}
    [x, y] = best(positioned(table, {"scenario": "gildenberg"}, 2))["attack"]["at"]
    assert max(abs(x - 16), abs(y - 13)) > 1


def test_it_goes_where_it_can_strike():
    table = {
        "heroes": {"s1": {"hero": "brunhild", "at": [12, 12], "weapons": ["sword"]}},
        "monsters": {"clawer/1": {"at": [12, 15]}, "clawer/2": {"at": [3, 20]}},
    }
    state = positioned(table, {"scenario": "lakeburg"})
    assert best(state) == {"spend": 2}
    GAME.advance(state, "s1", {"type": "spend", "value": 2}, Seeded(b"goes"))
    path = best(state)["move"]
    assert path[-1] in ([12, 14], [11, 15], [13, 15])


def test_it_uses_armour_against_a_deadly_blow():
    table = {
        "phase": "monsters",
        "step": "monster-attack",
        "board": {"terrain": BOARD},
        "heroes": {"s1": {"at": [4, 4], "wounds": 6, "armor": [{"card": "worn-armor"}, {"card": "pavise"}]}},
        "monsters": {"colossus-red/1": {"at": [4, 3]}, "clawer/1": {"at": [8, 8]}},
    }
    state = positioned(table)
    view, legal = GAME.view(state, "s1"), GAME.legal(state, "s1")
    assert [GAME.show(action) for action in GAME.candidates(view, "s1", legal)] == [
        {"use": "pavise"},
        {"use": "worn-armor"},
        "accept",
    ]


def open_side(view):
    """The view without what lies face down."""
    boss = {key: value for key, value in (view["boss"] or {}).items() if key != "deck_left"}
    return {**view, "spawn": None, "decision": None, "boss": boss}


def test_its_table_is_the_one_that_it_sees():
    for number, (scenario, night) in enumerate((("gildenberg", 1), ("lakeburg", 3), ("glenwald", 3))):
        table = rich_table(scenario, night, 2, f"seen-{number}")
        view = GAME.view(positioned(table, {"scenario": scenario, "night": night}, 2), "s1")
        assert open_side(GAME.view(rebuilt(view, content()), "s1")) == open_side(view)


@pytest.mark.parametrize("level", range(3))
def test_what_it_weighs_is_what_it_rates(level):
    table = rich_table("gildenberg", 3, 3, f"rated-{level}")
    state = positioned(table, {"scenario": "gildenberg", "night": 3}, 3)
    view, legal = GAME.view(state, "s1"), GAME.legal(state, "s1")
    weighed = GAME.candidates(view, "s1", legal)
    ratings = [GAME.rate(view, "s1", action) for action in weighed]
    assert weighed
    assert ratings == sorted(ratings, reverse=True)


def test_it_defends_the_city_of_the_introduction():
    won = 0
    for number in range(3):
        state = started({"scenario": "introduction"}, 2, f"wins-{number}").state
        rng, chance = Stream(joined("wins", number)), Seeded(joined("luck", number))
        while not GAME.is_over(state):
            seat = next(iter(state.open))
            GAME.advance(state, seat, GREEDY(GAME, state, seat, rng), chance)
        won += GAME.outcome(state).won
    assert won >= 2


def third_night(scenario, boss, monsters, at):
    table = {
        "night": 3,
        "phase": "heroes",
        "heroes": {"s1": {"hero": "hagen", "at": at, "weapons": ["spear"]}},
        "monsters": monsters,
        "boss": boss,
    }
    return positioned(table, {"scenario": scenario, "night": 3})


def dryad(growth):
    return {"kind": "putrefied-dryad", "growth": growth, "at": [[6, 13], [6, 14]]}


def test_it_strikes_the_boss_rather_than_a_monster_beside_it():
    """The last night is won when the boss is beaten, and in no other way."""
    state = third_night("glenwald", dryad(2), {"clawer/1": {"at": [8, 13]}}, [7, 13])
    assert best(state)["attack"]["at"] == [6, 13]


def test_it_goes_to_the_dryad_before_she_can_be_wounded():
    """LS-BOSS-DRYAD-5: while she is a Sprout, monsters that are far from the circle call nobody away."""
    state = third_night("glenwald", dryad(1), {"clawer/1": {"at": [22, 20]}}, [12, 13])
    GAME.advance(state, "s1", {"type": "spend", "value": best(state)["spend"]}, Seeded(b"dryad"))
    west, _ = best(state)["move"][-1]
    assert west < 12


def test_of_cetusia_it_strikes_the_tail_first():
    """LS-BOSS-CETUSIA-6: on level I the tail falls sooner, and with it the wounds of both parts are gone."""
    parts = {"head": {"at": [8, 12]}, "tail": {"at": [8, 14]}}
    boss = {"kind": "cetusia", "level": 1, **parts, "card": None, "revealed": []}
    assert best(third_night("lakeburg", boss, {}, [8, 13]))["attack"]["at"] == [8, 14]


def mature(heroes, **changes):
    """A third night at Glenwald in which the Dryad strikes her own sector and those next to it."""
    table = {"night": 3, "phase": "heroes", "heroes": heroes, "monsters": {}, "boss": dryad(3), **changes}
    return positioned(table, {"scenario": "glenwald", "night": 3}, len(heroes))


def test_it_leaves_where_the_dryad_would_kill_it_when_it_can_do_no_more():
    """LS-BOSS-DRYAD-6: she strikes everybody in the sectors of her stage."""
    spent = {"actions": 0, "attacked": True, "wounds": 7, "armor": []}
    state = mature({"s1": {"hero": "hagen", "at": [9, 14], "weapons": ["spear"], "movement": [2, 3, 4], **spent}})
    assert danger(state, "s1", (9, 14), WEIGHTS, Threats(state)) >= WEIGHTS.death
    assert danger(state, "s1", (18, 11), WEIGHTS, Threats(state)) < WEIGHTS.mortal
    state.heroes["s1"].actions, state.heroes["s1"].attacked, state.heroes["s1"].points = 0, True, 9
    [*_, end] = best(state)["move"]
    assert danger(state, "s1", tuple(end), WEIGHTS, Threats(state)) < WEIGHTS.mortal


def test_armour_counts_for_what_a_hero_can_endure():
    state = mature({"s1": {"hero": "hagen", "at": [9, 14], "wounds": 6, "armor": [{"card": "worn-armor"}]}})
    assert endurance(state, "s1") == 3
    assert danger(state, "s1", (9, 14), WEIGHTS, Threats(state)) < WEIGHTS.death


@pytest.mark.parametrize(
    ("cards", "growth", "phase", "grows"),
    [
        (["21"], "no-cards-left", 2, False),
        ([], "no-cards-left", 2, True),
        ([], "no-cards-left", 3, True),
        ([], "third-phase-only", 1, False),
        ([], "third-phase-only", 2, True),
        ([], "third-phase-only", 3, False),
    ],
)
def test_it_reckons_with_a_dryad_that_grows_as_the_table_reads_it(cards, growth, phase, grows):
    """LS-BOSS-DRYAD-7 (R32), from what lies open alone: how many cards are left, and which phase comes next. The Sprout
    strikes nobody, the next stage every hero in her sector."""
    table = {
        "round": phase,
        "board": {"terrain": BOARD},
        "spawn": {"1": cards, "2": cards},
        "heroes": {"s1": {"at": [4, 4]}},
        "boss": {"kind": "putrefied-dryad", "growth": 1, "at": [[7, 0], [8, 0]]},
    }
    state = positioned(table, {"scenario": "glenwald", "night": 3, "dryad_growth": growth})
    for known in (state, rebuilt(GAME.view(state, "s1"), content())):
        assert Threats(known).at((4, 4)) == (content().dryad.damage if grows else 0, 0)
