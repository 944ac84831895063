"""The next season is drafted with a plan of its own; those before it keep theirs (LG-DIV-8)."""

from __future__ import annotations

import pytest

from domain.audit.aggregates import LEAGUE, audit, document
from domain.audit.verdict import CONSISTENT
from domain.contract.game import Refused, to_json
from domain.games.catalog import Catalog
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.events import new_league
from domain.league.plan import read_plan
from tests.domain.league.running import BECAUSE, Running, by_strength
from tests.pigs.pig import PIG

FIRST = {
    "seats": 2,
    "points": [1, 0],
    "tiebreaks": ["wins", "lots"],
    "divisions": [{"name": "A", "size": 4}],
    "stages": [{"kind": "round-robin"}],
}
SECOND = {
    "seats": 4,
    "points": [5, 2, 1, 0],
    "tiebreaks": ["tally", "lots"],
    "divisions": [{"name": "Gold", "size": 4}],
    "stages": [{"kind": "swiss", "rounds": 2}],
}


def full(plan):
    """A plan with all defaults, as the service posts it."""
    return to_json(read_plan(plan, PIG))


@pytest.fixture
def league():
    """Two seasons: the second was drafted with another plan while the first was played."""
    running = Running(FIRST)
    running.start(4, [1000 - number for number in range(4)])
    running.organiser(c.DraftSeason(plan=full(SECOND)))
    running.play(by_strength)
    running.start_again()
    running.play(by_strength)
    return running


def test_each_season_has_the_plan_that_it_was_opened_with(league):
    first, second = league.league.seasons
    assert (first.plan, second.plan) == (read_plan(FIRST, PIG), read_plan(SECOND, PIG))
    assert league.league.plan == second.plan
    assert list(second.divisions) == ["Gold"]
    assert [stage.plan.kind for stage in league.league.stages.values()] == ["round-robin", "swiss"]


def test_points_and_tie_breaks_are_those_of_the_season(league):
    assert [value.name for value in league.league.stages["L/1/A/1"].standings[0].values] == ["wins", "lots"]
    gold = league.league.stages["L/2/Gold/1"].standings
    assert [(line.entrant, line.points) for line in gold] == [("e1", 10), ("e2", 4), ("e3", 2), ("e4", 0)]
    assert [value.name for value in gold[0].values] == ["tally", "lots"]


def test_a_result_of_an_earlier_season_is_corrected_by_its_own_plan(league):
    league.organiser(a.Correct("L/1/A/1", 1, BECAUSE, void=True))
    lines = league.league.stages["L/1/A/1"].standings
    assert {value.name for line in lines for value in line.values} == {"wins", "lots"}
    assert sum(line.points for line in lines) == 5


def test_the_log_alone_gives_it_all_again(league):
    entries = league.log.entries
    assert audit(document(LEAGUE, league.league, entries), Catalog()).code == CONSISTENT
    again = new_league()
    for entry in entries:
        again.fold(entry)
    assert [season.plan for season in again.seasons] == [season.plan for season in league.league.seasons]


def test_the_plan_stays_until_another_is_drafted(league):
    assert league.league.draft is None
    league.open_season()
    assert league.league.season.plan == read_plan(SECOND, PIG)


def test_a_log_without_another_plan_says_nothing_of_it():
    running = Running(FIRST)
    running.organiser(c.DraftSeason(plan=full(FIRST)))
    running.open_season()
    told = [entry.read() for entry in running.log.entries]
    assert all("plan" not in public.data for public in told if public.type in ("SeasonDrafted", "SeasonOpened"))


def test_a_draft_without_a_plan_takes_the_place_of_one_with_it():
    running = Running(FIRST)
    running.organiser(c.DraftSeason(plan=full(SECOND)))
    running.organiser(c.DraftSeason())
    running.open_season()
    assert running.league.season.plan == read_plan(FIRST, PIG)


def test_who_comes_back_is_enrolled_as_the_new_plan_lets_them():
    """Two places for four, a waiting list for the rest, and nobody below 900."""
    running = Running(FIRST)
    running.start(4, [1000, 990, 980, 970])
    smaller = {**FIRST, "divisions": [{"name": "A", "size": 2}], "eligibility": {"rating_from": 900}}
    running.organiser(c.DraftSeason(plan=full(smaller)))
    running.play(by_strength)
    running.open_season({"e1": 1000, "e2": 950, "e3": 899, "e4": 920})
    enrolled = running.league.season.enrolled
    assert {own.entrant: own.waiting for own in enrolled.values()} == {"e1": False, "e2": False, "e4": True}


def test_the_commitments_are_those_of_the_new_plan_s_stages():
    running = Running(FIRST)
    running.organiser(c.DraftSeason(plan=full(SECOND)))
    with pytest.raises(Refused, match="one commitment for every stage"):
        running.organiser(a.OpenSeason({"L/1/A/1": "00" * 32}))


def test_what_has_not_the_form_of_a_plan():
    with pytest.raises(Refused, match="seats"):
        Running(FIRST).organiser(c.DraftSeason(plan={"seats": "three", "divisions": [], "stages": []}))
