"""A partner answers as it likes: whoever asks it waits no longer, and reads no more, than it means to."""

from contextlib import closing, suppress
from socket import create_server
from threading import Event, Thread
from time import monotonic, sleep

import pytest
from werkzeug.wrappers import Response

from domain.log.shares import Partner
from service.setting_values import SeedPartner
from service.sharing import partners
from service.sharing.partners import AT_ONCE, MOST_ANSWERED, Partners
from tests.installation import install
from tests.serving import served

KEY = "ab" * 32

DRIPS = 100
DRIP_SECONDS = 0.05


@pytest.fixture
def services(tmp_path):
    with closing(install(tmp_path / "home")) as installed:
        yield installed


def asking(services, url):
    return closing(Partners(services.store, services.signer, [SeedPartner(url, KEY)], monotonic))


def share(found):
    return found.share("g", Partner(key=KEY, commitment="", signature=""), 0, "cd" * 32)


def share_of(services, parts, status=200):
    """What an installation gets that asks a partner for a share, and is answered with these parts."""

    def application(environ, start_response):
        environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        return Response(parts, status, mimetype="application/json")(environ, start_response)

    with served(application) as url, asking(services, url) as found:
        return share(found)


def test_an_answer_in_drips_is_not_waited_for(services, caplog, monkeypatch):
    monkeypatch.setattr(partners, "LONGEST", 0.2)

    def drips():
        for _ in range(DRIPS):
            yield b" "
            sleep(DRIP_SECONDS)

    begun = monotonic()
    assert share_of(services, drips()) is None
    assert monotonic() - begun < DRIPS * DRIP_SECONDS / 2
    assert "does not end its answer" in caplog.text


@pytest.mark.parametrize(
    ("begin", "drip"), [(b"HTTP/1.1 200 OK\r\nX: ", b"x"), (b"", b"HTTP/1.1 102 Processing\r\n\r\n")]
)
def test_an_answer_whose_body_never_begins_is_not_waited_for(services, caplog, monkeypatch, begin, drip):
    monkeypatch.setattr(partners, "LONGEST", 0.2)

    def answer(listening):
        with listening.accept()[0] as asked, suppress(OSError):
            asked.sendall(begin)
            for _ in range(DRIPS):
                asked.sendall(drip)
                sleep(DRIP_SECONDS)

    with create_server(("127.0.0.1", 0)) as listening:
        Thread(target=answer, args=(listening,), daemon=True).start()
        begun = monotonic()
        with asking(services, f"http://127.0.0.1:{listening.getsockname()[1]}") as found:
            assert share(found) is None
    assert monotonic() - begun < DRIPS * DRIP_SECONDS / 2
    assert "does not end its answer" in caplog.text


def test_who_ends_no_answer_is_asked_no_more_until_one_is_ended(services, caplog, monkeypatch):
    monkeypatch.setattr(partners, "LONGEST", 0.01)
    monkeypatch.setattr(partners, "LEFT_ALONE", 0.0)
    ends, asked = Event(), []

    def never(self, url, body):
        asked.append(url)
        ends.wait(10)
        return b"{}"

    monkeypatch.setattr(Partners, "_posted", never)
    with asking(services, "http://127.0.0.1:1") as found:
        for _ in range(AT_ONCE + 3):
            assert share(found) is None
        assert len(asked) == AT_ONCE
        assert f"it has ended none of {AT_ONCE} answers" in caplog.text
        ends.set()
        until = monotonic() + 5
        while len(asked) == AT_ONCE and monotonic() < until:
            assert share(found) is None
        assert len(asked) > AT_ONCE


def test_an_answer_without_an_end_is_not_read_to_it(services, caplog):
    sent = []

    def parts():
        for number in range(1000):
            sent.append(number)
            yield b" " * 65536

    assert share_of(services, parts()) is None
    assert f"answers with more than {MOST_ANSWERED} bytes" in caplog.text
    assert len(sent) < 1000


def test_a_refusal_is_told_in_short(services, caplog):
    assert share_of(services, [b"x" * 1000], 409) is None
    assert f"409 {'x' * 300}" in caplog.text
    assert "x" * 301 not in caplog.text
