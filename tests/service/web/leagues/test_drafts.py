"""The form of a season's draft: what cannot be read is refused before anything is made of it."""

import pytest
from werkzeug.datastructures import MultiDict

from domain.league.plan import DivisionPlan, Plan, StagePlan
from service.errors import ServiceError
from service.web.leagues.league_forms import drafted
from service.web.leagues.plan_forms import fields_of

PLAN = Plan(2, (DivisionPlan("A", 4),), (StagePlan("swiss", 2),))

NOON = "2027-01-10T12:00"


def draft(**fields):
    """What a form says that shows this plan, and was changed so."""
    return drafted(MultiDict({**fields_of(PLAN), "opens": NOON, **fields}), PLAN)


def test_hours_are_of_the_zone_that_is_chosen_with_them():
    _, in_utc = draft()
    for zone in ("Europe/Warsaw", " Europe/Warsaw "):
        _, there = draft(zone=zone)
        assert there["plan"]["zone"] == "Europe/Warsaw"
        assert in_utc["opens"] - there["opens"] == 3600


@pytest.mark.parametrize("zone", ["Europe", "Europe/Nowhere", "/etc", "localtime"])
def test_a_zone_that_there_is_not_is_refused(zone):
    with pytest.raises(ServiceError, match="there is no time zone") as refused:
        draft(zone=zone)
    assert refused.value.code == "malformed"
