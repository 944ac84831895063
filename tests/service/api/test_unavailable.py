"""A store that is locked by another program: what writes is answered 503 in good time, what reads is answered."""

import logging
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.app.application import create_app
from service.bootstrap import build
from service.errors import TRY_AGAIN
from tests.installation import prepare
from tests.locking import locked_by_another_program
from tests.service.api.conftest import Caller
from tests.service.patience import waits_in_vain
from tests.service.playing import ME, ROLL

WAIT = 0.3


@pytest.fixture
def services(tmp_path):
    services = build(prepare(tmp_path / "home", NIGHTLEDGER_DATABASE_WAIT=str(WAIT)))
    yield services
    services.close()


@pytest.fixture
def game(ann):
    return ann.open_game(ME, ME)


def refused(response):
    assert (response.status_code, response.json["code"]) == (503, "unavailable")
    assert response.headers["Retry-After"] == str(TRY_AGAIN)
    return True


def moves(ann, game):
    return ann.act(game, ROLL, decision=game["decision"])


def test_a_move_is_refused_and_carried_out_when_the_lock_is_gone(services, ann, game):
    with locked_by_another_program(services.settings.events_path):
        assert refused(moves(ann, game))
        assert refused(ann.post("/games", {"game": "pig", "seats": [ME, ME]}))
        assert ann.look(game)["version"] == game["version"]
    assert moves(ann, game).status_code == 200


def test_it_is_not_ready_and_says_why_until_the_lock_is_gone(services, app):
    with locked_by_another_program(services.settings.events_path):
        response = app.test_client().get("/readyz")
        assert (response.status_code, response.json["read_only"]) == (503, "database is locked")
    assert create_app(services).test_client().get("/readyz").status_code == 200


def test_it_is_tried_out_once_a_second_at_most(services, app, monkeypatch):
    tried = []
    monkeypatch.setattr(services.store, "check_writable", lambda: tried.append(1))
    for _ in range(20):
        app.test_client().get("/readyz")
    assert len(tried) <= 2


def test_of_many_who_move_at_once_all_are_refused_and_one_alone_has_waited(services, app, ann, game):
    def move(_):
        return refused(moves(Caller(app.test_client(), "Ann", ann.token), game))

    with locked_by_another_program(services.settings.events_path), waits_in_vain() as vain:
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(move, range(16))) == [True] * 16
        assert vain == [WAIT]


def test_who_shows_a_token_for_the_first_time_is_let_in(services, app, ann):
    services.accounts.logout_everywhere(services.accounts.by_name("Ann").id)
    token = services.accounts.create("Bob")[1]
    with locked_by_another_program(services.settings.events_path):
        assert Caller(app.test_client(), "Bob", token.secret).get("/accounts/me").status_code == 200


def test_a_line_is_logged_when_it_begins_and_one_when_it_is_over(services, ann, game, caplog):
    with caplog.at_level(logging.WARNING), locked_by_another_program(services.settings.events_path):
        for _ in range(3):
            refused(moves(ann, game))
    assert moves(ann, game).status_code == 200
    assert [record.getMessage() for record in caplog.records] == [
        "database is locked; what needs the store is answered 503 until that is over",
        "the store is back",
    ]
    assert all(record.exc_info is None for record in caplog.records)
