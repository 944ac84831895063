"""Random games of every kind: they end, nothing is lost on the way, and the log alone rebuilds them."""

from __future__ import annotations

import pytest

from domain.games.darkness.events.moving import DiskRevealed, DiskSetAside
from tests.domain.games.darkness.invariants import ASIDE, check_event
from tests.domain.games.darkness.tables import (
    GAME,
    Played,
    any_answer,
    board_kinds,
    busy_answer,
    campaign_kinds,
    greedy_answer,
    play,
    play_campaign,
    stored,
    told,
)


def check_played(played: Played) -> None:
    """Fold the stored events from nothing; after each of them everything is where it belongs."""
    state = None
    for event in stored(played.events):
        state = GAME.evolve(state, event)
        check_event(event, state)
    assert state is not None
    assert told(state) == told(played.state)


def check_end(played: Played) -> None:
    outcome = GAME.outcome(played.state)
    assert outcome is not None
    assert set(outcome.detail["winners"]) <= set(played.state.living)
    assert outcome.detail["vp"] == {seat: person.vp for seat, person in played.state.people.items()}
    assert (outcome.places is None) == (outcome.won is False)
    assert not played.state.open


@pytest.mark.parametrize("kind", board_kinds(6), ids=str)
def test_board_games_end_and_are_rebuilt(kind):
    played = play(kind, busy_answer)
    check_played(played)
    check_end(played)


@pytest.mark.parametrize("kind", board_kinds(3, first=100), ids=str)
def test_games_of_greedy_bots_end_and_are_rebuilt(kind):
    played = play(kind, greedy_answer)
    check_played(played)
    check_end(played)


@pytest.mark.parametrize("kind", campaign_kinds(2), ids=str)
def test_campaigns_are_rebuilt(kind):
    check_played(play_campaign(kind, most=400))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 180, 30))
def test_many_board_games(first):
    for kind in board_kinds(30, first=1_000 + first):
        choose = (any_answer, busy_answer, greedy_answer)[kind.number % 3]
        played = play(kind, choose)
        check_played(played)
        check_end(played)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 50, 10))
def test_many_campaigns(first):
    for kind in campaign_kinds(10, first=1_000 + first):
        check_played(play_campaign(kind, most=2_500))


def test_the_watchman_comes_and_goes_without_the_pool():
    """The disk that is kept aside (WD-SCEN-TICKING-4) is never among those counted above."""
    for kind in board_kinds(120, first=1):
        if kind.scenario == "the-ticking-case":
            played = play(kind, busy_answer)
            came = [event for event in played.events if isinstance(event, DiskRevealed) and event.disk == ASIDE]
            left = [event for event in played.events if isinstance(event, DiskSetAside)]
            if came and left:
                assert ASIDE not in played.state.pool
                return
    pytest.fail("the watchman never came")
