"""How much a caller may ask, and how it is told."""

import re

import pytest

from service.app.application import create_app
from tests.installation import install
from tests.service.api.conftest import Caller

MOST, TOLD_AT_ONCE = 300, 3
"""Requests a minute; and of how many of them at a time the shared count is told."""


def caller(services, name=None):
    return Caller(create_app(services).test_client(), name, services.accounts.create(name)[1].secret if name else None)


@pytest.fixture
def services(tmp_path):
    services = install(tmp_path / "home", NIGHTLEDGER_REQUESTS_PER_MINUTE=str(MOST))
    yield services
    services.close()


def left(response):
    """What the answer says of the caller's requests: how many are left, and for how many seconds."""
    told = re.fullmatch(r'"requests";r=(\d+);t=(\d+)', response.headers["RateLimit"])
    return int(told[1]), int(told[2])


def test_each_answer_says_what_is_left(services):
    ann = caller(services, "Ann")
    answers = [ann.get("/accounts/me") for _ in range(8)]
    assert [left(answer)[0] for answer in answers] == [MOST - 1 - k for k in range(8)]
    assert all(0 < left(answer)[1] <= 60 for answer in answers)
    assert {answer.headers["RateLimit-Policy"] for answer in answers} == {f'"requests";q={MOST};w=60'}


def test_it_is_each_callers_own(services):
    ann, nobody = caller(services, "Ann"), caller(services)
    for _ in range(5):
        ann.get("/accounts/me")
    assert left(nobody.get("/games"))[0] == MOST - 1


def test_who_goes_by_it_is_refused_nothing_and_who_does_not_is_told_when_to_come_again(services):
    ann = caller(services, "Ann")
    answer = ann.get("/accounts/me")
    while left(answer)[0]:
        answer = ann.get("/accounts/me")
        assert answer.status_code == 200
    more = [ann.get("/accounts/me") for _ in range(TOLD_AT_ONCE)]
    refused = more[-1]
    assert (refused.status_code, refused.json["code"], left(refused)[0]) == (429, "too-many-requests", 0)
    assert 1 <= int(refused.headers["Retry-After"]) <= 60


def test_where_there_is_no_limit_none_is_told(tmp_path):
    services = install(tmp_path / "home")
    assert "RateLimit" not in caller(services, "Ann").get("/accounts/me").headers
    services.close()
