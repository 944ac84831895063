"""Tours: several challenges with one table of points by place."""

from fractions import Fraction

import pytest

from domain.challenge.actions import Begin, Close, CloseEntries, Form, Join, Report
from domain.challenge.decide import decide as decide_challenge
from domain.challenge.decide import opening as opening_challenge
from domain.challenge.state import Challenge
from domain.challenge.tour import Open, Tour, decide, opening, standings
from domain.contract.chance import Stream
from domain.contract.game import Refused, Text
from domain.contract.seats import Seat
from domain.log.log import Log
from tests.pigs.compared_pig import PigTogether

NAME = Text("t1", "00" * 32)


def challenge(name, *tries, ended=True):
    """A challenge in which these have tried: whether each was won, and its points."""
    log = Log(Challenge(), name, decide_challenge, {name: bytes(32)}, Stream(name.encode()).random_bytes)
    opened = opening_challenge(PigTogether(), name, bytes(32), "a name", "olga", seats=2)
    log.post("service", None, type(opened)(opened.data, NAME), 1)
    for who, won, points in tries:
        if who.startswith("ai "):
            log.post("operator", None, Begin(level=who[3:]), 1)
        elif " " in who:
            leader, other = who.split()
            log.post("seat", None, Form(leader, {"s1": Seat(leader), "s2": Seat()}), 1)
            log.post("seat", None, Join(other, log.aggregate.last_number, "s2"), 1)
        else:
            log.post("seat", None, Begin(account=who), 1)
        log.post("service", None, Report(log.aggregate.last_number, "over", won, {"points": points, "throws": 0}), 1)
    if ended:
        log.post("operator", None, CloseEntries(), 1)
        log.post("service", None, Close(), 1)
    return log.aggregate


def tour(*challenges, points=(10, 6, 3, 1)):
    log = Log(Tour(), "T", decide, {}, Stream(b"tour").random_bytes)
    log.post("service", None, Open("T", "pig", "olga", tuple(one.id for one in challenges), points, NAME), 1)
    return log.aggregate.header


def table(*challenges, **more):
    """Rank, who, points and places of each line."""
    found = standings(tour(*challenges, **more), challenges)
    return [(one.rank, one.level or " ".join(one.group), one.points, one.places) for one in found]


def test_points_go_by_place_and_are_added_up():
    first = challenge("A", ("ann", True, 9), ("bob", True, 5), ("cy", False, 9))
    second = challenge("B", ("bob", True, 9), ("cy", True, 8))
    assert table(first, second) == [
        (1, "bob", 16, (2, 1)),
        (2, "ann", 10, (1, None)),
        (3, "cy", 9, (3, 2)),
    ]


def test_who_share_a_place_share_the_points_of_the_places_that_they_fill():
    alike = challenge("A", ("ann", True, 9), ("bob", True, 9), ("cy", True, 9))
    assert table(alike) == [(1, who, Fraction(19, 3), (1,)) for who in ("ann", "bob", "cy")]


def test_a_group_is_the_same_people_whoever_leads():
    first = challenge("A", ("ann bob", True, 9), ("cy", True, 5))
    second = challenge("B", ("bob ann", True, 9), ("cy", True, 5))
    assert table(first, second) == [(1, "ann bob", 20, (1, 1)), (2, "cy", 12, (2, 2))]


def test_other_people_are_another_group_and_an_ai_counts_for_itself():
    first = challenge("A", ("ann bob", True, 9), ("ai greedy", True, 5))
    second = challenge("B", ("ann", True, 9), ("ai greedy", True, 5))
    assert [line[:3] for line in table(first, second)] == [(1, "greedy", 12), (2, "ann bob", 10), (2, "ann", 10)]


def test_equal_points_are_ordered_by_the_best_places():
    first = challenge("A", ("ann", True, 9), ("bob", True, 5))
    second = challenge("B", ("cy", True, 9), ("bob", True, 5))
    third = challenge("C", ("cy", True, 9), ("dan", True, 8), ("ann", True, 7), ("bob", True, 5))
    found = table(first, second, third, points=(4, 2, 1, 1))
    assert [line[:3] for line in found] == [(1, "cy", 8), (2, "ann", 5), (3, "bob", 5), (4, "dan", 2)]


def test_a_challenge_that_goes_on_brings_nothing_yet():
    first = challenge("A", ("ann", True, 9))
    second = challenge("B", ("ann", True, 9), ended=False)
    assert table(first, second) == [(1, "ann", 10, (1, None))]


def test_a_tour_is_made_of_ones_own_challenges_before_anybody_has_tried():
    fresh = [challenge(name, ended=False) for name in "AB"]
    assert opening("T", "a name", "olga", fresh, [3]).challenges == ("A", "B")
    with pytest.raises(Refused, match="one game"):
        opening("T", "a name", "olga", [], [3])
    with pytest.raises(Refused, match="one's own"):
        opening("T", "a name", "ann", fresh, [3])
    for tried in (challenge("C", ("ann", True, 9), ended=False), challenge("C")):
        with pytest.raises(Refused, match="before the first try"):
            opening("T", "a name", "olga", [*fresh, tried], [3])


@pytest.mark.parametrize(
    ("challenges", "points", "reason"),
    [
        ((), (3,), "1 to 50 challenges, each of them once"),
        (("A", "A"), (3,), "1 to 50 challenges, each of them once"),
        (("A",), (), "points fall from place to place, and none is below nought"),
        (("A",), (1, 3), "points fall from place to place, and none is below nought"),
        (("A",), (3, -1), "points fall from place to place, and none is below nought"),
    ],
)
def test_a_tour_that_cannot_be_is_refused(challenges, points, reason):
    log = Log(Tour(), "T", decide, {}, Stream(b"tour").random_bytes)
    with pytest.raises(Refused) as error:
        log.post("service", None, Open("T", "pig", "olga", challenges, points, NAME), 1)
    assert (error.value.code, error.value.reason) == ("malformed", reason)


def test_a_tour_is_opened_once():
    log = Log(Tour(), "T", decide, {}, Stream(b"tour").random_bytes)
    opened = Open("T", "pig", "olga", ("A",), (3,), NAME)
    log.post("service", None, opened, 1)
    with pytest.raises(Refused, match="once"):
        log.post("service", None, opened, 1)
    assert log.aggregate.header.challenges == ("A",)
