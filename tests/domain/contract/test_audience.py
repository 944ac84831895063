"""Who reads what of an event."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from domain.contract.audience import join, split, visible
from domain.contract.game import Event, to_json

SEATS = ("s1", "s2")


class Open(Event, frozen=True):
    seat: str
    card: str


class Picked(Event, frozen=True):
    seat: str | None
    card: str
    private: ClassVar[Mapping[str, str]] = {"card": "seat"}


class Dealt(Event, frozen=True):
    packets: dict[str, list[str]]
    rest: list[str]
    round: int = 1
    private: ClassVar[Mapping[str, str]] = {"packets": "each", "rest": "referee"}


class Placed(Event, frozen=True):
    seat: str
    at: str
    order: list[int]
    sealed: ClassVar[bool] = True
    private: ClassVar[Mapping[str, str]] = {"order": "referee"}


DEALT = Dealt({"s1": ["a"], "s2": ["b"]}, ["c"])


@pytest.mark.parametrize(
    ("event", "public", "private"),
    [
        (Open("s1", "a"), {"seat": "s1", "card": "a"}, {}),
        (Picked("s2", "a"), {"seat": "s2"}, {"s2": {"card": "a"}}),
        (Picked(None, "a"), {"seat": None}, {"referee": {"card": "a"}}),
        (
            DEALT,
            {"round": 1},
            {"s1": {"packets": {"s1": ["a"]}}, "s2": {"packets": {"s2": ["b"]}}, "referee": {"rest": ["c"]}},
        ),
        (
            Dealt({"s2": []}, []),
            {"round": 1},
            {"s1": {"packets": {}}, "s2": {"packets": {"s2": []}}, "referee": {"rest": []}},
        ),
        (Placed("s1", "x", [2, 1]), {}, {"referee": {"order": [2, 1]}, "s1": {"seat": "s1", "at": "x"}}),
    ],
)
def test_the_parts_are_those_the_class_declares_and_make_the_whole_again(event, public, private):
    assert split(event, SEATS) == (public, private)
    assert join(public, private) == to_json(event)


@pytest.mark.parametrize(
    ("event", "audience", "seen"),
    [
        (Picked("s2", "a"), "s2", {"seat": "s2", "card": "a"}),
        (Picked("s2", "a"), "s1", {"seat": "s2"}),
        (Picked("s2", "a"), "spectator", {"seat": "s2"}),
        (Picked("s2", "a"), "referee", {"seat": "s2", "card": "a"}),
        (DEALT, "s1", {"round": 1, "packets": {"s1": ["a"]}}),
        (DEALT, "spectator", {"round": 1}),
        (DEALT, "referee", to_json(DEALT)),
        (Placed("s1", "x", [2]), "s1", {"seat": "s1", "at": "x"}),
        (Placed("s1", "x", [2]), "s2", None),
        (Placed("s1", "x", [2]), "spectator", None),
        (Placed("s1", "x", [2]), "referee", {"seat": "s1", "at": "x", "order": [2]}),
    ],
)
def test_an_audience_reads_its_own_parts_and_no_other(event, audience, seen):
    assert visible(event, audience, SEATS) == seen


def test_an_entry_for_something_that_is_no_seat_is_an_error():
    with pytest.raises(ValueError, match="packets has an entry for 's3', which is no seat"):
        split(Dealt({"s3": []}, []), SEATS)
