"""A deadline against an answer, from two processes on each kind of database: what was stored first counts."""

import pytest

from service.bootstrap import build
from service.games.shapes import Condition, NewGame
from service.games.timing.clockwork import Clockwork
from tests.installation import install
from tests.service.clocks import DAILY, DAY
from tests.service.parts import other_games
from tests.service.playing import HOLD, ROLL, act, at_once, refusal


@pytest.fixture
def services(tmp_path, database, clock):
    services = install(tmp_path / "home", clock, **database.environ)
    yield services
    services.close()


@pytest.fixture
def elsewhere(services, clock):
    """The services of another process of the same installation: that of the clock."""
    other = build(services.settings, clock)
    yield other
    other.close()


@pytest.fixture
def overdue(services, people, clock):
    """A game in which ann's deadline has come, and nobody has enforced it yet: the game, and her decision."""
    seats = [{"account": "me"}, {"account": "bob"}]
    game_id = services.ledger.open_game(people["ann"], NewGame("pig", seats, clock=DAILY))
    services.ledger.sit(people["bob"], game_id)
    decision = services.ledger.view(game_id, people["ann"]).decision
    clock.now += DAY
    return game_id, Condition(decision=decision)


def types(services, game_id):
    return [event["type"] for event in services.ledger.events(game_id, limit=1000)]


def test_an_answer_stored_while_the_clock_decides_counts(services, elsewhere, people, overdue, clock):
    game_id, condition = overdue
    answers = iter([lambda: act(services.ledger, people["ann"], game_id, HOLD, condition=condition)])

    def interrupted():
        """The time, asked after the game was read and before the deadline's event is stored."""
        next(answers, lambda: None)()
        return clock.now

    games, heartbeat = other_games(elsewhere, interrupted), services.clockwork.heartbeat
    Clockwork(elsewhere.store, games.commands, games.delayed, interrupted, heartbeat, clock).enforce(game_id)
    assert "DeadlinePassed" not in types(services, game_id)
    assert list(services.ledger.view(game_id).pending) == ["s2"]


def test_an_answer_comes_too_late_once_the_deadline_is_stored(services, elsewhere, people, overdue):
    game_id, condition = overdue
    elsewhere.clockwork.enforce(game_id)
    assert types(services, game_id).count("DeadlinePassed") == 1
    assert refusal(act, services.ledger, people["ann"], game_id, ROLL, condition=condition) == "decision-closed"


@pytest.mark.parametrize("trial", range(5))
def test_of_both_at_once_one_is_stored(services, elsewhere, people, overdue, trial):
    game_id, condition = overdue

    def run(number):
        if number:
            return elsewhere.clockwork.enforce(game_id)
        return act(services.ledger, people["ann"], game_id, HOLD, condition=condition)

    answer, _ = at_once(2, run)
    passed = types(services, game_id).count("DeadlinePassed")
    assert types(services, game_id).count("PointsBanked") == 1
    assert passed == (1 if answer == "decision-closed" else 0)
    assert list(services.ledger.view(game_id).pending) == ["s2"]


def test_two_clocks_pass_a_deadline_once(services, elsewhere, overdue):
    game_id, _ = overdue
    at_once(4, lambda number: (services, elsewhere)[number % 2].clockwork.enforce(game_id))
    assert types(services, game_id).count("DeadlinePassed") == 1
