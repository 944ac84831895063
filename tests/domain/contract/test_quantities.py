"""Numbers that people type: their forms, their bounds, and that nothing is worked out before the form is known."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.contract.game import Refused
from domain.contract.quantities import (
    DAY,
    INSTANTS,
    POINTS_FORM,
    Bounds,
    Horizon,
    points,
    points_schema,
    typed_points,
    whole,
)
from domain.league import points as p


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        (0, 0),
        (-999_999_999, -999_999_999),
        ("19/3", Fraction(19, 3)),
        ("-1/2", Fraction(-1, 2)),
        ("0.5", Fraction(1, 2)),
        ("-999999999.999999999", -Fraction(999_999_999_999_999_999, 10**9)),
        ("10", 10),
    ],
)
def test_points_are_whole_numbers_or_fractions(typed, means):
    assert points(typed) == means


@pytest.mark.parametrize(
    "typed",
    [
        "1e30000000", "1e400", "1E2", "1_0", " 1", "1\n", "+1", "1.", ".5", "1/0", "1/-2", "0x1", "१", "nan", "inf", "",
        "1234567890", "1/1234567890", "1.1234567890", 1_000_000_000, -1_000_000_000, 2**53, 0.5, True, None, ["1"],
    ],
)  # fmt: skip
def test_nothing_else_is_points(typed):
    with pytest.raises(Refused, match="no number of points") as refused:
        points(typed)
    assert refused.value.code == "malformed"
    assert len(refused.value.reason) < 200


def test_a_page_reads_points_as_they_are_posted():
    assert [typed_points(text) for text in (" 7 ", "-3", "1/2")] == [7, -3, "1/2"]
    with pytest.raises(Refused, match="malformed: '1e9' is no number of points"):
        typed_points("1e9")


@given(st.one_of(st.from_regex(POINTS_FORM, fullmatch=True), st.text(), st.integers()))
def test_the_schema_says_what_the_rule_says(typed):
    """What the rule accepts the schema accepts; and the other way round but for a fraction of nought."""
    [number, text] = points_schema()["anyOf"]
    if isinstance(typed, int):
        told = number["minimum"] <= typed <= number["maximum"]
    else:
        of_nought = typed.partition("/")[2].strip("0") == "" and "/" in typed
        told = re.fullmatch(text["pattern"], typed) is not None and not of_nought
    try:
        points(typed)
    except Refused:
        assert not told
    else:
        assert told


@given(st.fractions())
def test_stored_points_are_read_back(value):
    stored = p.shown(value)
    assert p.read(stored) == value
    assert isinstance(stored, str) or abs(stored) < 2**53


@pytest.mark.parametrize("stored", ["1e30000000", "1.5", "1/0", " 1", "x", ""])
def test_what_was_never_stored_is_not_read_as_points(stored):
    with pytest.raises(ValueError, match="no number of points"):
        p.read(stored)


@pytest.mark.parametrize(("text", "number"), [("12", 12), ("-3", -3), ("007", 7), ("9" * 16, 10**16 - 1)])
def test_a_text_says_a_whole_number(text, number):
    assert whole(text) == number


@pytest.mark.parametrize("text", ["", "x", "1e5", "1_0", " 1", "1\n", "٣", "²", "9" * 17, "9" * 5000, "1.0"])
def test_a_text_says_no_whole_number(text):
    assert whole(text) is None


def test_bounds_refuse_what_lies_outside():
    hours = Bounds(0, 23, "hours")
    assert (hours.check(23, "digest"), hours.read(" 0 ", "digest")) == (23, 0)
    for value in (-1, 24, True, 1.0, "1", None):
        with pytest.raises(Refused, match="digest is a number of hours from 0 to 23"):
            hours.check(value, "digest")


def test_instants_lie_near_now_and_times_are_short():
    horizon, now = Horizon(2 * DAY), 1_800_000_000
    assert horizon.instant(now + 2 * DAY, now, "to") == now + 2 * DAY
    assert horizon.duration(2 * DAY, "to") == 2 * DAY
    for far in (now + 2 * DAY + 1, now - 2 * DAY - 1, now * 1000, INSTANTS.most):
        with pytest.raises(Refused, match="to is a number of seconds UTC"):
            horizon.instant(far, now, "to")
    for long in (0, 2 * DAY + 1, 2**53 - 1):
        with pytest.raises(Refused, match="to is a number of seconds from 1"):
            horizon.duration(long, "to")
