"""From one season to the next: who opens it, and who comes back (docs/leagues.md, chapters 2 and 3)."""

from __future__ import annotations

import pytest

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league.plan import stage_ids
from domain.league.seasons import next_season_is_due
from domain.log.record import seed_commitment
from tests.domain.league.running import BECAUSE, TWO, Running

PLAN = {
    **TWO,
    "divisions": [{"name": "A", "size": 2, "relegated": 1}, {"name": "B", "size": 2}],
    "stages": [{"kind": "round-robin"}],
}


def closed(plan=PLAN, entrants=4, *, leaving=()) -> Running:
    """A league whose first season is over; these entrants left while it ran."""
    running = Running(plan)
    running.organiser(a.NextSeason(True))
    running.start(entrants)
    for entrant in leaving:
        running.organiser(a.Withdraw(entrant, BECAUSE))
    running.play()
    assert running.league.season.status == "closed"
    return running


def opened(running: Running, ratings, by="service") -> list[str]:
    """Open the next season: the types of the events."""
    ids = stage_ids(running.league.id, len(running.league.seasons) + 1, running.league.plan)
    return running.post(by, a.OpenSeason({stage: seed_commitment(stage, bytes(32)) for stage in ids}, ratings))


def test_the_next_season_opens_with_all_in_the_order_that_promotion_left():
    """LG-DIV-6, LG-ENR-5"""
    running = closed()
    order = running.league.season.order
    assert next_season_is_due(running.league)
    assert opened(running, {"e1": 900, "e2": 1000, "e3": 1100, "e4": 1200}) == [
        "SeasonOpened",
        *["EntrantEnrolled"] * 4,
    ]
    assert not next_season_is_due(running.league)
    assert tuple(running.league.season.enrolled) == order
    assert running.league.season.enrolled["e3"].rating == 1100
    running.organiser(a.CloseEnrolment())
    running.organiser(a.StartSeason())
    assert running.league.season.divisions == {"A": list(order[:2]), "B": list(order[2:])}


def test_it_opens_once():
    running = closed()
    opened(running, {})
    with pytest.raises(Refused, match="the organiser opens this season"):
        opened(running, {})


def test_it_opens_by_hand_only_where_the_organiser_says_so():
    running = closed()
    assert running.organiser(a.NextSeason(True)) == []
    assert running.organiser(a.NextSeason(False)) == ["NextSeasonDecided"]
    assert not next_season_is_due(running.league)
    with pytest.raises(Refused, match="the organiser opens this season"):
        opened(running, {})
    assert opened(running, {}, by="operator") == ["SeasonOpened"]


def test_an_entrant_does_not_decide_it():
    running = closed()
    with pytest.raises(Refused, match="the organiser decides this"):
        running.post("seat", a.NextSeason(False), "e1")
    with pytest.raises(Refused, match="an entrant does not decide this"):
        opened(running, {}, by="seat")


def test_the_first_season_is_the_organisers():
    running = Running(PLAN)
    running.organiser(a.NextSeason(True))
    with pytest.raises(Refused, match="the organiser opens this season"):
        opened(running, {})


def test_who_left_does_not_come_back_by_itself():
    """LG-ENR-5"""
    running = closed(leaving=["e2"])
    with pytest.raises(Refused, match="e2 was not in the last season, or left it"):
        opened(running, {"e1": 1000, "e2": 1000})
    opened(running, {"e1": 1000, "e3": 1000, "e4": 1000})
    assert set(running.league.season.enrolled) == {"e1", "e3", "e4"}


def test_the_waiting_list_moves_up_into_free_places():
    """LG-ENR-5: e5 and e6 waited; one place became free."""
    running = closed(entrants=6, leaving=["e2"])
    opened(running, {entrant: 1000 for entrant in ("e1", "e3", "e4", "e5", "e6")})
    waiting = {own.entrant: own.waiting for own in running.league.season.enrolled.values()}
    assert waiting == {"e1": False, "e3": False, "e4": False, "e5": False, "e6": True}
    assert list(waiting)[-2:] == ["e5", "e6"]


def test_who_no_longer_fulfils_the_bounds_of_rating_does_not_come_back():
    """LG-ENR-1"""
    running = closed({**PLAN, "eligibility": {"rating_to": 1000}})
    opened(running, {"e1": 1000, "e2": 1001, "e3": 1000, "e4": 1000})
    assert set(running.league.season.enrolled) == {"e1", "e3", "e4"}


def test_who_came_back_gives_entropy_by_enrolling_once_more():
    """LG-CH-2"""
    running = closed()
    opened(running, {"e1": 1000, "e2": 1000})
    with pytest.raises(Refused, match="e1 is enrolled"):
        running.post("seat", a.Enrol(1000, account="p1"))
    assert running.post("seat", a.Enrol(1000, account="p1", entropy_hash="ab" * 32)) == ["EntrantEnrolled"]
    assert running.league.season.enrolled["e1"].owes_entropy
    with pytest.raises(Refused, match="e1 is enrolled"):
        running.post("seat", a.Enrol(1000, account="p1", entropy_hash="cd" * 32))
