"""A witness asks whoever says that it is an installation: whatever answers, the witness goes on."""

from contextlib import contextmanager, suppress
from socket import create_server
from threading import Thread
from time import sleep

import pytest
from click.testing import CliRunner
from werkzeug.wrappers import Response

from service.cli import cli
from service.cli.witness import AWAY
from service.witness import remote
from service.witness.remote import MOST_ANSWERED
from tests.serving import served

KEYS = '{"keys": [{"key": "%s"}]}' % ("00" * 32)


@contextmanager
def answering(answers):
    """Where somebody answers so: the end of a path -> the body."""

    def application(environ, start_response):
        found = next((body for end, body in answers.items() if environ["PATH_INFO"].endswith(end)), None)
        return Response(found, 404 if found is None else 200)(environ, start_response)

    with served(application) as url:
        yield url


def look(url, folder, *more):
    command = ["witness", "run", url, "--once", "--name", "eye.example.org", "--state", str(folder), *more]
    return CliRunner().invoke(cli, command)


NO_KEYS = ("<html>", "[]", "{}", '{"keys": 3}', '{"keys": [{}]}', '{"keys": [{"key": "zz"}]}', "\xff")


@pytest.mark.parametrize("keys", NO_KEYS)
def test_who_names_no_keys_is_away(keys, tmp_path):
    with answering({"/keys": keys}) as url:
        done = look(url, tmp_path)
    assert (done.exit_code, "answers keys as no installation does" in done.output) == (AWAY, True), done.output
    assert [file for file in tmp_path.rglob("keys")] == []


def test_who_names_keys_and_has_no_checkpoint_is_away(tmp_path):
    with answering({"/keys": KEYS}) as url:
        done = look(url, tmp_path)
    assert (done.exit_code, "answers 404" in done.output) == (AWAY, True), done.output


def test_an_answer_without_an_end_is_not_read_to_it(tmp_path):
    sent = []

    def parts():
        for number in range(1000):
            sent.append(number)
            yield b"x" * 65536

    with answering({"/keys": parts()}) as url:
        done = look(url, tmp_path)
    assert (done.exit_code, f"more than {MOST_ANSWERED} bytes" in done.output) == (AWAY, True), done.output
    assert len(sent) < 1000


@pytest.mark.parametrize(
    ("begin", "drip"), [(b"HTTP/1.1 200 OK\r\nX: ", b"x"), (b"", b"HTTP/1.1 102 Processing\r\n\r\n")]
)
def test_an_answer_whose_body_never_begins_is_not_waited_for(tmp_path, monkeypatch, begin, drip):
    monkeypatch.setattr(remote, "LONGEST", 0.2)

    def answer(listening):
        with listening.accept()[0] as asked, suppress(OSError):
            asked.sendall(begin)
            for _ in range(100):
                asked.sendall(drip)
                sleep(0.05)

    with create_server(("127.0.0.1", 0)) as listening:
        Thread(target=answer, args=(listening,), daemon=True).start()
        done = look(f"http://127.0.0.1:{listening.getsockname()[1]}", tmp_path)
    assert (done.exit_code, "does not end its answer" in done.output) == (AWAY, True), done.output


@pytest.mark.parametrize("url", ["games.example.org", "ftp://games.example.org", "http://[::", "http://", "http://a:b"])
def test_an_address_that_is_none_is_a_usage_error(tmp_path, url):
    done = look(url, tmp_path)
    assert (done.exit_code, "is no address" in done.output) == (2, True), done.output


def test_a_key_that_is_none_is_a_usage_error(tmp_path):
    done = look("http://127.0.0.1:1", tmp_path, "--key", "beef")
    assert (done.exit_code, "32 bytes in hex" in done.output) == (2, True), done.output
