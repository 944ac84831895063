"""A worker, as Redis and whoever asks it know it."""

import pytest
from rq.serializers import JSONSerializer

from service.operation.monitoring import redis_state
from service.operation.turns import QUEUE
from workers.worker import TurnWorker


@pytest.fixture
def worker(redis):
    worker = TurnWorker([QUEUE], connection=redis, serializer=JSONSerializer, worker_ttl=20)
    worker.register_birth()
    return worker


def test_one_that_has_signed_in_is_counted_for_its_queue(redis, worker):
    state = redis_state(redis)
    assert (state.workers, state.thinkers) == (1, 0)


def nothing(worker):
    """No sign of life comes in between."""


def sign_of_life_during_a_job(worker):
    pipeline = worker.connection.pipeline()
    worker.heartbeat(pipeline=pipeline)
    pipeline.execute()


@pytest.mark.parametrize("between", [nothing, sign_of_life_during_a_job])
def test_redis_may_lose_all_and_the_worker_is_there_again_with_its_next_sign_of_life(redis, worker, between):
    born = TurnWorker.find_by_key(worker.key, connection=redis).birth_date
    redis.flushall()
    assert redis_state(redis).workers == 0
    between(worker)
    worker.heartbeat()
    assert redis_state(redis).workers == 1
    known = TurnWorker.find_by_key(worker.key, connection=redis)
    assert (known.birth_date, known.queue_names()) == (born, [QUEUE])
    assert 0 < redis.ttl(worker.key) <= 20 + 60
    worker.register_death()
    assert redis_state(redis).workers == 0
