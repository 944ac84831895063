"""Plans: what an organiser may publish."""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.contract.game import Refused
from domain.games.nightfall.game import Nightfall
from domain.league.plan import read_plan, stage_ids
from domain.league.tiebreaks.registry import DEFAULT, IN_PLANS
from tests.domain.league.plans import PLAN
from tests.pigs.pig import PIG


def test_the_defaults():
    plan = read_plan(PLAN, PIG)

    assert plan.points == (10, 6, 3, 1)
    assert plan.tiebreaks == DEFAULT
    assert plan.bye_points(1) == 5
    assert plan.size == 7


def test_a_bye_is_a_win_at_tables_of_two_and_what_the_plan_says_otherwise():
    two = {**PLAN, "seats": 2, "stages": [{"kind": "round-robin"}], "points": [3, 1]}

    assert read_plan(two, PIG).bye_points(1) == 3
    assert read_plan({**two, "bye": "3/2"}, PIG).bye_points(1) == Fraction(3, 2)


def test_every_tie_break_has_a_rule_of_its_own():
    rules = {one.rule for one in IN_PLANS.values()}
    assert rules == {f"LG-TIE-{number}" for number in range(1, len(IN_PLANS) + 1)}


def test_every_division_has_every_stage():
    plan = read_plan(
        {
            **PLAN,
            "divisions": [{"name": "A", "size": 7}, {"name": "B", "size": 7}],
            "stages": [{"kind": "swiss", "rounds": 3}, {"kind": "knock-out"}],
        },
        PIG,
    )

    assert stage_ids("L", 2, plan) == ["L/2/A/1", "L/2/A/2", "L/2/B/1", "L/2/B/2"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"divisions": []}, "at least one division"),
        ({"stages": []}, "at least one division and one stage"),
        ({"divisions": [{"name": "A", "size": 7}, {"name": "A", "size": 7}]}, "different names"),
        ({"divisions": [{"name": "A/B", "size": 7}]}, "letters and digits"),
        ({"divisions": [{"name": "A" * 41, "size": 7}]}, "40 characters at most"),
        ({"divisions": [{"name": "A", "size": 1}]}, "cannot have 1"),
        ({"divisions": [{"name": "A", "size": 4, "relegated": 5}]}, "5 go down"),
        ({"points": [6, 10]}, "never rise"),
        ({"points": []}, "never rise"),
        ({"points": [0]}, "the first place brings points"),
        ({"points": [0, 0], "bye": 1}, "the first place brings points"),
        ({"points": ["20/2", 1]}, "shortest form"),
        ({"points": [10, -1]}, "no number of points"),
        ({"bye": "x"}, "no number of points"),
        ({"tiebreaks": ["wins", "beauty"]}, "unknown tie-break 'beauty'"),
        ({"tiebreaks": ["wins", "wins"]}, "twice"),
        ({"stages": [{"kind": "swiss"}]}, "how many rounds"),
        ({"stages": [{"kind": "balanced-groups", "rounds": 3}]}, "how many rounds"),
        ({"stages": [{"kind": "chess"}]}, "Invalid enum value"),
        ({"stages": [{"kind": "swiss", "rounds": 0}]}, "from 1"),
        ({"stages": [{"kind": "round-robin"}]}, "balanced groups"),
        ({"stages": [{"kind": "knock-out", "through": 4}]}, "drops out"),
        ({"fewest": 2, "stages": [{"kind": "knock-out", "through": 2}]}, "drops out"),
        ({"stages": [{"kind": "apocalypse-final"}, {"kind": "knock-out"}]}, "last stage"),
        ({"eligibility": {"rating_from": 1200, "rating_to": 1100}}, "nobody is rated from 1200 to 1100"),
        ({"seats": 7}, "played by 2 to 6"),
        ({"seats": 4, "fewest": 1}, "played by 2 to 6"),
        ({"options": {"goal": -1}}, "goal"),
        ({"surprise": 1}, "unknown field"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused(change, says):
    with pytest.raises(Refused, match=says) as refused:
        read_plan({**PLAN, **change}, PIG)
    assert refused.value.code == "malformed"


def test_a_final_is_checked_with_the_options_of_a_series():
    plan = {**PLAN, "stages": [{"kind": "apocalypse-final"}], "options": {"edition": "fr"}}

    assert read_plan(plan, Nightfall()).options == {"edition": "fr"}
