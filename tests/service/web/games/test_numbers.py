"""Numbers that forms hold: what the rules and the API refuse is refused there, by the same definition."""

import pytest
from werkzeug.datastructures import MultiDict

from domain.contract.quantities import Bounds
from service.errors import ServiceError
from service.web.games.fields import read_action
from service.web.leagues.league_forms import decision_of
from service.web.leagues.plan_forms import plan_of
from service.web.numbers import asked, number, points

HOSTILE = ["1e30000000", "9" * 5000, "1_0", "-", "²", "1.5.5", "1/0"]


@pytest.mark.parametrize("text", [*HOSTILE, "", "24", "-1"])
def test_a_field_holds_a_number_of_its_kind_or_is_refused(text):
    assert number(" 23 ", "hour", Bounds(0, 23)) == 23
    with pytest.raises(ServiceError, match="hour is a number from 0 to 23") as refused:
        number(text, "hour", Bounds(0, 23))
    assert refused.value.code == "malformed"


@pytest.mark.parametrize("text", HOSTILE)
def test_points_of_a_form_are_those_of_the_rules(text):
    form = MultiDict({"verb": "adjust", "stage": "1/A/1", "entrants": "e1", "points": text, "reason": "a test"})
    with pytest.raises(ServiceError, match="no number of points"):
        decision_of(form)
    assert (points(" -3 "), points("1/2")) == (-3, "1/2")


@pytest.mark.parametrize("name", ["size", "divisions", "rounds", "days", "final", "relegated", "seats", "hours"])
@pytest.mark.parametrize("text", ["1e30000000", "9" * 5000])
def test_a_plan_is_read_from_numbers_alone(name, text):
    form = {"kind": "swiss", "size": "4", "divisions": "1", "rounds": "2", "relegated": "0", "seats": "2", name: text}
    with pytest.raises(ServiceError, match=f"{name} is a number"):
        plan_of(MultiDict(form))


@pytest.mark.parametrize(("text", "number"), [("007", 7), (" -3 ", -3)])
def test_an_argument_is_a_number_as_people_write_it(text, number):
    form = MultiDict({"verb": "pay", "number": "count", "number:count": text})
    assert read_action(form) == {"type": "pay", "count": number}


@pytest.mark.parametrize("text", [*HOSTILE, "true", "[1]"])
def test_an_argument_that_is_a_number_is_nothing_else(text):
    with pytest.raises(ServiceError, match="count is a number"):
        read_action(MultiDict({"verb": "pay", "number": "count", "number:count": text}))


def test_an_address_that_holds_no_number_is_read_as_if_it_held_none():
    assert [asked({"at": text}, "at", 7) for text in ("3", "x", "9" * 5000, "1e9", "")] == [3, 7, 7, 7, 7]
    assert asked({}, "at") == 0
