"""Looking ahead in When Darkness Comes: by what the seat knows alone, with chance that is the same for all answers."""

import pytest

from domain.bots.answers import Thought
from domain.bots.fitting import positions
from domain.bots.search import Search
from domain.contract.chance import Seeded, Stream, joined
from domain.games.darkness import actions
from domain.games.darkness.bot.choices import WEIGHED
from tests.domain.games.darkness.tables import GAME, greedy_answer, seat_ids

PLAYOUTS = 4


def found(state, seat, key):
    thought = Thought(lambda rng: GAME.resample(state, seat, rng), PLAYOUTS)
    return Search(GAME, seat, thought, Stream(key)).answer()


def moments(scenario, key, seats=2, every=29):
    """Positions along a game of greedy seats in which a seat has something to weigh."""
    chance, rng = Seeded(joined(key, "chance")), Stream(joined(key, "seats"))
    state = GAME.setup({"scenario": scenario}, seat_ids(seats), chance).state
    number = 0
    while not GAME.is_over(state):
        seat = next(iter(state.open))
        if state.open[seat].kind in WEIGHED and len(GAME.next_choices(state, seat, ())) > 1:
            number += 1
            if number % every == 0:
                yield state.clone(), seat
        state = GAME.advance(state, seat, greedy_answer(state, seat, rng), chance).state


@pytest.mark.parametrize("scenario", ["master-of-the-house", "the-missing-page"])
def test_the_answer_is_the_same_whatever_the_seat_cannot_see_and_legal(scenario):
    compared = 0
    for state, seat in moments(scenario, b"exchanged"):
        key = joined(compared, scenario)
        other = GAME.resample(state, seat, Stream(joined(key, "other")))
        before = GAME.view(state, "referee")
        action = found(state, seat, key)
        assert action == found(other, seat, key), compared
        GAME.decide(state, seat, action, Seeded(b"legal"))
        assert GAME.view(state, "referee") == before
        compared += 1
    assert compared > 1


def at_the_bus(**table):
    position = {
        "scenario": "last-bus-out",
        "map": {"bar": {"x": 0, "y": 0, "rot": 0}},
        "tokens": {"token-10": {"at": "bar/0/0", "face": "up"}},
        "flags": ["bus-started"],
        "round": 17,
        **table,
    }
    options = {"scenario": "last-bus-out"}
    return GAME.set_position(options, seat_ids(len(position["seats"])), position, Seeded(b"")).state


def test_it_drives_off_while_there_is_time():
    state = at_the_bus(seats={"s1": {"at": "bar/0/0", "character": "eddie"}})
    seen = found(state, "s1", b"drive")
    assert seen == actions.Scenario("drive-off", "token-10") or isinstance(seen, actions.MoveRoll)


def test_only_the_end_that_a_scenario_is_played_for_is_won():
    """WD-SCEN-BUS-2: who drives off has reached it; WD-SCEN-BUS-3: when the time is up nobody has."""
    state = at_the_bus(seats={"s1": {"at": "bar/0/0", "character": "eddie"}})
    assert 0 < GAME.value(state, "s1") < 1
    chance, worths = Seeded(b"ends"), set()
    for number in range(12):
        ended = GAME.clone(state) if hasattr(GAME, "clone") else state.clone()
        ended = GAME.advance(ended, "s1", actions.Scenario("drive-off", "token-10"), chance).state
        while "s1" in ended.open and not GAME.is_over(ended):
            ended = GAME.advance(ended, "s1", greedy_answer(ended, "s1", Stream(bytes([number]))), chance).state
        worths.add((ended.ended.outcome, GAME.value(ended, "s1")))
    assert worths <= {("escaped", 1.0), ("time", 0.0)}


def test_games_without_their_end_are_fitted_as_won_by_nobody():
    fitted = list(positions(GAME, {"scenario": "the-ticking-case"}, 2, b"nobody"))
    assert fitted
    assert {len(position.seats) for position in fitted} == {3}


def test_where_a_game_master_leads_nothing_is_searched_and_nothing_fitted():
    assert list(positions(GAME, {"scenario": "the-awakening", "gm": "s1"}, 2, b"master")) == []
