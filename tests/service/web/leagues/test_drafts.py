"""The form of a season's draft: what cannot be read is refused before anything is made of it."""

import pytest
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from domain.league.conduct.state import Draft
from domain.league.plan import DivisionPlan, Plan, StagePlan, plan_in
from service.errors import ServiceError
from service.web.leagues.league_forms import drafted
from service.web.leagues.plan_forms import draft_fields, fields_of

PLAN = Plan(2, (DivisionPlan("A", 4),), (StagePlan("swiss", 2),))

NOON = "2027-01-10T12:00"


def draft(plan=PLAN, **fields):
    """What a form says that shows this plan, and was changed so."""
    return drafted(MultiDict({**fields_of(plan), "opens": NOON, **fields}), plan)


def redrawn(plan, **fields):
    """The plan as a form changes it that shows it."""
    _, said = draft(plan, **fields)
    return plan_in(said["plan"])


def test_hours_are_of_the_zone_that_is_chosen_with_them():
    _, in_utc = draft()
    for zone in ("Europe/Warsaw", " Europe/Warsaw "):
        _, there = draft(zone=zone)
        assert there["plan"]["zone"] == "Europe/Warsaw"
        assert in_utc["opens"] - there["opens"] == 3600


def test_instants_stay_to_the_second_whose_hours_are_left_as_they_are_shown():
    """Which of two hours it was, too, as summer time ends."""
    plan = replace(PLAN, zone="Europe/Warsaw")
    twice = 1_824_942_600
    before = Draft(twice + 30, twice + 3630, twice + 90_000, returning=True, like=None)
    shown = {**fields_of(plan), **draft_fields(before, plan)}
    assert shown["opens"] == shown["closes"] == "2027-10-31T02:30"
    _, kept = drafted(MultiDict({**shown, "starts": "2027-11-02T12:00"}), plan, before)
    assert (kept["opens"], kept["closes"]) == (before.opens, before.closes)
    _, moved = drafted(MultiDict({**shown, "zone": "Europe/Lisbon"}), plan, before)
    assert moved["opens"] == moved["closes"] == twice + 7200


@pytest.mark.parametrize("zone", ["Europe", "Europe/Nowhere", "/etc", "localtime"])
def test_a_zone_that_there_is_not_is_refused(zone):
    with pytest.raises(ServiceError, match="there is no time zone") as refused:
        draft(zone=zone)
    assert refused.value.code == "malformed"


FINAL = StagePlan("apocalypse-final", seats=5, limit=80, days=30, carry=True)


@pytest.mark.parametrize(("fields", "limit"), [({"rounds": "3"}, 80), ({"days": "7"}, 80), ({"final": "60"}, 60)])
def test_of_a_final_the_form_changes_its_limit_alone(fields, limit):
    plan = replace(PLAN, stages=(StagePlan("swiss", 2, advance=6), StagePlan("knock-out", through=1), FINAL))
    found = redrawn(plan, **fields)
    assert (found.stages[0].advance, found.stages[1:]) == (6, (plan.stages[1], replace(FINAL, limit=limit)))
    assert redrawn(plan, final="").stages == plan.stages[:2]


def test_a_first_stage_of_another_kind_keeps_what_both_have():
    plan = replace(PLAN, seats=4, stages=(StagePlan("swiss", 2, seats=2, advance=3), FINAL))
    assert redrawn(plan, kind="round-robin", rounds="").stages == (
        StagePlan("round-robin", seats=2, advance=3, annul=False),
        FINAL,
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"per_decision": 3600, "policy": "forfeit", "grace": 60}, {"policy": "forfeit", "grace": 60}),
        ({"per_decision": 90, "policy": "ai", "level": "random"}, {"policy": "ai", "level": "random"}),
        ({"bank": 86_400, "increment": 600, "policy": "forfeit", "vacation": 9}, {"policy": "forfeit", "vacation": 9}),
        (None, {"policy": "default"}),
    ],
)
def test_a_clock_of_other_hours_keeps_what_is_done_when_they_are_up(before, after):
    plan = replace(PLAN, clock=before)
    assert redrawn(plan, hours="5").clock == {"per_decision": 5 * 3600, **after}
    assert redrawn(plan, rounds="3").clock == before


DIVISIONS = (DivisionPlan("Top", 8, 2), DivisionPlan("B", 6, 1), DivisionPlan("D", 9, 3))


@pytest.mark.parametrize(
    ("fields", "divisions"),
    [
        ({"divisions": "2"}, DIVISIONS[:2]),
        ({"divisions": "5"}, (*DIVISIONS, DivisionPlan("E", 8, 2), DivisionPlan("F", 8, 2))),
        ({"size": "10"}, (DivisionPlan("Top", 10, 2), DivisionPlan("B", 10, 1), DivisionPlan("D", 10, 3))),
        ({"relegated": "0"}, (DivisionPlan("Top", 8), DivisionPlan("B", 6), DivisionPlan("D", 9))),
        ({"divisions": "1", "size": "9"}, (DivisionPlan("Top", 9, 2),)),
    ],
)
def test_divisions_keep_their_names_and_what_is_not_changed(fields, divisions):
    assert redrawn(replace(PLAN, divisions=DIVISIONS), **fields).divisions == divisions


def test_more_divisions_than_the_form_would_make_stay():
    many = tuple(DivisionPlan(f"D{number}", 4, 1) for number in range(40))
    found = redrawn(replace(PLAN, divisions=many), size="6").divisions
    assert found == tuple(replace(one, size=6) for one in many)
