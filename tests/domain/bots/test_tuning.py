"""Ratings go by weights that matches tune: the same seed gives the same, and bad ones lose."""

import pytest

from domain.bots.tuning import Tables, tune, worth
from domain.contract.chance import Seeded
from domain.games.darkness.game import Darkness
from domain.games.last_spell.game import LastSpell
from domain.games.nightfall.game import Nightfall

GAME = Nightfall()
WEIGHTS = GAME.rating_weights


def test_all_follows_from_the_seed():
    first, again = [], []
    found = tune(GAME, Tables(2), 1, 2, "seed", first.append)
    assert found == tune(GAME, Tables(2), 1, 2, "seed", again.append)
    assert first == again
    assert [progress.generation for progress in first] == [0]
    assert set(found) == set(WEIGHTS)
    assert found != WEIGHTS


def test_who_values_nothing_wins_less_than_is_fair():
    assert worth(GAME, dict.fromkeys(WEIGHTS, 0.0), [WEIGHTS], Tables(2), 8, b"nothing") < 0.5


def test_equal_seats_win_what_is_fair_when_each_deal_was_played_from_every_seat():
    assert worth(GAME, WEIGHTS, [WEIGHTS, WEIGHTS], Tables(2), 4, b"equal") == 1


def test_a_game_that_is_rated_otherwise_is_another_and_the_first_stays_as_it_is():
    other = GAME.rated_by({**WEIGHTS, "cost": -3.0})
    state = GAME.setup({}, ["s1", "s2"], Seeded(b"rated")).state
    seat = next(iter(state.open))
    before = GAME.next_choices(state, seat, ())
    assert [choice for _, choice in other.next_choices(state, seat, ())] == [choice for _, choice in before]
    assert other.next_choices(state, seat, ()) != before
    assert GAME.next_choices(state, seat, ()) == before
    assert GAME.rating_weights == WEIGHTS


@pytest.mark.parametrize("game", [Nightfall(), Darkness(), LastSpell()], ids=lambda game: game.id)
def test_a_game_is_rated_by_the_weights_that_it_names(game):
    weights = {name: weight + 1 for name, weight in game.rating_weights.items()}
    assert game.rated_by(weights).rating_weights == weights
    assert game.rating_weights != weights


def test_seats_that_play_together_win_what_comes_to_its_end():
    game, tables = LastSpell(), Tables(1, [{"scenario": "introduction"}], together=True)
    weights = game.rating_weights
    assert worth(game, weights, [], tables, 1, b"together") == 1
    afraid = {**weights, "worthwhile": 10_000, "monster": -10_000}
    assert worth(game, afraid, [], tables, 1, b"together") == 0
