"""Series and leagues are sent to workers when something is to be done, and the jobs do it."""

from itertools import pairwise

import pytest
from rq.utils import import_attribute

from projections.leagues.lists import DONE
from service.bootstrap import build
from service.errors import ServiceError
from service.games.commands import GameCommands
from service.games.opening.fixtures import Fixtures
from service.games.shapes import NewGame
from tests.installation import prepare
from tests.league.bots import MORE_GAMES, play_on
from tests.league.seasons import Seasons
from workers.chores import JOB_BEFORE, Chores, do, do_with
from workers.patience import LONGEST_SECONDS, SHORTEST_SECONDS
from workers.worker import JOBS

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
    assert jobs(queue) == [("workers.chores.do", ("series", ended))]
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


def test_what_lies_in_a_queue_since_before_an_upgrade_is_done():
    assert JOB_BEFORE in JOBS
    assert import_attribute(JOB_BEFORE) is do


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
    assert jobs(queue) == [("workers.chores.do", ("challenge", challenge_id))]
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


@pytest.fixture
def seasons(tmp_path, redis_server):
    seasons = Seasons(tmp_path / "leagues", REDIS_URL=redis_server.url)
    yield seasons
    seasons.close()


@pytest.fixture
def sent(seasons, queue, redis):
    """What a dispatcher sends of leagues at a time; Redis is emptied after it."""
    chores = Chores(seasons.services.read_models, queue)

    def send(now):
        assert seasons.services.read_models.follower.catch_up(10)
        chores.send(now, now)
        found = [log_id for _, (kind, log_id) in jobs(queue) if kind == "league"]
        redis.flushall()
        return found

    return send


def begun(seasons):
    """A league whose first round is being played, all else done: its id."""
    league_id = seasons.begin()
    seasons.step(league_id)
    return league_id


def substituted(seasons, league_id, name):
    """Somebody of this name is given the first seat of the league's first table: what says who holds that seat."""
    account = seasons.account(name)
    stage = seasons.look(league_id, lambda league: next(iter(league.season.stages.values())))
    seasons.ledger.offer(account, league_id)
    seasons.organise(league_id, "replace", entrant=stage.tables[1].seats[0], account=name, reason="agreed")
    game = seasons.open_games(league_id)[0]
    return lambda: seasons.services.ledger.table(game).seats["s1"].account == account


def test_a_league_that_has_moved_is_sent_until_a_worker_has_done_what_follows(seasons, sent):
    """LG-RES-8"""
    league_id = begun(seasons)
    has_the_seat = substituted(seasons, league_id, "ann")
    assert [now for now in range(20) if sent(float(now))] == [0, 2, 6, 14]
    assert not has_the_seat()
    do_with(seasons.services, "league", league_id)
    assert has_the_seat()
    assert [now for now in range(100, 300) if sent(float(now))] == []


def test_a_seat_that_could_not_be_given_to_the_substitute_is_given_the_next_time(seasons, sent, monkeypatch):
    league_id = begun(seasons)
    has_the_seat = substituted(seasons, league_id, "ann")

    def busy(*_):
        raise ServiceError("busy", "too many at once")

    with monkeypatch.context() as patched:
        patched.setattr(GameCommands, "carry_out", busy)
        do_with(seasons.services, "league", league_id)
    assert sent(100.0) == [league_id]
    do_with(seasons.services, "league", league_id)
    assert has_the_seat()
    assert sent(200.0) == []


def test_a_league_with_a_table_whose_game_cannot_be_read_is_not_sent_for_ever(seasons, sent, monkeypatch):
    league_id = begun(seasons)

    def unreadable(*_):
        raise ServiceError("unreadable", "no program knows this event")

    monkeypatch.setattr(Fixtures, "ended", unreadable)
    assert sent(100.0) == []
    stage = seasons.look(league_id, lambda league: next(iter(league.season.stages)))
    seasons.organise(league_id, "adjust", stage=stage, entrant="e1", points=-1, reason="talked in the game")
    assert sent(200.0) == [league_id]
    do_with(seasons.services, "league", league_id)
    assert sent(300.0) == []


def test_what_is_done_in_one_league_says_nothing_of_another(seasons, sent):
    earlier, later = begun(seasons), begun(seasons)
    substituted(seasons, earlier, "ann")
    has_the_seat = substituted(seasons, later, "bob")
    assert sent(100.0) == [earlier, later]
    do_with(seasons.services, "league", later)
    assert has_the_seat()
    assert sent(200.0) == [earlier]
    do_with(seasons.services, "league", earlier)
    assert sent(300.0) == []


def test_a_worker_that_has_not_seen_the_newest_decision_has_not_done_what_follows(seasons, sent):
    league_id = begun(seasons)
    before = seasons.look(league_id, lambda league: league.version)
    substituted(seasons, league_id, "ann")
    seasons.services.read_models.leagues.have_done(league_id, before)
    assert sent(100.0) == [league_id]


def test_of_leagues_in_which_all_is_done_it_is_kept_how_far_they_have_come_together(seasons, sent):
    for league_id in (begun(seasons), begun(seasons)):
        sent(100.0)
        do_with(seasons.services, "league", league_id)
    with seasons.services.read_models.database.reading() as db:
        kept = db.execute("SELECT name FROM projections WHERE name LIKE :done", done=f"{DONE}%").fetchall()
    assert [row["name"] for row in kept] == [DONE]


def test_after_a_rebuild_each_running_league_is_looked_at_once(seasons, sent):
    league_id = begun(seasons)
    sent(100.0)
    do_with(seasons.services, "league", league_id)
    assert sent(200.0) == []
    seasons.services.read_models.rebuilder.rebuild("leagues", lambda _: None)
    assert sent(300.0) == [league_id]
    do_with(seasons.services, "league", league_id)
    assert sent(400.0) == []
    assert seasons.services.read_models.rebuilder.verify("leagues", lambda _: None) == []
