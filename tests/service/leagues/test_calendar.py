"""Rounds are due at an hour of the league's zone (LG-RND-5)."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from domain.contract.quantities import DAY, INSTANTS
from domain.league.plan import DivisionPlan, Plan
from domain.league.state import League, Season
from service.errors import ServiceError
from service.leagues.calendar import check_zone, copied, local, round_due, typed

WARSAW = ZoneInfo("Europe/Warsaw")


def plan(zone="Europe/Warsaw", **more):
    return Plan(2, (DivisionPlan("A", 4),), (), zone=zone, **more)


def at(text, zone=WARSAW):
    return int(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp())


@pytest.mark.parametrize(
    ("until", "days", "paired", "due"),
    [
        ("21:00", 7, "2026-12-01T20:59", "2026-12-08T21:00"),
        ("21:00", 7, "2026-12-01T21:00", "2026-12-08T21:00"),
        ("21:00", 7, "2026-12-01T21:01", "2026-12-09T21:00"),
        ("21:00", 3, "2026-03-27T20:00", "2026-03-30T21:00"),
        ("21:00", 3, "2026-10-23T20:00", "2026-10-26T21:00"),
        ("00:00", 1, "2026-12-01T23:59", "2026-12-03T00:00"),
    ],
)
def test_a_round_is_due_at_the_hour_when_its_days_have_gone_by(until, days, paired, due):
    assert round_due(plan(until=until), days, at(paired)) == at(due)


def test_without_an_hour_it_is_the_last_minute_of_the_day():
    assert round_due(plan(), 2, at("2026-12-01T12:00")) == at("2026-12-03T23:59")


def test_an_hour_that_clocks_leave_out_is_the_one_that_they_would_have_shown():
    due = round_due(plan(until="02:30"), 1, at("2026-03-28T01:00"))
    assert datetime.fromtimestamp(due, WARSAW).isoformat() == "2026-03-29T03:30:00+02:00"


def test_an_instant_is_told_as_clocks_show_it_there():
    assert local(plan(), at("2026-07-01T21:00")) == "2026-07-01T21:00:00+02:00"
    assert local(Plan(2, (), ()), 0) is None


def test_a_zone_that_there_is_none_of_is_refused():
    with pytest.raises(ServiceError, match="no time zone 'Europe/Atlantis'"):
        check_zone(plan("Europe/Atlantis"))


def test_a_season_is_copied_by_clocks_of_the_zone():
    """Over the change to summer time too: three days later at the same hour."""
    league = League({})
    league.plan = plan()
    [opened, closed, started] = [at("2026-02-01T12:00"), at("2026-02-04T12:00"), at("2026-02-05T09:00")]
    league.seasons = [Season(1, {}, league.plan, opened=opened, closed=closed, started=started)]
    drafted = copied(league, 1, at("2026-03-27T12:00"))
    assert (drafted.closes, drafted.starts) == (at("2026-03-30T12:00"), at("2026-03-31T09:00"))
    assert drafted.like == 1


@pytest.mark.parametrize("zone", ["Europe/Warsaw", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_what_a_copied_season_has_beyond_the_last_day_of_calendars_is_on_that_day(zone):
    league = League({})
    league.seasons = [Season(1, {}, plan(zone), opened=0, closed=8 * DAY, started=9 * DAY)]
    drafted = copied(league, 1, INSTANTS.most)
    assert (drafted.closes, drafted.starts) == (INSTANTS.most, INSTANTS.most)


@pytest.mark.parametrize("number", [0, 2])
def test_no_season_is_copied_that_there_is_not(number):
    league = League({})
    league.seasons = [Season(1, {}, league.plan, opened=1, closed=2, started=3)]
    with pytest.raises(ServiceError, match=f"no season {number}"):
        copied(league, number, 100)


def test_hours_are_typed_in_the_zone():
    assert typed(plan(), " 2026-12-06T21:00 ") == at("2026-12-06T21:00")
    assert typed(plan(), "") is None
    for text in ("tomorrow", "1969-12-31T12:00", "9999-12-31T23:59", "0001-01-01T00:00"):
        with pytest.raises(ServiceError, match="no day and hour"):
            typed(plan(), text)
