"""Who may post what to a league, and when."""

import msgspec
import pytest

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.decide import league_log, opening
from domain.league.results import check
from domain.league.state import Result, TableGame
from domain.table.actions import Start
from tests.domain.league.running import TWO, Running
from tests.pigs.pig import PIG

PLAN = {**TWO, "divisions": [{"name": "A", "size": 4}], "stages": [{"kind": "swiss", "rounds": 1}]}


@pytest.mark.parametrize(
    ("by", "action", "code", "says"),
    [
        ("seat", a.NextSeason(True), "not-your-decision", "the organiser decides this"),
        ("service", a.NextSeason(True), "not-your-decision", "the organiser decides this"),
        ("operator", c.TakeOut("e1"), "not-your-decision", "this follows by itself"),
        ("seat", a.CloseEnrolment(), "not-your-decision", "an entrant does not decide this"),
        ("seat", Start(), "not-your-decision", "an entrant does not decide this"),
        ("service", Start(), "malformed", "Start is no command of a league"),
        ("service", opening(PIG, "L", PLAN), "illegal", "the league is open already"),
    ],
)
def test_what_is_refused(by, action, code, says):
    running = Running(PLAN)
    before = running.league.version
    with pytest.raises(Refused, match=says) as refused:
        running.post(by, action)
    assert (refused.value.code, running.league.version) == (code, before)


def test_before_it_is_open_nothing_is_posted_and_its_name_is_kept_outside_its_log():
    log = league_log("L", {}, bytes)
    with pytest.raises(Refused, match="the league is not open"):
        log.post("operator", None, a.CloseEnrolment(), 1000)
    with pytest.raises(Refused, match="a league's name is kept outside its log"):
        log.post("service", None, msgspec.structs.replace(opening(PIG, "L", PLAN), name="Autumn"), 1000)


@pytest.mark.parametrize(
    "told",
    [
        {"places": {"e1": 1, "e2": 1}},
        {"won": True},
        {"won": False},
        {"absent": ("e1",)},
        {"absent": ("e1", "e2")},
        {"void": True},
    ],
)
def test_places_a_game_won_together_a_forfeit_or_that_it_is_void_is_a_result_by_itself(told):
    """LG-RES-1, LG-RES-4"""
    table = TableGame(1, 1, ("e1", "e2"), 1, "g1")
    check(table, Result(**told))
    for wrong in ({"absent": ("e3",)}, {"tally": {"e3": 1}}):
        with pytest.raises(Refused, match="e3 does not sit at table 1"):
            check(table, Result(**{**told, **wrong}))
