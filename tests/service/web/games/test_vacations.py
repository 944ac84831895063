"""Deadlines in the list of games; at the table the vacations of others, and for whom an AI plays."""

import pytest

from tests.installation import install
from tests.service.clocks import DAY, HOUR
from tests.service.playing import ME


@pytest.fixture
def services(tmp_path, clock):
    installed = install(tmp_path / "home", clock)
    yield installed
    installed.close()


@pytest.fixture
def game(ann, bob, opened, services):
    """A running game of Ann and Bob with a day for each decision."""
    game = opened("Ann", ME, {"account": "Bob"}, clock={"per_decision": DAY, "policy": "remind", "vacation": 9 * DAY})
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    return game


def test_a_list_of_games_says_until_when_in_the_readers_zone(ann, game, services):
    def until():
        return ann.open("/").text.partition('class="deadline">')[2].partition("</span>")[0]

    assert until() == "until <time>2027-01-16 08:00 UTC</time>"
    services.accounts.change(services.accounts.by_name("Ann").id, time_zone="Europe/Warsaw")
    assert until() == "until <time>2027-01-16 09:00 CET</time>"


def test_a_game_without_a_clock_says_no_deadline(ann, opened):
    opened("Ann", ME, {"ai": "random"})
    assert 'class="deadline"' not in ann.open("/").text


def test_the_others_see_who_is_on_vacation_and_until_when(ann, bob, nobody, game, services, clock):
    path = f"/games/{game}"
    assert "is on vacation" not in ann.open(path).text
    services.vacations.take(services.accounts.by_name("Bob").id, clock.now + 2 * DAY)
    for visitor in (ann, bob):
        assert "Bob is on vacation until <time>2027-01-17 08:00" in visitor.open(path).text
    clock.now += 2 * DAY + HOUR
    assert "is on vacation" not in ann.open(path).text


def test_all_read_for_whom_an_ai_plays_and_until_when(ann, bob, nobody, opened, services, clock):
    terms = {"per_decision": DAY, "policy": "ai", "level": "random"}
    game = opened("Ann", ME, {"account": "Bob"}, clock=terms)
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    assert "plays for" not in nobody.open(f"/games/{game}").text
    clock.now += DAY + HOUR
    services.clockwork.enforce(game)
    for visitor in (ann, bob, nobody):
        assert "Beginner (AI) plays for Ann until Ann is back." in visitor.open(f"/games/{game}").text
    services.accounts.forget(services.accounts.by_name("Ann").id)
    assert "Beginner (AI) plays for somebody who is gone." in bob.open(f"/games/{game}").text
