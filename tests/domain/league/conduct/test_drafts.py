"""The next season is drafted, copied, and follows its calendar (LG-DIV-7)."""

from __future__ import annotations

import pytest

from domain.audit.aggregates import LEAGUE, audit, document
from domain.audit.verdict import CONSISTENT
from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.conduct.drafts import times
from domain.league.plan import stage_ids
from domain.league.seasons import next_season_is_due
from domain.league.steps import due
from domain.log.record import seed_commitment
from tests.domain.league.running import Running, by_strength

DAY = 86_400
PLAN = {"seats": 2, "points": [1, 0], "divisions": [{"name": "A", "size": 4}], "stages": [{"kind": "round-robin"}]}


@pytest.fixture
def league():
    return Running(PLAN)


def days(league, *numbers):
    return [league.at + number * DAY for number in numbers]


def opens_itself(league, ratings=()):
    """Open the season that is due, as a worker does."""
    return league.service(opening_of(league, ratings))


def opening_of(league, ratings=()):
    number = len(league.league.seasons) + 1
    ids = stage_ids(league.league.id, number, league.league.plan)
    league.seeds |= {stage: bytes([number]) * 32 for stage in ids}
    commitments = {stage: seed_commitment(stage, league.seeds[stage]) for stage in ids}
    return a.OpenSeason(commitments, dict.fromkeys(ratings, 1000))


def test_a_season_follows_its_draft_without_the_organiser(league):
    opens, closes, starts = days(league, 1, 3, 4)
    league.organiser(c.DraftSeason(opens, closes, starts))
    assert list(times(league.league)) == [opens]
    assert not next_season_is_due(league.league, league.at)
    league.at = opens
    assert next_season_is_due(league.league, league.at)
    opens_itself(league)
    assert league.league.draft is None
    league.enrol(4)
    assert due(league.league, league.at) == []
    league.at = closes
    assert league.step() == ["EnrolmentClosed"]
    league.open_all_entropy()
    assert due(league.league, league.at) == []
    league.at = starts
    assert "SeasonStarted" in league.step()
    league.play(by_strength)
    assert audit(document(LEAGUE, league.league, league.log.entries), Catalog()).code == CONSISTENT


def test_enrolment_waits_for_enough_whatever_the_calendar_says(league):
    league.organiser(c.DraftSeason(*days(league, 1, 2, 3)))
    league.at += DAY
    opens_itself(league)
    league.at += 5 * DAY
    assert due(league.league, league.at) == []
    assert list(times(league.league)) == []
    league.enrol(2)
    assert due(league.league, league.at) == [a.CloseEnrolment()]


def test_a_draft_may_be_changed_and_dropped(league):
    league.organiser(c.DraftSeason(*days(league, 1, 2, 3)))
    league.organiser(c.DraftSeason(closes=days(league, 5)[0]))
    assert (league.league.draft.opens, league.league.draft.closes) == (None, days(league, 5)[0])
    assert not next_season_is_due(league.league, league.at + 90 * DAY)
    assert league.organiser(c.DropDraft()) == ["DraftDropped"]
    assert league.organiser(c.DropDraft()) == []
    assert league.league.draft is None


def test_the_season_after_one_with_a_calendar_takes_as_long(league):
    league.organiser(c.DraftSeason(*days(league, 1, 3, 4)))
    league.organiser(a.NextSeason(True))
    league.at += DAY
    opens_itself(league)
    league.enrol(4)
    league.at += 2 * DAY
    league.step()
    league.open_all_entropy()
    league.at += DAY
    league.play(by_strength)
    league.at += 10 * DAY
    opens_itself(league, league.league.season.order)
    season = league.league.season
    assert (season.closes - league.at, season.starts - league.at) == (2 * DAY, 3 * DAY)
    assert list(season.enrolled) == list(league.league.seasons[0].order)
    assert audit(document(LEAGUE, league.league, league.log.entries), Catalog()).code == CONSISTENT


OVERRAN = 20
"""Days by which the first season took longer than the second one's draft reckoned with."""


def after_one_that_overran(league):
    """The second season, drafted with a week of enrolment and a day until its start, can open twenty days late."""
    league.organiser(a.NextSeason(True))
    league.start(3)
    league.organiser(c.DraftSeason(*days(league, 10, 17, 18)))
    league.at += (10 + OVERRAN) * DAY
    league.play(by_strength)
    return league


def test_a_season_that_opens_later_than_drafted_is_open_for_enrolment_as_long_and_so_are_those_after_it(league):
    """LG-DIV-7: somebody new enrols in each."""
    after_one_that_overran(league)
    for number in (2, 3):
        opens_itself(league, league.league.season.order)
        season = league.league.season
        assert (season.closes - league.at, season.starts - league.at) == (7 * DAY, 8 * DAY)
        assert league.step() == []
        assert league.post("seat", a.Enrol(1000, account=f"new{number}")) == ["EntrantEnrolled"]
        league.at = season.starts
        league.play(by_strength)
        league.at += OVERRAN * DAY
    assert audit(document(LEAGUE, league.league, league.log.entries), Catalog()).code == CONSISTENT


@pytest.mark.parametrize(
    ("draft", "late", "closes", "starts"),
    [
        ((10, 17, 18), 59 * 60, 17 * DAY, 18 * DAY),
        ((10, 17, 18), 60 * 60, 17 * DAY + 60 * 60, 18 * DAY + 60 * 60),
        ((10, 10, 18), 60, 10 * DAY + 60, 18 * DAY + 60),
        ((10, 17, 18), -DAY, 17 * DAY, 18 * DAY),
        ((10, None, 18), 9 * DAY, None, 27 * DAY),
        ((None, 17, 18), 8 * DAY - 1, None, 18 * DAY),
        ((None, 17, 18), 9 * DAY, None, None),
    ],
)
def test_how_a_calendar_is_put_off(league, draft, late, closes, starts):
    """LG-DIV-7: not as long as the season opens within an hour, or too early; and without a day on which it opens the
    organiser decides what has passed."""
    begun = league.at
    league.organiser(c.DraftSeason(*(None if day is None else begun + day * DAY for day in draft)))
    league.at = begun + 10 * DAY + late
    league.open_season()
    season = league.league.season
    assert [None if then is None else then - begun for then in (season.closes, season.starts)] == [closes, starts]


@pytest.mark.parametrize(
    ("draft", "says"),
    [
        ((-1, None, None), "opens is a number"),
        ((367, None, None), "opens is a number"),
        ((2, 1, None), "in this order"),
        ((1, 3, 2), "in this order"),
    ],
)
def test_what_is_no_draft(league, draft, says):
    instants = [None if day is None else league.at + day * DAY for day in draft]
    with pytest.raises(Refused, match=says):
        league.organiser(c.DraftSeason(*instants))


def test_a_copy_is_of_a_season_that_there_is(league):
    with pytest.raises(Refused, match="no season 1"):
        league.organiser(c.DraftSeason(like=1))


def test_who_closes_enrolment_before_its_time(league):
    league.open_season()
    league.enrol(4)
    with pytest.raises(Refused, match="the organiser decides this, or the calendar"):
        league.service(a.CloseEnrolment())
    with pytest.raises(Refused, match="not-your-decision"):
        league.service(c.DraftSeason())
