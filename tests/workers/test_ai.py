"""AI turns: answered once, through the ledger, by whoever comes first."""

import threading

import pytest

from domain.bots import LEVELS
from service.games.shapes import Condition, Posted
from service.operation.turns import job_id
from workers.ai import Bots, NoAnswer
from workers.ai import bots as process_bots


@pytest.fixture
def bots(services, queue):
    return Bots(services.ledger, services.catalog, queue)


def decision(ledger, game_id, seat):
    return ledger.table(game_id).decision_id(seat)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_answers_the_decision_it_is_sent_to(bots, ledger, opened, level):
    game_id = opened("pig", "me", level, "random", guess=True)
    bots.play(game_id, "s2", decision(ledger, game_id, "s2"))
    assert set(ledger.table(game_id).pending) == {"s1", "s3"}


def test_at_a_table_with_people_it_answers_nothing_else(bots, ledger, opened):
    game_id = opened("pig", "greedy", "me")
    bots.play(game_id, "s1", decision(ledger, game_id, "s1"))
    assert ledger.table(game_id).command == 5


def test_nothing_happens_when_the_decision_is_closed(bots, ledger, opened):
    game_id = opened("pig", "me", "random", guess=True)
    asked = decision(ledger, game_id, "s2")
    for _ in range(2):
        bots.play(game_id, "s2", asked)
    assert ledger.table(game_id).command == 5


def test_a_bot_never_answers_for_a_person(bots, ledger, opened):
    game_id = opened("pig", "me", "random", guess=True)
    before = ledger.table(game_id).version
    bots.play(game_id, "s1", decision(ledger, game_id, "s1"))
    assert ledger.table(game_id).version == before


def test_a_table_without_people_is_played_to_its_end(bots, ledger, opened):
    game_id = opened("pig", "random", "greedy", goal=20, guess=True)
    bots.play(game_id, "s2", decision(ledger, game_id, "s2"))
    assert ledger.table(game_id).status == "over"


def test_a_job_at_a_table_without_people_makes_room_for_others(services, queue, ledger, opened):
    game_id = opened("pig", "random", "greedy", goal=1000)
    bots = Bots(services.ledger, services.catalog, queue, batch_seconds=0)
    bots.play(game_id, "s1", decision(ledger, game_id, "s1"))
    [(seat, _)] = ledger.table(game_id).pending.items()
    assert queue.waiting() == {job_id(game_id, decision(ledger, game_id, seat))}


def test_the_same_decision_gets_the_same_answer_from_any_worker(ledger, opened):
    game_id = opened("pig", "me", "random", guess=True)
    first, again = ledger.bot_turn(game_id, "s2"), ledger.bot_turn(game_id, "s2")
    assert first.key == again.key
    assert len(first.key) == 32


def test_workers_at_the_same_table_store_each_answer_once(services, queue, ledger, opened):
    game_id = opened("pig", "random", "greedy", "random", goal=30)
    asked = decision(ledger, game_id, "s1")
    workers = [
        threading.Thread(target=Bots(services.ledger, services.catalog, queue).play, args=(game_id, "s1", asked))
        for _ in range(3)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    log = services.store.entries(game_id)
    commands = [entry.read().command for entry in log if entry.read().by is not None]
    assert commands == list(range(1, len(commands) + 1))
    assert ledger.table(game_id).status == "over"


def test_a_bot_goes_on_until_an_answer_is_accepted(bots, ledger, opened):
    game_id = opened("picky", "me", "random", guess=True)
    bots.play(game_id, "s2", decision(ledger, game_id, "s2"))
    assert ledger.table(game_id).state.guesses == {"s2": 6}


def test_a_bot_without_an_accepted_answer_is_a_fault_that_is_told(bots, ledger, opened):
    game_id = opened("hopeless", "me", "random", guess=True)
    with pytest.raises(NoAnswer, match="guess"):
        bots.play(game_id, "s2", decision(ledger, game_id, "s2"))


def test_a_table_without_people_that_gets_nowhere_is_closed_as_void(bots, ledger, opened):
    game_id = opened("still", "random", "random", goal=1000)
    bots.play(game_id, "s1", decision(ledger, game_id, "s1"))
    assert ledger.table(game_id).status == "void"


def test_nor_do_ais_play_on_for_ever_with_one_who_has_resigned(bots, services, ledger, opened, ann):
    game_id = opened("still", "me", "random", "random", goal=1000)
    services.absence.resign(ann, game_id, None)
    assert ledger.table(game_id).status == "running"
    for _ in range(2):
        asked = next(iter(ledger.table(game_id).pending), None)
        if asked is not None:
            bots.play(game_id, asked, decision(ledger, game_id, asked))
    assert ledger.table(game_id).status == "void"


def test_a_table_with_people_is_never_closed_for_getting_nowhere(bots, ledger, opened, ann):
    game_id = opened("still", "me", "random", goal=1000)
    while not any(ledger.table(game_id).state.bank.values()):
        seat = next(iter(ledger.table(game_id).pending))
        if seat == "s2":
            bots.play(game_id, seat, decision(ledger, game_id, seat))
        else:
            answer = Posted([{"type": "hold"}], Condition(decision=decision(ledger, game_id, seat)))
            ledger.act(ann, game_id, seat, answer)
    assert ledger.table(game_id).status == "running"


@pytest.fixture
def as_worker(settings, monkeypatch):
    """The environment of a worker process."""
    monkeypatch.setenv("NIGHTLEDGER_HOME", str(settings.home))
    monkeypatch.setenv("NIGHTLEDGER_EXTRA_GAMES", ",".join(f"{n}={p}" for n, p in settings.extra_games.items()))
    monkeypatch.setenv("REDIS_URL", settings.redis_url)
    process_bots.cache_clear()
    yield
    process_bots.cache_clear()


def test_a_job_in_the_queue_names_what_a_worker_is_to_do(as_worker, queue, ledger, opened):
    game_id = opened("pig", "me", "random", guess=True)
    queue.put(game_id, "s2", decision(ledger, game_id, "s2"))
    [job] = queue.queue.jobs
    job.perform()
    assert set(ledger.table(game_id).pending) == {"s1"}
