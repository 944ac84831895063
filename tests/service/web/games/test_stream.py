"""The stream of a page: that something has happened, and where the page finds it."""

import re

import pytest

from service.app.application import create_app
from service.games.streams import Listener
from tests.installation import install
from tests.service.web.visitor import Visitor

OPENING = "retry: 3000\n\n"
ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture
def heard(monkeypatch, app, services):
    """What a visitor's page hears of a game within a moment."""
    monkeypatch.setattr("service.web.stream.LONGEST", 0)

    def listen(visitor, game, headers=None, host="http://localhost", **query):
        return visitor.client.get(f"/games/{game}/stream", query_string=query, headers=headers, base_url=host)

    return listen


def test_a_page_hears_that_its_game_has_moved_and_nothing_else(ann, bob, opened, heard, services):
    game = opened("Ann", ME, ME)
    version = services.ledger.view(game).version
    assert heard(bob, game, after=version).text == OPENING
    told = heard(bob, game, after=version - 1).text
    assert told == f'{OPENING}event: news\ndata: {{"version":{version},"talk":0}}\n\n'


def test_a_page_hears_that_something_was_said(ann, opened, heard, services):
    game = opened("Ann", ME, ME)
    version = services.ledger.view(game).version
    services.talk.say(services.accounts.by_name("Ann").id, game, "hello")
    told = heard(ann, game, after=version, talk=0).text
    assert told == f'{OPENING}event: news\ndata: {{"version":{version},"talk":1}}\n\n'
    assert heard(ann, game, after=version, talk=1).text == OPENING


def test_it_ends_with_the_game(ann, opened, services):
    game = opened("Ann", ME, ME)
    services.ledger.close(game, "void")
    sent = list(services.streams.news(game, None, None, 1, 0, Listener(20, lambda: True)))
    assert [message.split(b"\n")[0] for message in sent] == [b"event: news", b"event: end"]


def test_strangers_hear_nothing_of_a_private_game(ann, bob, opened, heard):
    game = opened("Ann", ME, OPEN, visibility="private")
    assert heard(bob, game).status_code == 404
    assert heard(ann, game).status_code == 200


@pytest.fixture
def with_stream(tmp_path):
    """Makes installations with these settings: a visitor of each, with the address of a game."""
    made = []

    def visit(**environ):
        services = install(tmp_path / str(len(made)), **environ)
        made.append(services)
        visitor = Visitor(create_app(services))
        visitor.sign_up("Ann")
        form = visitor.open("/").form("/games")
        page = visitor.send(form)
        return visitor, page.path

    yield visit
    for services in made:
        services.close()


def stream_of(visitor, path):
    """Where the page says that its stream is, and what its policy lets it connect to."""
    response = visitor.client.get(path, base_url="http://games.example:8420")
    told = re.search(r'data-stream="([^"]*)"', response.text)[1]
    return told, re.search(r"connect-src ([^;]*);", response.headers["Content-Security-Policy"])[1]


def test_a_process_of_its_own_is_found_on_the_same_host(with_stream):
    visitor, path = with_stream(NIGHTLEDGER_STREAM_PORT="8422")
    told, connects = stream_of(visitor, path)
    assert told == f"http://games.example:8422{path}/stream"
    assert connects == "'self' http://games.example:8422"


@pytest.mark.parametrize("environ", [{}, {"NIGHTLEDGER_STREAM_PORT": "8422", "NIGHTLEDGER_PROXIES": "1"}])
def test_without_one_or_behind_a_proxy_it_is_at_the_pages_own_address(with_stream, environ):
    visitor, path = with_stream(**environ)
    assert stream_of(visitor, path) == (f"{path}/stream", "'self'")


@pytest.mark.parametrize(
    ("asking", "let_in"),
    [
        ("http://games.example:8420", True),
        ("http://games.example:9999", False),
        ("https://games.example:8420", False),
        ("http://evil.example:8420", False),
        ("http://games.example:port", False),
        ("http://[games.example", False),
        ("null", False),
    ],
)
def test_only_pages_of_this_host_read_it_with_the_cookie(ann, nobody, opened, heard, asking, let_in):
    game = opened("Ann", ME, ME)
    response = heard(nobody, game, {"Origin": asking}, host="http://games.example:8422")
    assert response.status_code == 200
    assert (response.headers.get("Access-Control-Allow-Origin") == asking) is let_in
    assert ("Access-Control-Allow-Credentials" in response.headers) is let_in
