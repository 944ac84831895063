"""Looking ahead in When Darkness Comes: by what the seat knows alone, with chance that is the same for all answers."""

import pytest

from domain.bots.answers import Thought
from domain.bots.fitting import positions
from domain.bots.search import Search
from domain.contract.chance import Seeded, Stream, joined
from domain.games.darkness import actions
from domain.games.darkness.bot import prospects
from domain.games.darkness.bot.choices import WEIGHED
from tests.domain.games.darkness.tables import GAME, greedy_answer, seat_ids

PLAYOUTS = 4


def found(state, seat, key):
    thought = Thought(lambda rng: GAME.resample(state, seat, rng), PLAYOUTS)
    return Search(GAME, seat, thought, Stream(key)).answer()


def moments(scenario, key, seats=2, every=2):
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
    assert compared > 0


def test_an_answer_is_the_same_when_all_is_reckoned_anew():
    compared = 0
    for state, seat in moments("master-of-the-house", b"exchanged", every=4):
        before = found(state, seat, b"anew")
        prospects._spread.cache_clear()
        assert found(state, seat, b"anew") == before
        compared += 1
    assert compared > 0


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
    assert found(state, "s1", b"drive") == actions.Scenario("drive-off", "token-10")


@pytest.mark.parametrize(("number", "ended", "worth"), [(0, "escaped", 1.0), (18, "time", 0.0)])
def test_only_the_end_that_a_scenario_is_played_for_is_won(number, ended, worth):
    """WD-SCEN-BUS-2: who drives off has reached it; WD-SCEN-BUS-3: when the time is up nobody has."""
    state = at_the_bus(seats={"s1": {"at": "bar/0/0", "character": "eddie"}}, round=18)
    assert 0 < GAME.value(state, "s1") < 1
    doing = actions.Scenario("drive-off", "token-10") if ended == "escaped" else actions.MoveRoll()
    chance = Seeded(bytes([number]))
    while not GAME.is_over(state):
        state = GAME.advance(state, "s1", doing, chance).state
        answers = GAME.legal(state, "s1").actions if "s1" in state.open else ()
        doing = next((one for one in answers if isinstance(one, actions.Roll | actions.Keep)), actions.EndTurn())
    assert (state.ended.outcome, GAME.value(state, "s1")) == (ended, worth)


def test_games_without_their_end_are_fitted_as_won_by_nobody():
    fitted = list(positions(GAME, {"scenario": "the-ticking-case"}, 2, b"nobody"))
    assert fitted
    assert {len(position.seats) for position in fitted} == {3}


def test_where_a_game_master_leads_nothing_is_searched_and_nothing_fitted():
    assert list(positions(GAME, {"scenario": "the-awakening", "gm": "s1"}, 2, b"master")) == []


def test_who_plays_for_the_end_hands_a_leaf_to_who_reads_best_and_a_greedy_seat_keeps_it():
    """WD-GIVE-1, WD-SCEN-PAGE-2: helen throws most dice to read."""
    seats = {
        "s1": {"at": "church/3/4", "character": "steve", "items": ["token-1"]},
        "s2": {"at": "church/3/4", "character": "helen"},
    }
    position = {"scenario": "the-missing-page", "map": {"church": {"x": 0, "y": 0, "rot": 0}}, "seats": seats}
    options = {"scenario": "the-missing-page"}
    state = GAME.set_position(options, seat_ids(2), position, Seeded(b"")).state
    given = actions.Give("token-1", "s2")
    foreseen = {choice: rating for rating, choice in GAME.next_choices(state, "s1", ())}
    greedy = {action: rating for rating, action in GAME.rated(GAME.view(state, "s1"), "s1", GAME.legal(state, "s1"))}
    assert foreseen[given] > 0 > greedy[given]
