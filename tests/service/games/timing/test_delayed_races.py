"""An answer that is to wait for its table's release, against what happens at once with it, on each kind of database."""

import pytest

from domain.log.canon import canonical
from service.bootstrap import build
from service.games.shapes import Condition, NewGame
from service.games.timing.clockwork import Clockwork
from service.games.timing.delayed import next_release
from service.store.event_store import executing
from tests.installation import GAMES, install
from tests.service.clocks import DAILY, DAY
from tests.service.parts import other_games
from tests.service.playing import act, at_once, guess, refusal


@pytest.fixture
def services(tmp_path, database, clock):
    games = f"{GAMES},hiding-pig=tests.pigs.hiding_pig:HidingPig"
    services = install(tmp_path / "home", clock, NIGHTLEDGER_EXTRA_GAMES=games, **database.environ)
    yield services
    services.close()


@pytest.fixture
def elsewhere(services, clock):
    """The services of another process of the same installation."""
    other = build(services.settings, clock)
    yield other
    other.close()


@pytest.fixture
def overdue(services, people, clock):
    """A game in which ann's time for her guess is up, and nobody has enforced that yet: the game, and her decision."""
    seats = [{"account": "me"}, {"account": "bob"}]
    new = NewGame("hiding-pig", seats, {"guess": True}, clock=DAILY | {"policy": "forfeit"}, release=24 * 60)
    game_id = services.ledger.open_game(people["ann"], new)
    services.ledger.sit(people["bob"], game_id)
    act(services.ledger, people["bob"], game_id, guess(2))
    decision = services.ledger.view(game_id, people["ann"]).decision
    clock.now += DAY
    return game_id, Condition(decision=decision)


@pytest.fixture
def half_hourly(services, people):
    """A game in which answers appear twice an hour, and ann and bob have to guess."""
    new = NewGame("hiding-pig", [{"account": "me"}, {"account": "bob"}], {"guess": True}, release=30)
    game_id = services.ledger.open_game(people["ann"], new)
    services.ledger.sit(people["bob"], game_id)
    return game_id


def released(services, clock, game_id):
    """What is to be released of the game, when that time has come."""
    clock.now = next_release(services.ledger.table(game_id), clock.now)
    return services.clockwork.to_release()


def clockwork_of(services, games, clock):
    """The clock of another process, with these use cases of games."""
    return Clockwork(services.store, games.commands, games.delayed, clock, services.clockwork.heartbeat, clock)


def guessed(services, game_id):
    """Seat -> the number that it has guessed, where that counts."""
    return services.ledger.table(game_id).state.guesses


def waiting(services):
    """The seats whose answers wait, at any table."""
    return [row["seat"] for row in services.store.rows("SELECT seat FROM answers_held ORDER BY seat")]


def interrupted(services, clock, interrupt):
    """The use cases of games, which let `interrupt()` happen once, after it has read the game and before it stores."""
    once = iter([interrupt])

    def time():
        next(once, lambda: None)()
        return clock.now

    return other_games(services, time)


def test_nothing_is_kept_of_an_answer_whose_decision_was_closed_meanwhile(services, elsewhere, people, overdue, clock):
    game_id, condition = overdue
    ledger = interrupted(services, clock, lambda: elsewhere.clockwork.enforce(game_id)).ledger
    assert refusal(act, ledger, people["ann"], game_id, guess(1), condition=condition) == "game-over"
    assert "s1" not in waiting(services)


def test_an_answer_is_kept_though_the_table_has_moved_where_its_decision_is_open(services, people, overdue, clock):
    game_id, condition = overdue

    def others_wave():
        act(services.ledger, people["bob"], game_id, {"type": "wave"}, condition=Condition())

    ledger = interrupted(services, clock, others_wave).ledger
    answer = act(ledger, people["ann"], game_id, guess(1), condition=condition)
    assert answer.game.held.action == guess(1)
    assert answer.game.version == services.store.version(game_id)


@pytest.mark.parametrize("trial", range(5))
def test_of_deadline_and_answer_at_once_one_counts(services, elsewhere, people, overdue, trial):
    game_id, condition = overdue

    def run(number):
        if number:
            return elsewhere.clockwork.enforce(game_id)
        return act(services.ledger, people["ann"], game_id, guess(1), condition=condition)

    answer, _ = at_once(2, run)
    events = services.ledger.events(game_id, limit=1000)
    passed = [event["seat"] for event in events if event["type"] == "DeadlinePassed"]
    assert passed == (["s1"] if isinstance(answer, str) else [])


def test_an_order_takes_the_place_of_no_answer_that_is_given_by_hand_at_once(services, people, overdue, clock):
    game_id, condition = overdue
    account, orders = people["ann"], canonical([{"order": "default", "decisions": ["guess"]}]).decode()
    given = "INSERT INTO standing_orders (game, seat, account, orders, used) VALUES (:game, 's1', :account, :orders, 0)"
    services.store.write(executing(given, game=game_id, account=account, orders=orders))

    def by_hand():
        act(services.ledger, account, game_id, guess(5), condition=condition)

    games = interrupted(services, clock, by_hand)
    games.commands.follow_up(game_id)
    [held] = [held for held in games.delayed.at(services.ledger.table(game_id)).values() if held.seat == "s1"]
    assert held.action == guess(5)


def test_of_two_answers_at_once_both_are_known_and_the_later_counts(services, people, overdue, clock):
    game_id, condition = overdue

    def post(ledger, number):
        return act(ledger, people["ann"], game_id, guess(number), condition=condition, key=f"key {number}")

    post(interrupted(services, clock, lambda: post(services.ledger, 1)).ledger, 2)
    assert post(services.ledger, 1).game.held.action == guess(2), "the first was repeated late"


@pytest.mark.parametrize("is_looking", [False, True])
def test_an_answer_that_is_given_as_an_earlier_one_is_released_takes_its_place(
    services, elsewhere, people, half_hourly, clock, is_looking
):
    """The clock knows of the earlier one by then, or is about to store it."""
    account = people["ann"]
    act(services.ledger, account, half_hourly, guess(1))
    [earlier] = released(services, clock, half_hourly)

    def anew():
        act(elsewhere.ledger, account, half_hourly, guess(5))

    if is_looking:
        clockwork_of(services, interrupted(services, clock, anew), clock).release(earlier)
    else:
        anew()
        services.clockwork.release(earlier)
    assert guessed(services, half_hourly) == {}
    assert services.ledger.view(half_hourly, account).held.action == guess(5)

    for answer in released(services, clock, half_hourly):
        services.clockwork.release(answer)
    assert guessed(services, half_hourly) == {"s1": 5}
    assert waiting(services) == []


def test_what_an_order_has_answered_is_not_stored_when_the_order_was_taken_back(services, people, half_hourly, clock):
    account, orders = people["ann"], services.standing_orders
    orders.put(account, half_hourly, None, [{"order": "default", "decisions": ["guess"]}])
    [answer] = released(services, clock, half_hourly)
    games = interrupted(services, clock, lambda: orders.delete(account, half_hourly, None))
    clockwork_of(services, games, clock).release(answer)
    services.clockwork.release(answer)
    assert guessed(services, half_hourly) == {}
    assert services.ledger.view(half_hourly, account).decision is not None


def test_an_answer_that_is_given_while_the_deadline_has_an_earlier_one_stored_counts(
    services, elsewhere, people, overdue, clock
):
    """Both would have appeared at the same time."""
    game_id, condition = overdue
    account = people["ann"]
    act(services.ledger, account, game_id, guess(1), condition=condition)
    once = iter([lambda: act(elsewhere.ledger, account, game_id, guess(5), condition=condition)])

    def interrupted_chance(count):
        """Randomness, asked for after the clock has decided and before it stores."""
        next(once, lambda: None)()
        return bytes(count)

    clockwork_of(services, other_games(services, clock, interrupted_chance), clock).enforce(game_id)
    assert guessed(services, game_id) == {"s1": 5, "s2": 2}
