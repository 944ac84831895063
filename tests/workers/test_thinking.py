"""AIs that think ahead have a queue of their own, and keep nobody else waiting."""

import pytest
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from service.operation.turns import QUEUE, THINKING, job_id
from workers import ai
from workers.ai import Bots
from workers.dispatcher import Dispatcher

PACE = {"greedy": 0.5}
TABLES = 8


class Clock:
    """Seconds that a test sets."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def bots(services, queue):
    return Bots(services.ledger, services.catalog, queue)


def decision(ledger, game_id, seat):
    return ledger.table(game_id).decision_id(seat)


def test_their_turns_wait_in_the_queue_of_those_that_think(queue):
    queue.put("game", "s1", "1.1", "greedy")
    queue.put("game", "s2", "1.2", "search")
    queue.put("game", "s3", "1.3")
    assert queue.queue.get_job_ids() == [job_id("game", "1.1"), job_id("game", "1.3")]
    assert queue.thinking.get_job_ids() == [job_id("game", "1.2")]
    assert queue.waiting() == {job_id("game", number) for number in ("1.1", "1.2", "1.3")}
    assert queue.turn("game", "1.2").status == "queued"


def test_eight_tables_that_think_do_not_delay_a_greedy_seat(services, queue, redis, ledger, opened, monkeypatch):
    """A worker of the other queue answers as soon as the pace says, with all those turns still waiting."""
    clock = Clock()
    dispatcher = Dispatcher(services.read_models, services.delayed, queue, PACE, clock, clock)
    thinking = [opened("pig", "search", "me") for _ in range(TABLES)]
    quick = opened("pig", "greedy", "me")
    dispatcher.step()
    clock.now += PACE["greedy"]
    dispatcher.step()
    assert queue.thinking.count == TABLES

    monkeypatch.setattr(ai, "bots", lambda: Bots(services.ledger, services.catalog, queue))
    SimpleWorker([QUEUE], connection=redis, serializer=JSONSerializer).work(burst=True)

    assert ledger.table(quick).command > ledger.table(thinking[0]).command
    assert queue.thinking.count == TABLES
    SimpleWorker([THINKING], connection=redis, serializer=JSONSerializer).work(burst=True)
    assert ledger.table(thinking[-1]).command == ledger.table(quick).command


def test_at_a_table_without_people_a_quick_worker_leaves_the_thinking_to_others(bots, queue, ledger, opened):
    game_id = opened("pig", "random", "search", goal=1000)
    bots.play(game_id, "s1", decision(ledger, game_id, "s1"))
    asked = decision(ledger, game_id, "s2")
    assert queue.thinking.get_job_ids() == [job_id(game_id, asked)]
    assert queue.queue.count == 0


def test_a_thinking_worker_plays_such_a_table_to_its_end(bots, queue, ledger, opened):
    game_id = opened("pig", "search", "random", goal=20)
    bots.play(game_id, "s1", decision(ledger, game_id, "s1"))
    assert ledger.table(game_id).status == "over"
    assert queue.thinking.count == 0


def test_it_answers_in_a_game_that_is_searched(bots, ledger, opened):
    """In the standard draft both seats pick at the same time."""
    game_id = opened("nightfall", "search", "me")
    bots.play(game_id, "s1", decision(ledger, game_id, "s1"))
    assert set(ledger.table(game_id).pending) == {"s2"}
