"""Lists of answers, samples and defaults agree with what the rules accept."""

from __future__ import annotations

import pytest

from domain.contract.chance import Seeded, Stream
from domain.contract.decoding import verb_names
from domain.contract.game import Action, Refused, Slot, to_json
from domain.games.darkness import actions
from domain.games.darkness.state import DarknessState
from tests.domain.games.darkness.tables import (
    GAME,
    board_kinds,
    busy_answer,
    campaign_kinds,
    greedy_answer,
    play,
    play_campaign,
    seat_ids,
)


def accepted(state: DarknessState, seat: str, action: Action) -> bool:
    try:
        GAME.decide(state, seat, action, Seeded(b"try"))
    except Refused:
        return False
    return True


def check_answers(state: DarknessState, seat: str, action: Action, rng: Stream) -> None:
    if rng.below(6):
        return
    legal = GAME.legal(state, seat)
    assert len(set(map(repr, legal.actions))) == len(legal.actions)
    assert legal.complete == (not legal.slots)
    for answer in rng.shuffled(legal.actions)[:12]:
        assert accepted(state, seat, answer), answer
    if legal.complete:
        assert all(GAME.sample(state, seat, rng) in legal.actions for _ in range(4))
    shorter = GAME.legal(state, seat, 3)
    assert shorter.actions == legal.actions[:3]
    default = GAME.default(state, seat)
    assert accepted(state, seat, default), default
    raw = GAME.read(*_written(default))
    assert GAME.parse(raw) == default


def _written(action: Action):
    shown = GAME.show(action)
    return (shown, None) if isinstance(shown, str) else next(iter(shown.items()))


@pytest.mark.parametrize("kind", board_kinds(6, first=300), ids=str)
def test_answers_on_the_board(kind):
    played = play(kind, greedy_answer if kind.number % 2 else busy_answer, check_answers)
    assert GAME.is_over(played.state)


@pytest.mark.parametrize("kind", campaign_kinds(3, first=300), ids=str)
def test_answers_in_a_campaign(kind):
    def watch(state: DarknessState, seat: str, action: Action, rng: Stream) -> None:
        if seat in state.open:
            check_answers(state, seat, action, rng)

    assert play_campaign(kind, 250, watch).decisions > 100


@pytest.mark.slow
@pytest.mark.parametrize("kind", board_kinds(36, first=3_000), ids=str)
def test_answers_in_many_games(kind):
    played = play(kind, (busy_answer, greedy_answer)[kind.number % 2], check_answers)
    assert GAME.is_over(played.state)


def position(**seats):
    return {"map": {"bar": {"x": 0, "y": 0, "rot": 0}}, "seats": seats}


def begun(table, options=None):
    return GAME.set_position(options or {}, seat_ids(len(table["seats"])), table, Seeded(b"")).state


def test_at_its_turn_an_absent_seat_heals_itself_or_rolls_and_ends():
    hurt = begun(position(s1={"at": "bar/0/0", "damage": 1}))
    assert GAME.default(hurt, "s1") == actions.HealSelf()
    state = begun(position(s1={"at": "bar/0/0"}))
    assert GAME.default(state, "s1") == actions.MoveRoll()
    state = begun({**position(s1={"at": "bar/0/0"}), "turn": {"move": "moving", "left": 4}})
    assert GAME.default(state, "s1") == actions.EndTurn()


@pytest.mark.parametrize(
    ("table", "default"),
    [
        ({"disks": {"adversary-zombie-1": {"at": "bar/3/1", "face": "up"}}, "at": "bar/3/1"}, actions.Fight()),
        ({"disks": {"security-owner-1": {"at": "bar/3/1"}}, "at": "bar/3/1", "owes": True}, actions.Parley()),
        ({"disks": {"item-rope": {"at": "bar/3/1"}}, "at": "bar/3/1", "owes": True}, actions.Roll()),
    ],
)
def test_defaults_of_other_decisions(table, default):
    seat = {key: value for key, value in table.items() if key != "disks"}
    state = begun({**position(s1=seat), "disks": table["disks"]})
    assert GAME.default(state, "s1") == default


def test_too_much_to_carry_the_newest_thing_is_dropped():
    carried = ["item-shotgun", "item-baseball-bat"]
    table = position(s1={"at": "bar/3/2", "items": carried})
    state = begun({**table, "disks": {"item-rope": {"at": "bar/3/2", "face": "up"}}})
    state = GAME.decide(state, "s1", {"type": "take", "item": "item-rope"}, Seeded(b"")).state
    assert GAME.default(state, "s1") == actions.Drop("item-rope")


def test_a_walk_is_an_open_list():
    state = begun({**position(s1={"at": "bar/0/0"}), "turn": {"move": "moving", "left": 3}})
    legal = GAME.legal(state, "s1")
    assert not legal.complete
    assert legal.slots["move"] == (Slot("path"),)
    roundabout = actions.Move(("bar/1/0", "bar/0/0", "bar/0/1"))
    assert roundabout not in legal.actions
    assert accepted(state, "s1", roundabout)


def test_the_master_is_a_person():
    state = GAME.setup({"scenario": "the-awakening", "gm": "s2"}, seat_ids(3), Seeded(b"")).state
    assert [GAME.needs_person(state.options, seat) for seat in state.seats] == [False, True, False]
    assert GAME.ranked(state) == ("s1", "s3")


def test_a_description_has_every_verb_and_event():
    description = GAME.describe()
    assert set(description.verbs) == set(verb_names(GAME.action_types))
    assert {kind.__name__ for kind in GAME.event_types} < set(description.events)
    assert to_json(description)["data"].keys() == {"data.toml"}
