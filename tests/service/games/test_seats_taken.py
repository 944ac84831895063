"""Which seat somebody takes: the one that is kept, the first that is free, a second one where that is allowed."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from domain.table.parts import TableSeat
from service.errors import ServiceError
from service.games.seats.taking import further_seats, held_already, may_take_too, seat_to_take

SEATS = {"s1": TableSeat(account="ann"), "s2": TableSeat(), "s3": TableSeat(level="random"), "s4": TableSeat()}


@pytest.mark.parametrize(
    ("terms", "may"),
    [
        ({}, False),
        ({"creator": "host"}, False),
        ({"creator": "ann"}, True),
        ({"several_seats": True}, True),
        ({"several_seats": False}, False),
        ({"invited": None}, False),
        ({"invited": {"s2": "ann"}}, True),
        ({"invited": {"s4": "ann"}}, False),
        ({"invited": {"s2": "bob"}}, False),
    ],
)
def test_a_second_seat_is_for_who_opened_it_or_whom_it_is_kept_for_or_for_all_if_that_is_said(terms, may):
    assert may_take_too(terms, "ann", "s2") is may
    if may:
        assert held_already(SEATS, terms, "ann", "s2") is None
    else:
        with pytest.raises(ServiceError, match="you hold s1, and only who opened this may allow you a second") as found:
            held_already(SEATS, terms, "ann", "s2")
        assert found.value.code == "illegal"


@pytest.mark.parametrize(("seat", "own"), [(None, "s1"), ("s1", "s1")])
def test_who_asks_for_any_seat_or_its_own_has_that_already(seat, own):
    assert held_already(SEATS, {}, "ann", seat) == own
    assert held_already(SEATS, {}, "bob", seat) is None


@pytest.mark.parametrize(
    ("terms", "free"),
    [
        ({}, []),
        ({"several_seats": True}, ["s2", "s4"]),
        ({"several_seats": True, "invited": {"s2": "bob"}}, ["s4"]),
        ({"invited": {"s2": "ann"}}, ["s2"]),
        ({"creator": "ann", "invited": {"s4": "bob"}}, ["s2"]),
    ],
)
def test_further_seats_are_the_free_ones_that_are_not_kept_for_another(terms, free):
    table = SimpleNamespace(header=SimpleNamespace(terms=terms), seats=SEATS)
    assert further_seats(table, "ann") == free


@pytest.mark.parametrize(
    ("invited", "asked", "taken"),
    [
        ({}, None, "s2"),
        ({"s4": "bob"}, None, "s4"),
        ({"s2": "cy"}, None, "s4"),
        ({"s2": "cy"}, "s4", "s4"),
        ({"s2": "bob"}, "s2", "s2"),
        ({}, "s1", "s1"),
    ],
)
def test_one_gets_the_seat_that_is_kept_for_one_else_the_first_that_is_free(invited, asked, taken):
    assert seat_to_take(SEATS, invited, "bob", asked) == taken


@pytest.mark.parametrize(
    ("invited", "asked", "code"), [({"s2": "cy"}, "s2", "forbidden"), ({"s2": "cy", "s4": "ann"}, None, "illegal")]
)
def test_a_seat_that_is_kept_for_another_is_not_for_oneself(invited, asked, code):
    with pytest.raises(ServiceError) as found:
        seat_to_take(SEATS, invited, "bob", asked)
    assert found.value.code == code
