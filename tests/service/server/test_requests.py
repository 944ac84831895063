"""What an application is asked: whole requests, whoever else has sent but half of one."""

import pytest

from service.api.reading import MOST_DRAINED, MOST_RECORD_BYTES
from service.server import front_door
from service.server.front_door import MOST_BYTES, MOST_READ, THREADS
from tests.service.server.serving import LINE

HELLO = LINE + b"Content-Length: 5\r\n\r\nhello"


def test_half_requests_take_no_thread_and_are_answered_when_they_are_whole(serve, connect):
    served = serve()
    slow = [connect(served) for _ in range(2 * THREADS)]
    for number, one in enumerate(slow):
        one.send(HELLO[: -1 - number % len(HELLO[:-1])])
    quick = connect(served)
    quick.send(HELLO)
    assert quick.answer()[2] == b"hello"
    slow[0].send(b"o")
    assert slow[0].answer()[2] == b"hello"


def test_requests_that_are_sent_at_once_are_answered_one_after_the_other(serve, connect):
    one = connect(serve())
    one.send(HELLO + HELLO.replace(b"hello", b"again"))
    assert [one.answer()[2] for _ in range(2)] == [b"hello", b"again"]


def test_a_body_in_chunks_has_its_length_when_it_is_whole(serve, connect, app):
    one = connect(serve())
    one.send(LINE + b"Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n")
    assert one.answer()[2] == b"hello"
    [environ] = app.asked
    assert (environ["CONTENT_LENGTH"], "HTTP_TRANSFER_ENCODING" in environ) == ("5", False)


def test_paths_and_headers_are_those_of_wsgi(serve, connect, app):
    one = connect(serve())
    head = b"GET /a%2Fb/%C3%A9?c=%20d HTTP/1.1\r\nHost: here\r\nX-Two: 1\r\nX-Two: 2\r\nX_Forwarded_For: me\r\n"
    one.send(head + b"Content-Type: text/plain\r\n\r\n")
    one.answer()
    [environ] = app.asked
    assert (environ["PATH_INFO"], environ["QUERY_STRING"]) == ("/a/b/Ã©", "c=%20d")
    assert (environ["HTTP_HOST"], environ["HTTP_X_TWO"], environ["CONTENT_TYPE"]) == ("here", "1,2", "text/plain")
    assert environ["REMOTE_ADDR"] == "127.0.0.1"
    assert "HTTP_X_FORWARDED_FOR" not in environ


def test_of_a_body_that_is_too_long_the_length_is_told(serve, connect, app, monkeypatch):
    monkeypatch.setattr(front_door, "MOST_BYTES", 4)
    one = connect(serve())
    one.send(HELLO)
    assert one.answer()[2] == b""
    assert app.asked[0]["CONTENT_LENGTH"] == "5"


def test_a_body_without_end_is_not_read_to_it(serve, connect, app, monkeypatch):
    monkeypatch.setattr(front_door, "MOST_BYTES", 4)
    monkeypatch.setattr(front_door, "MOST_READ", 5)
    one = connect(serve())
    one.send(LINE + b"Content-Length: 1000\r\n\r\n123456")
    assert one.answer()[0] == 200
    assert app.asked[0]["CONTENT_LENGTH"] == "6"


def test_what_the_application_takes_is_kept_whole():
    assert MOST_BYTES >= MOST_RECORD_BYTES
    assert MOST_READ >= MOST_DRAINED


@pytest.mark.parametrize("sent", [b"GET\r\n\r\n", LINE + b"Content-Length: x\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n"])
def test_what_is_no_request_is_answered_400(serve, connect, sent):
    one = connect(serve())
    one.send(sent)
    assert one.answer()[0] == 400
    assert one.is_closed()


def test_an_answer_that_breaks_off_is_closed(serve, connect, app):
    def fails(environ):
        yield b"a"
        raise RuntimeError("no more")

    app.answers["/said"] = fails
    one = connect(serve())
    one.send(HELLO)
    assert (one.answer()[0], app.closed) == (500, 1)
