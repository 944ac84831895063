"""The pages while the store is locked by another program."""

import pytest

from projections.unavailable import Unavailable
from service.errors import TRY_AGAIN
from tests.locking import locked_by_another_program
from tests.service.web.visitor import BROWSER


def test_a_form_that_cannot_be_stored_is_answered_by_a_page_that_says_when_to_try_again(services, ann):
    form = ann.open("/account").form("/account/place")
    with locked_by_another_program(services.settings.events_path):
        response = ann.client.post(form.action, data=form.fields)
    assert (response.status_code, response.headers["Retry-After"]) == (503, str(TRY_AGAIN))
    assert "the store cannot be used now" in response.text
    assert ann.client.post(form.action, data=form.fields).status_code < 400


@pytest.fixture
def away(services, ann, monkeypatch):
    """The store is away since this person has signed in; what was remembered of the token is forgotten."""
    assert "Ann</a>" in ann.client.get("/").text

    def lost(*arguments, **values):
        raise Unavailable("the connection is lost")

    monkeypatch.setattr(services.store, "rows", lost)
    monkeypatch.setattr(services.accounts, "authenticate", lost)


ERRORS = [
    ("GET", "/nowhere", 404),
    ("GET", "/api/v1/nowhere", 404),
    ("GET", "/static/nothing.css", 404),
    ("POST", "/leagues", 403),
    ("POST", "/sign-out", 403),
    ("GET", "/", 503),
    ("GET", "/leagues", 503),
]


def test_every_error_has_its_page_while_nobody_can_be_asked_whose_it_is(ann, away):
    for method, path, status in ERRORS:
        answered = ann.client.open(path, method=method, headers=BROWSER)
        assert (path, answered.status_code, answered.mimetype) == (path, status, "text/html")
        assert f"<h1>This did not work ({status})</h1>" in answered.text
        assert "Ann</a>" not in answered.text


def test_the_first_error_page_that_meets_it_says_so_in_the_log(ann, away, caplog):
    for _ in range(3):
        ann.client.get("/nowhere", headers=BROWSER)
    told = [record.getMessage() for record in caplog.records if record.name == "service.api.observed"]
    assert told == ["the connection is lost; what needs the store is answered 503 until that is over"]


def test_each_outage_is_logged_once_and_when_a_page_has_written_it_is_over(services, ann, caplog):
    for _ in range(2):
        form = ann.open("/account").form("/account/place")
        with locked_by_another_program(services.settings.events_path):
            assert ann.client.post(form.action, data=form.fields).status_code == 503
        assert ann.client.post(form.action, data=form.fields).status_code == 303
    told = [record.getMessage() for record in caplog.records if record.name == "service.api.observed"]
    gone = "database is locked; what needs the store is answered 503 until that is over"
    assert told == [gone, "the store is back"] * 2
