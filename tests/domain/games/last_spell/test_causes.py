"""Events name their cause: a number that what begins an effect takes, and that all that follows from it carries."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec import UNSET

from domain.contract.chance import Forced, Seeded
from domain.contract.game import to_json
from domain.games.last_spell.events import EVENTS, attacks, bosses, dawn, heroes, monsters, night, setup
from domain.games.last_spell.events.causes import Caused
from domain.games.last_spell.outcome import why
from tests.domain.games.last_spell.tables import BOARD, GAME, act, played, positioned, started

NAMING = {*Caused.__subclasses__(), heroes.HeroMoved, setup.HeroRecruited, bosses.IncubatorPlaced, bosses.BombardPlaced}
"""The events that name a cause; a hero's way and the end call its number `caused_by`."""

WOUNDING = {monsters.MonsterWounded, heroes.HeroWounded, monsters.ConstructionDamaged, monsters.MagesLost}
KILLING = {monsters.MonsterSlain, heroes.HeroEliminated, monsters.ConstructionDestroyed, bosses.BossSlain}
PAYING = {dawn.PanicAssessed, dawn.QuestRewarded, dawn.WareBought, setup.ConstructionBuilt, setup.HeroRecruited}
MOVING = {monsters.MonsterMoved, heroes.HeroMoved, bosses.BossMoved}


def cause_of(event):
    return event.caused_by if isinstance(event, heroes.HeroMoved) else event.cause


def events_of_a_game(options, seats, key, rules=2, most=60):
    if rules == GAME.rules:
        run = started(options, seats, key)
    else:
        run = GAME.setup(options, [f"s{number + 1}" for number in range(seats)], Seeded(key.encode()), rules)
    yield from run.events
    for command in played(run, key, 7, most):
        yield from command.run.events


def test_what_wounds_kills_pays_or_moves_can_name_a_cause():
    assert WOUNDING | KILLING | PAYING | MOVING <= NAMING <= {*EVENTS, bosses.TilePlaced}


@pytest.mark.parametrize(
    ("scenario", "number"), [("gildenberg", 3), ("lakeburg", 3), ("glenwald", 3), ("gildenberg", 1)]
)
def test_every_such_event_of_a_game_names_one_that_has_begun(scenario, number):
    begun, next_one = set(), count(1)
    for event in events_of_a_game({"scenario": scenario, "night": number}, 2, f"causes {scenario}"):
        if type(event) not in NAMING:
            continue
        cause = cause_of(event)
        assert isinstance(cause, int), event
        if cause not in begun:
            assert cause == next(next_one), event
            begun.add(cause)
    assert len(begun) > 20


def test_under_rules_number_1_nothing_is_numbered():
    for event in events_of_a_game({"scenario": "glenwald", "night": 3}, 2, "no causes", rules=1):
        if type(event) in NAMING:
            assert cause_of(event) is UNSET
            assert "caused_by" not in to_json(event)
            assert "reason" not in to_json(event)


def last_stand(**more):
    """A hero beside a monster that can slay it, in the attack step."""
    hero = {"at": [4, 4], "health": 3, "wounds": 1, "armor": [{"card": "teardrop-shield"}], "mana": 0, "mana_max": 5}
    return positioned(
        {
            "board": {"terrain": BOARD},
            "phase": "monsters",
            "round": 2,
            "step": "monster-attack",
            "components": {"monsters": {"brute": {**POST, "damage": 3}}},
            "monsters": {"brute/1": {"at": [3, 4], "facing": "east"}},
            "heroes": {"s1": hero},
            **more,
        }
    )


POST = {"level": 3, "health": 9, "movement": 0, "attack": "melee", "damage": 1, "dice": ["blue"], "abilities": []}


def test_a_blow_and_what_it_does_share_a_number_and_a_card_has_its_own():
    state = last_stand()
    events = act(state, "s1", {"type": "use", "card": "teardrop-shield"})
    by_kind = {type(event).__name__: event for event in events}
    assert by_kind["ArmorUsed"].cause == by_kind["ManaGained"].cause == by_kind["DamageReduced"].cause + 1
    assert by_kind["HeroWounded"].cause == by_kind["HeroEliminated"].cause == by_kind["DamageReduced"].cause
    ended = by_kind["GameEnded"]
    assert ended.caused_by == by_kind["HeroWounded"].cause
    assert why(to_json(ended)) == (
        "The game is lost in Monster phase 2 of night 1: a hero was eliminated (LS-HERO-2).",
        "brute/1 dealt s1, who had 3 life points, the last 2 wounds.",
    )
    assert (ended.cause, state.result) == (
        "hero-eliminated",
        {"outcome": "lost", "night": 1, "cause": "hero-eliminated"},
    )


def test_an_attack_its_roll_and_its_victim_share_a_number():
    hero = {"at": [4, 4], "weapons": ["sword"], "actions": 4, "actions_max": 4}
    table = {"board": {"terrain": BOARD}, "heroes": {"s1": hero}, "monsters": {"clawer/1": {"at": [5, 4]}}}
    table["monsters"] |= {"clawer/2": {"at": [0, 0]}, "clawer/3": {"at": [0, 2]}}
    state = positioned(table)
    blow = {"type": "attack", "weapon": "sword", "technique": "slash", "at": [5, 4]}
    chance = Forced([{"roll": "blue", "results": ["hit"]}], Seeded(b"blow"))
    run = GAME.advance(state, "s1", blow, chance)
    kinds = (attacks.AttackDeclared, attacks.DefenceRolled, monsters.MonsterWounded, monsters.MonsterSlain)
    assert [event.cause for event in run.events if isinstance(event, kinds)] == [1, 1, 1, 1]
    assert state.causes == 1


def test_the_end_of_whole_games_says_why():
    for scenario, number in (("gildenberg", 1), ("gildenberg", 2), ("lakeburg", 3), ("introduction", 1)):
        events = events_of_a_game({"scenario": scenario, "night": number}, 1, f"why {scenario} {number}", most=900)
        [ended] = [event for event in events if isinstance(event, night.GameEnded)]
        assert len(why(to_json(ended))) >= (1 if ended.outcome == "won" else 2)


def test_an_id_is_given_to_one_piece_only_and_stays_its_own():
    entering = (night.MonsterSpawned, setup.ConstructionBuilt, bosses.MonolithPlaced, bosses.TilePlaced)
    for scenario in ("gildenberg", "glenwald"):
        given = set()
        games = events_of_a_game(
            {"scenario": scenario, "night": 3 if scenario == "glenwald" else 1}, 2, "ids", most=300
        )
        for event in games:
            if isinstance(event, entering):
                name = to_json(event)[PIECE[type(event)]]
                assert name not in given
                given.add(name)
        assert len(given) > 10


PIECE = {
    night.MonsterSpawned: "monster",
    setup.ConstructionBuilt: "construction",
    bosses.MonolithPlaced: "monolith",
    bosses.IncubatorPlaced: "tile",
    bosses.BombardPlaced: "tile",
}
"""The field that names a piece that enters."""
