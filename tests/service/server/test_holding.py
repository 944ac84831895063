"""Requests that wait for news: no thread waits with them, and the application goes on when it has come."""

from threading import Event, Thread

import pytest

from service.server.front_door import THREADS
from service.server.holding import HOLDS, WAITED
from service.store.waiting import Moves
from tests.house import wait_until
from tests.service.server.serving import LINE


@pytest.fixture
def log():
    """The positions of a log, all of them of game a."""
    return []


@pytest.fixture
def moves(log):
    def version(game):
        return len(log) if game == "a" else 0

    return Moves(lambda: len(log), version, lambda after: [(number, "a") for number in log[after:]])


def write(log, moves):
    log.append(len(log) + 1)
    moves.tell()


def stream(moves, seconds=20):
    """A body that tells of each move, and of the end of each wait."""

    def body(environ):
        yield b"."
        seen = 0
        while seen < 2:
            yield (news := moves.of_log("a", seen, seconds))
            seen += news.came
            yield b"moved" if news.came else b"still"

    return body


def poll(moves, seconds=20):
    """A body that is there as soon as game a has moved."""

    def body(environ):
        if HOLDS in environ and WAITED not in environ:
            return [moves.of_log("a", 0, seconds)]
        return [b"moved" if environ[WAITED].came else b"nothing"]

    return body


def ask(connection, path):
    connection.send(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())


def test_many_who_wait_leave_the_threads_to_others_and_are_told_when_it_comes(serve, connect, app, log, moves):
    served = serve()
    app.answers = {"/stream": stream(moves), "/poll": poll(moves)}
    listening = [connect(served) for _ in range(2 * THREADS)]
    for number, one in enumerate(listening):
        ask(one, "/poll" if number % 2 else "/stream")
    wait_until(lambda: len(app.asked) == len(listening), "all have asked")
    quick = connect(served)
    quick.send(LINE + b"Content-Length: 5\r\n\r\nhello")
    assert quick.answer()[2] == b"hello"
    write(log, moves)
    write(log, moves)
    assert [one.answer()[2] for one in listening] == THREADS * [b".movedmoved", b"moved"]
    assert app.closed == len(listening) + THREADS + 1


def test_a_wait_is_over_after_its_time(serve, connect, app, log, moves):
    app.answers["/"] = poll(moves, 0.01)
    one = connect(serve())
    ask(one, "/")
    assert one.answer()[2] == b"nothing"


def test_who_goes_away_is_not_waited_for(serve, connect, app, moves):
    app.answers["/"] = stream(moves)
    one = connect(serve())
    ask(one, "/")
    wait_until(lambda: app.asked, "it has asked")
    one.close()
    wait_until(lambda: app.closed, "the answer is closed")
    assert app.closed == 1


def test_a_server_that_stops_lets_nobody_wait(serve, connect, app, moves):
    app.answers = {"/stream": stream(moves), "/poll": poll(moves)}
    served = serve()
    polls, streams = connect(served), connect(served)
    ask(polls, "/poll")
    ask(streams, "/stream")
    wait_until(lambda: len(app.asked) == 2, "both have asked")
    served.stop()
    assert (polls.answer()[2], streams.answer()[2]) == (b"nothing", b".")
    assert app.closed == 3


def test_a_server_that_stops_while_the_time_of_a_wait_is_up_lets_nobody_wait_and_ends_in_order(
    serve, connect, app, moves
):
    """A wait whose time is up still waits for the thread that looks for it."""
    looks, goes_on = Event(), Event()

    def version(game):
        looks.set()
        goes_on.wait(10)
        return 0

    app.answers = {"/slow": poll(Moves(lambda: 0, version, lambda after: []), 0.01), "/poll": poll(moves)}
    served = serve()
    slow, polls = connect(served), connect(served)
    ask(slow, "/slow")
    assert looks.wait(5)
    ask(polls, "/poll")
    front_door = served._server._front_door
    wait_until(lambda: len(front_door._waits) == 2, "both wait")
    wait_until(lambda: any(wait.expired() for wait in front_door._waits), "the time of one is up")
    stopping = Thread(target=served.stop)
    stopping.start()
    assert polls.answer()[2] == b"nothing"
    goes_on.set()
    assert slow.answer()[2] == b"nothing"
    stopping.join(5)
    assert not stopping.is_alive()
    assert app.closed == 4
