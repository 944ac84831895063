"""The greedy bot looks only at its own view, and plays better than chance."""

from __future__ import annotations

import pytest

from domain.contract.chance import Seeded, Stream
from domain.games.darkness import actions
from domain.games.darkness.bot.duels import fight_value
from domain.games.darkness.bot.glimpse import Glimpse
from domain.games.darkness.bot.prospects import outlook
from tests.domain.games.darkness.tables import GAME, board_kinds, busy_answer, greedy_answer, play, seat_ids


def begun(**table):
    position = {"map": {"bar": {"x": 0, "y": 0, "rot": 0}}, **table}
    return GAME.set_position({}, seat_ids(len(position["seats"])), position, Seeded(b"")).state


def choice(state, seat="s1"):
    return greedy_answer(state, seat, Stream(b"any"))


def test_it_takes_what_lies_at_its_feet():
    state = begun(disks={"item-rope": {"at": "bar/3/2", "face": "up"}}, seats={"s1": {"at": "bar/3/2"}})
    assert choice(state) == actions.Take("item-rope")


def test_it_goes_for_the_nearest_disk():
    state = begun(
        disks={"item-food": {"at": "bar/3/1"}},
        pool=["ally-nurse", "item-rope", "item-money-1"],
        turn={"move": "moving", "movement": 4, "left": 8},
        seats={"s1": {"at": "bar/2/2", "character": "helen"}},
    )
    move = choice(state)
    assert isinstance(move, actions.Move)
    assert move.path[-1] == "bar/3/1"


def test_the_outlook_falls_with_the_way():
    state = begun(disks={"item-food": {"at": "bar/3/1"}}, seats={"s1": {"at": "bar/5/2", "character": "helen"}})
    field = outlook(Glimpse(GAME.view(state, "s1"), "s1", state.data))
    assert field["bar/3/1"] > field["bar/3/2"] > field["bar/4/2"] > field["bar/5/2"]


def test_a_fight_is_worth_less_to_the_wounded():
    values = []
    for damage in (0, 2):
        state = begun(seats={"s1": {"at": "bar/5/2", "character": "steve", "damage": damage}})
        values.append(fight_value(Glimpse(GAME.view(state, "s1"), "s1", state.data), "3S", "3K", 7, 3))
    assert values[0] > values[1]


def test_it_rerolls_the_dice_that_do_not_fit():
    state = begun(
        disks={"item-rope": {"at": "bar/3/1"}},
        seats={"s1": {"at": "bar/3/1", "owes": True, "character": "steve", "allies": ["ally-librarian"]}},
    )
    for number in range(40):
        thrown = GAME.decide(state, "s1", actions.Roll(), Seeded(bytes([number]))).state
        if thrown.open["s1"].kind == "reroll":
            answer = choice(thrown)
            assert isinstance(answer, actions.Reroll)
            assert answer.source == "ally-librarian"
            return
    pytest.fail("no throw missed")


def test_security_of_a_game_master_that_lies_nowhere_is_talked_to():
    """WD-GM-7, WD-GM-24: what the master sends lies on no space that a bot could look at."""
    position = {
        "scenario": "the-awakening",
        "mode": "gm",
        "map": {"bar": {"x": 0, "y": 0, "rot": 0}},
        "gm": {"chapter": "ch2-storm", "environment": "day-lights-on"},
        "seats": {"s1": {"character": "steve", "at": "bar/4/2"}},
    }
    options = {"scenario": "the-awakening", "gm": "s2"}
    state = GAME.set_position(options, seat_ids(2), position, Seeded(b"")).state
    view = GAME.view(state, "s1")
    assert GAME.rate(view, "s1", actions.Parley()) > 0


def test_it_beats_chance():
    """Over all scenarios greedy seats end with more VP than seats that do anything."""
    points = {"greedy": [], "busy": []}
    for kind in board_kinds(12, first=402):
        greedy = set(kind.seats[::2]) if len(kind.seats) > 1 else set(kind.seats[kind.number % 2 :])

        def choose(state, seat, rng, greedy=greedy):
            return (greedy_answer if seat in greedy else busy_answer)(state, seat, rng)

        state = play(kind, choose).state
        for seat, person in state.people.items():
            points["greedy" if seat in greedy else "busy"].append(person.vp)
    greedy, busy = (sum(vp) / len(vp) for vp in (points["greedy"], points["busy"]))
    assert greedy > busy + 2
