"""Tables of played games written as positions: set up again they are the same, and ask the same."""

from __future__ import annotations

import json

import pytest

from domain.bots import player
from domain.contract.chance import Seeded, Stream
from tests.domain.games.darkness.tables import GAME, seat_ids

SEATS = seat_ids(2)
OFTEN = 12
"""Of so many decisions one is looked at."""


def tables(options, most=240):
    """The tables along a game of random seats, with who is asked."""
    chance, rng, choose = Seeded(b"positions"), Stream(b"positions"), player("random")
    state = GAME.setup(options, SEATS, chance).state
    for _ in range(most):
        if GAME.is_over(state):
            return
        seat = next(iter(state.open))
        yield state, seat
        state = GAME.advance(state, seat, choose(GAME, state, seat, rng), chance).state


@pytest.mark.parametrize("scenario", ["first-night", "master-of-the-house"])
def test_a_turn_goes_on_from_its_position_as_from_its_table(scenario):
    options, looked_at = GAME.check_options({"scenario": scenario}, SEATS), 0
    for number, (state, seat) in enumerate(tables(options)):
        shown = GAME.show_position(state)
        if state.open[seat].kind not in ("turn", "engaged"):
            assert shown is None, "a check, a fight or a question is under way"
        elif number % OFTEN == 0:
            again = GAME.set_position(options, SEATS, json.loads(json.dumps(shown)), Seeded(b"")).state
            assert GAME.view(again, "referee") == GAME.view(state, "referee")
            assert (again.open, GAME.legal(again, seat)) == (state.open, GAME.legal(state, seat))
            looked_at += 1
    assert looked_at > 5


def test_no_position_is_written_where_a_game_master_leads():
    options = GAME.check_options({"scenario": "the-awakening", "gm": "s2"}, SEATS)
    assert all(GAME.show_position(state) is None for state, _ in tables(options, most=20))


BAR = {"bar": {"x": 0, "y": 0, "rot": 0}}


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("map_of", [{}, BAR], ids=["no map", "a map"])
@pytest.mark.parametrize("stands", [{}, {"at": "house/2/2"}], ids=["nowhere", "off the map"])
@pytest.mark.parametrize("scenario", ["none", "the-ticking-case", "last-bus-out"])
def test_bots_play_on_from_positions_that_leave_out_places(scenario, stands, map_of, name):
    chance, rng, choose = Seeded(b"places"), Stream(b"places"), player(name)
    position = {"map": map_of, "seats": {"s1": {**stands, "vp": 9, "damage": 1}}}
    state = GAME.set_position({"scenario": scenario}, SEATS, position, chance).state
    for _ in range(12):
        seat = next(iter(state.open))
        state = GAME.advance(state, seat, choose(GAME, state, seat, rng), chance).state
    assert not GAME.is_over(state)


def test_what_stands_beside_the_flags_comes_back_with_a_position():
    flags, beside = ["entered:bar", "fuel"], ["last-round:score", "fuel:house"]
    position = {"map": BAR, "flags": [*flags, *beside], "turn": {}, "seats": {"s1": {"at": "bar/0/0"}}}
    state = GAME.set_position({}, ("s1",), position, Seeded(b"")).state
    shown = GAME.show_position(state)
    assert (shown["flags"], shown["remembered"]) == (flags, beside)
    assert GAME.set_position({}, ("s1",), shown, Seeded(b"")).state.flags == state.flags
