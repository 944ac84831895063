"""A witness asks whoever says that it is an installation: whatever answers, the witness goes on."""

from contextlib import contextmanager

import pytest
from click.testing import CliRunner
from werkzeug.wrappers import Response

from service.cli import cli
from service.cli.witness import AWAY
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


def test_a_key_that_is_none_is_a_usage_error(tmp_path):
    done = look("http://127.0.0.1:1", tmp_path, "--key", "beef")
    assert (done.exit_code, "32 bytes in lower-case hex" in done.output) == (2, True), done.output
