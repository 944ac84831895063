"""Series and leagues are sent to workers when something is to be done, and the jobs do it."""

from itertools import pairwise

import pytest

from service.bootstrap import build
from service.games.shapes import NewGame
from tests.installation import prepare
from tests.league.bots import MORE_GAMES, play_on
from workers.league import Chores, do_with
from workers.patience import LONGEST_SECONDS, SHORTEST_SECONDS

AI = {"ai": "random"}


@pytest.fixture
def services(tmp_path, redis_server):
    services = build(prepare(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES=MORE_GAMES, REDIS_URL=redis_server.url))
    yield services
    services.close()


@pytest.fixture
def ended(services, ann):
    """A series whose first game has ended: its id."""
    series_id = services.series.open(ann, NewGame("counting-pig", [AI, AI], {"goal": 20}), 1000)
    play_on(services, services.series.view(series_id).games[0].game_id)
    services.read_models.follower.catch_up(10)
    return series_id


@pytest.fixture
def chores(services, queue):
    return Chores(services.read_models, queue)


def jobs(queue):
    return [(job.func_name, tuple(job.args)) for job in queue.queue.get_jobs()]


def test_what_is_due_is_sent_once(chores, queue, ended):
    chores.send(100.0, 100.0)
    chores.send(100.5, 100.5)
    assert jobs(queue) == [("workers.league.do", ("series", ended))]
    assert queue.waiting() == {f"series-{ended}-2"}


def test_what_was_sent_and_lost_is_sent_again_ever_more_patiently(chores, queue, redis, ended):
    now, sent = 100.0, []
    for _ in range(400):
        chores.send(now, now)
        if jobs(queue):
            sent.append(now)
            redis.flushall()
        now += 1
    waits = [later - earlier for earlier, later in pairwise(sent)]
    assert waits[:4] == [SHORTEST_SECONDS * 2**n for n in range(4)]
    assert max(waits) == LONGEST_SECONDS


def test_the_job_does_it_and_nothing_is_due_after_it(services, chores, queue, redis, ended):
    do_with(services, "series", ended)
    do_with(services, "series", ended)
    services.read_models.follower.catch_up(10)
    chores.send(100.0, 100.0)
    assert jobs(queue) == []
    assert [game.cause for game in services.series.view(ended).games] == ["over", None]


def test_a_second_dispatcher_sends_it_too_and_no_harm_is_done(services, chores, queue, ended):
    Chores(services.read_models, queue).send(100.0, 100.0)
    chores.send(100.0, 100.0)
    for _, (kind, log_id) in jobs(queue):
        do_with(services, kind, log_id)
    assert len(services.series.view(ended).games) == 2


def test_a_challenge_is_sent_when_its_time_is_up(services, chores, queue, ann):
    tried = NewGame("last-spell", [{}], {"scenario": "introduction"})
    challenge_id = services.challenges.open(ann, tried, "One night", 1)
    services.read_models.follower.catch_up(10)
    due = services.challenges.view(challenge_id).due
    chores.send(due - 1.0, due - 1.0)
    assert jobs(queue) == []
    chores.send(float(due), float(due))
    assert jobs(queue) == [("workers.league.do", ("challenge", challenge_id))]
    do_with(services, "challenge", challenge_id)
    assert services.challenges.view(challenge_id).status == "open"


def test_an_analysis_goes_to_those_that_think_ahead_again_after_each_slice(services, queue):
    slices = [0]
    chores = Chores(services.read_models, queue, analysed=lambda: [("a-game", slices[0])])
    chores.send(100.0, 100.0)
    chores.send(100.1, 100.1)
    assert [tuple(job.args) for job in queue.thinking.get_jobs()] == [("analysis", "a-game")]
    assert jobs(queue) == []
    slices[0] = 1
    chores.send(100.2, 100.2)
    assert queue.waiting() == {"analysis-a-game-0", "analysis-a-game-1"}
