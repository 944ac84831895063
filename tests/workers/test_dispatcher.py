"""The dispatcher: from the log to the queue, whatever becomes of Redis."""

import logging
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis import Redis

from projections.games.lists import GamesQuery
from service.dev.servers.redis import RedisServer
from service.games.shapes import NewGame
from service.operation.turns import TurnQueue, job_id
from workers.ai import Bots
from workers.dispatcher import RETRY_SECONDS, Dispatcher
from workers.patience import LONGEST_SECONDS, SHORTEST_SECONDS

PACE = {"random": 0.25, "greedy": 0.5}


class Clock:
    """Stands still until it is moved."""

    def __init__(self, now):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture
def clock(services, ann):
    return Clock(float(services.accounts.get(ann).created))


@pytest.fixture
def dispatcher(services, queue, clock):
    return Dispatcher(services.read_models, services.delayed, queue, PACE, clock, clock)


@pytest.fixture
def bots(services, queue):
    return Bots(services.ledger, services.catalog, queue)


@pytest.fixture
def hiding(ledger, ann):
    """A game of ann and an AI, whose guesses wait for its release."""
    seats = [{"account": "me"}, {"ai": "random"}]
    return ledger.open_game(ann, NewGame("hiding-pig", seats, {"guess": True}, release=24 * 60))


def waiting_job(ledger, game_id, seat):
    return job_id(game_id, ledger.table(game_id).decision_id(seat))


def test_an_ai_turn_is_sent_at_its_pace(dispatcher, queue, clock, ledger, opened):
    game_id = opened("pig", "me", "random", "greedy", guess=True)
    random, greedy = waiting_job(ledger, game_id, "s2"), waiting_job(ledger, game_id, "s3")
    assert dispatcher.step()
    assert queue.waiting() == set()
    assert dispatcher.pause(9.0) == 0.25
    clock.now += 0.25
    assert not dispatcher.step()
    assert queue.waiting() == {random}
    clock.now += 0.25
    dispatcher.step()
    assert queue.waiting() == {random, greedy}
    assert dispatcher.pause(9.0) == 9.0


def test_a_table_without_people_begins_at_once(dispatcher, queue, ledger, opened):
    game_id = opened("pig", "random", "greedy")
    dispatcher.step()
    assert queue.waiting() == {waiting_job(ledger, game_id, "s1")}


def test_the_turns_of_people_are_sent_to_nobody(dispatcher, queue, clock, opened):
    opened("pig", "me", "random")
    dispatcher.step()
    clock.now += 60
    dispatcher.step()
    assert queue.waiting() == set()


def test_the_read_models_follow(dispatcher, services, opened):
    game_id = opened("pig", "me", "random")
    dispatcher.step()
    [game] = services.read_models.lists.games(GamesQuery(game="pig")).games
    assert game.id == game_id


def test_turns_that_were_sent_and_lost_are_sent_again(dispatcher, queue, redis, clock, ledger, opened):
    game_id = opened("pig", "random", "me")
    dispatcher.step()
    clock.now += 1
    dispatcher.step()
    redis.flushall()
    clock.now += SHORTEST_SECONDS + 1
    dispatcher.step()
    dispatcher.step()
    assert queue.waiting() == {waiting_job(ledger, game_id, "s1")}


def test_a_clock_that_is_set_back_keeps_no_turn_and_no_sweep_waiting(services, queue, redis, clock, ledger, opened):
    elapsed = Clock(0.0)
    dispatcher = Dispatcher(services.read_models, services.delayed, queue, PACE, clock, elapsed)
    first = opened("pig", "random", "me")
    dispatcher.step()
    clock.now -= 3600
    elapsed.now += 1
    dispatcher.step()
    assert queue.waiting() == {waiting_job(ledger, first, "s1")}
    redis.flushall()
    second = opened("pig", "random", "me")
    for _ in range(4):
        elapsed.now += SHORTEST_SECONDS
        dispatcher.step()
    assert queue.waiting() == {waiting_job(ledger, game_id, "s1") for game_id in (first, second)}


def test_a_turn_that_waits_for_a_worker_is_not_sent_again(dispatcher, queue, clock, opened):
    opened("pig", "random", "me")
    for _ in range(10):
        dispatcher.step()
        clock.now += SHORTEST_SECONDS
    assert len(queue.queue.get_job_ids()) == 1


def test_a_turn_whose_answer_waits_for_a_release_is_not_sent_again(dispatcher, bots, queue, clock, ledger, hiding):
    asked = ledger.table(hiding).decision_id("s2")
    dispatcher.step()
    clock.now += 1
    dispatcher.step()
    queue.queue.empty()
    bots.play(hiding, "s2", asked)
    bots.play(hiding, "s2", asked)
    assert ledger.table(hiding).decision_id("s2") == asked, "the answer has not appeared"
    for _ in range(10):
        clock.now += LONGEST_SECONDS
        dispatcher.step()
    assert queue.waiting() == set()


def test_a_new_dispatcher_sees_what_is_open(dispatcher, services, queue, redis, clock, ledger, opened):
    game_id = opened("pig", "random", "me")
    dispatcher.step()
    redis.flushall()
    another = Dispatcher(services.read_models, services.delayed, queue, PACE, clock, clock)
    another.step()
    clock.now += 1
    another.step()
    assert queue.waiting() == {waiting_job(ledger, game_id, "s1")}


def test_without_redis_the_turns_wait_until_it_is_back(services, clock, ledger, opened, caplog):
    game_id = opened("pig", "random", "me")
    with TemporaryDirectory(prefix="nl-") as folder:
        server = RedisServer(Path(folder))
        client = Redis.from_url(server.url)
        queue = TurnQueue(client)
        dispatcher = Dispatcher(services.read_models, services.delayed, queue, PACE, clock, clock)
        with caplog.at_level(logging.WARNING):
            for _ in range(5):
                dispatcher.step()
                clock.now += RETRY_SECONDS
        assert [record.getMessage().partition(" (")[0] for record in caplog.records] == ["Redis does not answer"]
        server.start()
        dispatcher.step()
        dispatcher.step()
        assert queue.waiting() == {waiting_job(ledger, game_id, "s1")}
        assert caplog.records[-1].getMessage() == "Redis answers again"
        client.close()
        server.stop()
