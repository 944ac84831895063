"""Waiting for the log to grow, by writes of this process and of others."""

from threading import Event, Thread
from time import monotonic

import pytest
from eventsourcing.persistence import PersistenceError

from service.store.waiting import Moves


class Log:
    """Counts how often it is asked."""

    def __init__(self):
        self.at = 0
        self.asked = 0
        self.versions_asked = 0

    def position(self):
        self.asked += 1
        return self.at

    def version(self, game_id):
        self.versions_asked += 1
        return self.at if game_id == "a" else 0

    def since(self, position):
        self.asked += 1
        return [(number, "a") for number in range(position + 1, self.at + 1)]


@pytest.fixture
def log():
    return Log()


@pytest.fixture
def moves(log):
    return Moves(log.position, log.version, log.since)


def waiting(ask):
    """A thread that waits, and what it finds."""
    found = []
    thread = Thread(target=lambda: found.append(ask()))
    thread.start()
    return thread, found


def test_what_is_there_already_is_not_waited_for(moves, log):
    log.at = 3
    assert moves.of_log("a", 2, 0).block()
    assert moves.any(2, 0).block()
    assert not moves.of_log("a", 3, 0.01).block()
    assert not moves.of_log("b", 0, 0.01).block()


def test_a_write_of_this_process_wakes_at_once(moves, log):
    thread, found = waiting(lambda: moves.of_log("a", 0, 20).block())
    log.at = 1
    moves.tell()
    thread.join()
    assert found == [True]


def test_a_write_of_another_process_is_seen_soon(moves, log):
    thread, found = waiting(lambda: moves.of_log("a", 0, 20).block())
    log.at = 1
    began = monotonic()
    thread.join()
    assert found == [True]
    assert monotonic() - began < 10


def test_many_who_wait_ask_the_store_no_more_often_than_one(moves, log):
    began = monotonic()
    threads = [waiting(lambda: moves.of_log("b", 0, 1.0).block())[0] for _ in range(20)]
    for thread in threads:
        thread.join()
    assert log.asked <= 4 * (monotonic() - began) + 2


def test_who_waits_is_woken_after_a_look_that_has_failed(moves, log, monkeypatch):
    failed, look = Event(), log.since

    def fail_once(position):
        monkeypatch.setattr(moves, "_since", look)
        failed.set()
        raise PersistenceError("a fault of the database, which is over")

    monkeypatch.setattr(moves, "_since", fail_once)
    thread, found = waiting(lambda: moves.of_log("a", 0, 2).block())
    assert failed.wait(20)
    log.at = 1
    began = monotonic()
    moves.tell()
    thread.join(20)
    assert found == [True]
    assert monotonic() - began < 1
