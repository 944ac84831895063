"""A worker, as Redis and whoever asks it know it."""

from contextlib import closing
from threading import Event
from types import SimpleNamespace

import pytest
from rq import Callback
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from service.leagues.play import LeaguePlay
from service.operation.monitoring import redis_state
from service.operation.running import RUNNING, RUNNING_SECONDS
from service.operation.turns import QUEUE, TurnQueue
from service.store.log_repository import LogRepository
from workers.worker import Nudge, TurnWorker


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


SEEN = []
"""What was being done, and what waited, while a job looked."""


def look():
    """A job that looks at what is being done, and is asked for again meanwhile."""
    with closing(CONNECTED[-1].client()) as redis:
        queue = TurnQueue(redis)
        queue.put_job(LOOK, (), "looks")
        SEEN.append((queue.running.names(), queue.busy(), queue.waiting()))


CONNECTED = []

LOOK = f"{__name__}.look"


def test_a_job_is_not_put_again_while_it_waits_or_is_being_done(redis, redis_server, queue):
    CONNECTED.append(redis_server)
    queue.put_job(LOOK, (), "looks")
    queue.put_job(LOOK, (), "looks")
    assert queue.queue.count == 1
    TurnWorker([QUEUE], connection=redis, serializer=JSONSerializer).work(burst=True, logging_level="WARNING")
    [seen] = SEEN
    assert seen == ({"looks"}, {"looks"}, set())
    assert (queue.busy(), queue.queue.count) == (set(), 0)


def test_a_job_whose_worker_was_killed_is_put_again_when_it_gives_no_sign_of_life(redis, queue):
    queue.running.goes_on("lost")
    queue.put_job(LOOK, (), "lost")
    assert (queue.busy(), queue.waiting()) == ({"lost"}, set())
    assert 0 < redis.zscore(RUNNING, "lost") - redis.time()[0] <= RUNNING_SECONDS + 1
    redis.zincrby(RUNNING, -RUNNING_SECONDS, "lost")
    queue.put_job(LOOK, (), "lost")
    assert queue.waiting() == {"lost"}


def test_whoever_writes_to_redis_has_a_worker_do_nothing_but_its_own_jobs(redis, queue, tmp_path):
    made, called = tmp_path / "made", {"on_success": Callback("os.abort"), "on_failure": Callback("os.abort")}
    queue.queue.enqueue_call("os.mkdir", args=(str(made),), job_id="strange", **called)
    TurnWorker([QUEUE], connection=redis, serializer=JSONSerializer, job_class=Nudge).work(burst=True)
    assert not made.exists()
    failed = Nudge.fetch("strange", redis, JSONSerializer)
    assert failed.get_status() == JobStatus.FAILED
    assert "os.mkdir is no job of a worker" in failed.latest_result().exc_string


def work_for_long(*_):
    Event().wait(10)


def read_for_long():
    with LogRepository(None, "game", "GameOpened", lambda _: None).reading("a-log"):
        work_for_long()


def pair_for_long():
    play = LeaguePlay(None, SimpleNamespace(post=work_for_long), *[None] * 10)
    play._post("a-league", object())


@pytest.mark.parametrize("job", [read_for_long, pair_for_long])
def test_a_job_that_takes_too_long_fails_with_that_whatever_it_was_at(redis, queue, job, caplog):
    queue.queue.enqueue_call(f"{__name__}.{job.__name__}", job_id="long", timeout=1)
    TurnWorker([QUEUE], connection=redis, serializer=JSONSerializer).work(burst=True, logging_level="WARNING")
    failed = Nudge.fetch("long", redis, JSONSerializer)
    assert failed.get_status() == JobStatus.FAILED
    assert "TakesTooLong" in failed.latest_result().exc_string.splitlines()[-1]
    assert not [record for record in caplog.records if record.name.startswith("service")]
