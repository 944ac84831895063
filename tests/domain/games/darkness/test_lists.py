"""What is listed at a turn is what is accepted, no more and no less: of every seat, thing, door, window and skill."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.contract.chance import Seeded
from domain.contract.game import Action, Refused
from domain.games.darkness import actions
from domain.games.darkness.rules.master.actions import Pass, Search
from domain.games.darkness.rules.town.layout import SIDES
from domain.games.darkness.rules.town.tiles import doors_of, windows_of
from domain.games.darkness.state import DarknessState
from tests.domain.games.darkness.tables import GAME, seat_ids

RIFLE, BAT = "item-shotgun", "item-baseball-bat"

BAR = {"map": {"bar": {"x": 0, "y": 0, "rot": 0}}}

MADE = {
    "character": "made",
    "sheet": {
        "occupation": "police-officer",
        "attributes": {"S": 3, "A": 4, "Dex": 3, "Int": 3, "Pers": 2, "Med": 2, "D": 3},
        "skills": {"ranged-mechanical-weapon": 6, "dodge": 5},
        "skill_points": 0,
    },
}


def person(at, **more):
    return {"character": "steve", "at": at, **more}


def made(at, points=0, **more):
    return {**MADE, "sheet": {**MADE["sheet"], "skill_points": points}, "at": at, **more}


OTHER = person("bar/5/0", character="rosa")

CHAPTER = {"chapter": "ch1-rumours", "environment": "day-lights-on"}
PIECES = {
    "near": {"kind": "zombie", "at": "bar/3/1", "health": 2, "shown": True},
    "beside": {"kind": "zombie", "at": "bar/3/2", "health": 2, "shown": True},
    "hidden": {"kind": "zombie", "at": "bar/3/1", "health": 2},
}

TABLES = {
    "things on the space and in hands": {
        **BAR,
        "disks": {"item-rope": {"at": "bar/3/2", "face": "up"}, "item-food": {"at": "bar/3/2"}, BAT: {"at": "bar/0/0"}},
        "seats": {
            "s1": person("bar/3/2", items=[RIFLE], damage=1),
            "s2": person("bar/3/2", character="rosa", items=["item-flashlight-1"], allies=["ally-nurse"], damage=1),
            "s3": person("bar/0/0", character="eddie", items=[BAT], damage=2),
        },
    },
    "outside of the doors": {
        **BAR,
        "turn": {"move": "moving", "left": 4, "movement": 2},
        "seats": {"s1": person("bar/0/0"), "s2": OTHER},
    },
    "an action that is spent": {
        **BAR,
        "turn": {"move": "done", "action": "spent"},
        "disks": {"item-rope": {"at": "bar/3/2", "face": "up"}},
        "seats": {"s1": person("bar/3/2", items=[RIFLE], vp=9, failures=1), "s2": person("bar/3/2", character="rosa")},
    },
    "points for anything": {**BAR, "seats": {"s1": made("bar/0/0", vp=10, failures=1), "s2": OTHER}},
    "points for a Failure": {**BAR, "seats": {"s1": made("bar/0/0", vp=5, failures=1), "s2": OTHER}},
    "too few points": {**BAR, "seats": {"s1": made("bar/0/0", vp=4, failures=1), "s2": OTHER}},
    "one point saved": {**BAR, "seats": {"s1": made("bar/0/0", points=1, vp=9), "s2": OTHER}},
    "three points saved": {**BAR, "seats": {"s1": made("bar/0/0", points=3), "s2": OTHER}},
    "a thing that is locked": {
        **BAR,
        "locks": {"item-rope": {"for": "s1", "turns": 1}},
        "seats": {"s1": person("bar/3/2"), "s2": person("bar/3/2", character="rosa", items=["item-rope", "item-food"])},
    },
    "a game master's pieces": {
        **BAR,
        "scenario": "the-awakening",
        "mode": "gm",
        "gm": {**CHAPTER, "pieces": PIECES},
        "seats": {
            "s1": person("bar/3/1", items=["knife", "pistol", "spear"], shots={"pistol": 0}, damage=1),
            "s2": person("bar/3/1", character="rosa", items=["food"]),
        },
    },
    "a loaded gun, and nobody in sight": {
        **BAR,
        "scenario": "the-awakening",
        "mode": "gm",
        "gm": {**CHAPTER, "pieces": {"far": {"kind": "zombie", "at": "bar/0/0", "health": 2, "shown": True}}},
        "seats": {"s1": person("bar/3/1", items=["pistol"], shots={"pistol": 2}), "s2": OTHER},
    },
}
"""What lies there and who stands there -> a position at the turn of s1."""

LISTED = (
    "move_roll", "explore", "pick_lock", "force", "climb", "perceive", "search", "heal", "heal_self", "give", "drop",
    "take", "steal", "reveal", "fight", "spend", "pay", "pass", "end_turn",
)  # fmt: skip
"""The verbs of a turn whose answers are listed one by one."""


def openings(state: DarknessState) -> list[str]:
    return [
        opening for tile in state.places for opening in (*doors_of(state.data, tile), *windows_of(state.data, tile))
    ]


def candidates(state: DarknessState) -> Iterator[Action]:
    """Every action with such a verb that names what there is."""
    things = [*state.disks, *(item for one in state.people.values() for item in one.items)]
    allies = [ally for one in state.people.values() for ally in one.allies]
    yield from (actions.Reveal(), actions.EndTurn(), actions.Spend(what="failure"), Search(), Pass())
    for piece in state.master.pieces if state.master else ():
        yield from (actions.Fight(piece, weapon) for weapon in (None, *things))
    yield from (actions.Explore(side) for side in SIDES)
    for opening in openings(state):
        yield from (actions.PickLock(opening), actions.Force(opening), actions.Climb(opening))
    for seat in state.seats:
        yield actions.Heal(seat)
        yield from (actions.Give(thing, seat) for thing in (*things, *allies))
        yield from (actions.Steal(seat, item=thing) for thing in things)
        yield from (actions.Steal(seat, ally=ally) for ally in allies)
        yield from (actions.Pay(seat, vp) for vp in range(12))
    yield from (actions.Drop(thing) for thing in things)
    yield from (actions.Take(thing) for thing in things)
    yield from (actions.Spend(skill=skill) for skill in state.data.skills)
    for kind in (actions.MoveRoll, actions.Perceive, actions.HealSelf):
        yield from (kind(skill, add) for skill in (None, *state.data.skills) for add in range(4))


def is_accepted(state: DarknessState, action: Action) -> bool:
    try:
        GAME.decide(state, "s1", action, Seeded(b"lists"))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("name", TABLES)
def test_what_is_listed_is_what_is_accepted(name):
    position = TABLES[name]
    led = position.get("mode") == "gm"
    seats = seat_ids(len(position["seats"]) + led)
    options = {"scenario": position.get("scenario", "first-night"), **({"gm": seats[-1]} if led else {})}
    state = GAME.set_position(options, seats, position, Seeded(b"lists")).state
    listed = [action for action in GAME.legal(state, "s1", 5_000).actions if action.__struct_config__.tag in LISTED]
    accepted = [action for action in candidates(state) if is_accepted(state, action)]
    assert accepted
    assert sorted(map(repr, listed)) == sorted(map(repr, accepted))
