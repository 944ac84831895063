"""How much a caller may ask, and how it is told."""

import re

import pytest
from sqlalchemy import select

from service.api.limits.stored import FORGET_SECONDS, StoredCounts
from service.app.application import create_app
from service.bootstrap import build
from service.store.relations import counts_of_limits
from tests.installation import install, prepare
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


@pytest.fixture
def without_redis(database, tmp_path):
    """The two web processes of an installation that has no Redis, on each kind of database."""
    settings = prepare(tmp_path / "home", NIGHTLEDGER_REQUESTS_PER_MINUTE=str(MOST), **database.environ)
    processes = [build(settings) for _ in range(2)]
    yield processes
    for services in processes:
        services.close()


def test_without_redis_all_processes_count_together(without_redis):
    one, other = map(caller, without_redis)
    while left(answer := one.get("/games"))[0]:
        assert answer.status_code == 200
    answers = [other.get("/games") for _ in range(TOLD_AT_ONCE)]
    assert answers[-1].status_code == 429
    assert left(answers[-1])[0] == 0


def test_a_window_of_the_store_ends_by_its_clock_and_what_is_long_over_is_forgotten(services):
    now = [1_800_000_000.0]
    counts = StoredCounts(services.store, lambda: now[0])
    assert [counts.incr("a", 60), counts.incr("a", 60, 2), counts.incr("b", 60)] == [1, 3, 1]
    assert (counts.get("a"), counts.get_expiry("a")) == (3, now[0] + 60)
    now[0] += 60
    assert (counts.get("a"), counts.get_expiry("a")) == (0, now[0])
    assert counts.incr("a", 60) == 1
    now[0] += 2 * FORGET_SECONDS
    counts.incr("b", 60)
    assert [row["limited"] for row in services.store.rows(select(counts_of_limits))] == ["b"]
    counts.clear("b")
    assert counts.get("b") == 0
    counts.incr("c", 60)
    counts.reset()
    assert counts.check()
    assert counts.get("c") == 0
