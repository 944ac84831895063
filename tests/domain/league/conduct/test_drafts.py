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
    number = len(league.league.seasons) + 1
    ids = stage_ids(league.league.id, number, league.league.plan)
    league.seeds |= {stage: bytes([number]) * 32 for stage in ids}
    commitments = {stage: seed_commitment(stage, league.seeds[stage]) for stage in ids}
    return league.service(a.OpenSeason(commitments, dict.fromkeys(ratings, 1000)))


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
