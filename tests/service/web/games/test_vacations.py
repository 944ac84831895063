"""Deadlines in the list of games, and the vacations of others at the table."""

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
