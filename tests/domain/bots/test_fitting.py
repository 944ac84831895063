"""Weights that are fitted to games: what wins is worth something, the same games give the same weights."""

import pytest

from domain.bots.fitting import Position, fit, positions, surprise
from domain.games.nightfall.bot.value import WEIGHTS, assets
from domain.games.nightfall.game import Nightfall
from tests.domain.bots.tables import GAME
from tests.domain.bots.tables import positions as tables

WON_BY_GOLD = [Position(({"gold": 1.0, "dust": dust}, {"gold": 0.0, "dust": 1.0 - dust}), 0) for dust in (0.0, 1.0)]


def test_what_the_winners_had_is_worth_something_and_what_anybody_had_is_not():
    weights = fit(WON_BY_GOLD)
    assert weights["gold"] > 1
    assert weights["dust"] == pytest.approx(0, abs=1e-2)
    assert surprise(WON_BY_GOLD, weights) < 0.2 < surprise(WON_BY_GOLD, dict.fromkeys(weights, 0.0))


def test_weights_stay_near_what_was_held_of_them_and_on_its_side():
    prior = {"gold": -2.0, "dust": 1.0, "luck": 0.5}
    weights = fit(WON_BY_GOLD, 1e-4, prior)
    assert weights["gold"] == 0
    assert weights["luck"] == 0.5
    assert fit(WON_BY_GOLD, 1e3, prior) == pytest.approx(prior, abs=1e-3)


def test_a_game_gives_positions_with_what_each_seat_had_and_its_winner():
    found = list(positions(Nightfall(), {}, 3, b"fitting"))
    assert len(found) > 3
    assert len({position.winner for position in found}) == 1
    assert all(len(position.seats) == 3 for position in found)
    assert found == list(positions(Nightfall(), {}, 3, b"fitting"))


def test_the_weights_of_the_data_file_are_those_of_assets():
    known = {name for state, seat in tables(b"assets", every=9) for name in assets(state, seat)}
    assert {"wounds", "printed", "bad-smoke", "early bad-smoke"} <= known
    assert {"wounds", "late wounds", "printed"} <= WEIGHTS.keys()


def test_the_chances_of_all_seats_are_one_together():
    for state, _ in tables(b"chances", ("s1", "s2", "s3"), every=25):
        assert sum(GAME.value(state, seat) for seat in state.seats) == pytest.approx(1)
