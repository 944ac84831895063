"""Clients who do not say all they ask, or do not listen: they are let go, for the sake of others."""

import pytest

from service.server import protocol
from tests.house import wait_until
from tests.service.server.serving import LINE

HALF = LINE + b"Content-Length: 5\r\n\r\nhell"
GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


@pytest.mark.parametrize("sent", [b"", b"GET", HALF, GET + b"GET", GET + HALF])
def test_a_request_that_is_not_whole_in_time_is_broken_off(serve, connect, monkeypatch, sent):
    served = serve()
    one = connect(served)
    one.send(sent)
    if sent.startswith(GET):
        one.answer()
    monkeypatch.setattr(protocol, "SECONDS_TO_ASK", 0)
    assert one.is_closed()


def test_where_too_many_are_slow_the_slowest_goes(serve, connect):
    served = serve(most=2)
    first, second, third = (connect(served) for _ in range(3))
    assert first.is_closed()
    for one in (second, third):
        one.send(GET)
        assert one.answer()[0] == 200


def test_where_they_hold_too_much_the_slowest_goes(serve, connect, monkeypatch):
    monkeypatch.setattr(protocol, "MOST_BYTES_UNFINISHED", 2 * len(HALF) - 1)
    served = serve()
    first, second = connect(served), connect(served)
    for one in (first, second):
        one.send(HALF)
    assert first.is_closed()
    second.send(b"o")
    assert second.answer()[2] == b"hello"


def test_a_server_that_stops_waits_for_the_rest_of_a_request_for_a_moment_alone(serve, connect, app):
    served = serve()
    one = connect(served)
    one.send(HALF)
    quick = connect(served)
    quick.send(GET)
    assert quick.answer()[0] == 200
    served.stop()
    assert one.is_closed()
    assert len(app.asked) == 1


def test_a_head_that_goes_on_and_on_is_refused(serve, connect, monkeypatch):
    monkeypatch.setattr(protocol, "MOST_BYTES_OF_HEAD", 100)
    one = connect(serve())
    one.send(LINE + b"X-Long: " + 100 * b"x")
    assert one.answer()[0] == 400
    assert one.is_closed()


def test_who_does_not_take_the_answer_is_let_go(serve, connect, app, monkeypatch):
    monkeypatch.setattr(protocol, "SECONDS_TO_LISTEN", 0.05)

    def long_answer(environ):
        while not app.closed:
            yield bytes(1 << 20)

    app.answers["/"] = long_answer
    one = connect(serve())
    one.send(GET)
    wait_until(lambda: app.closed, "the answer is closed")
    assert app.closed == 1
