"""Accelerated rounds by the Baku method, and forbidden pairs (LG-SW-6, LG-SW-7)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.audit.aggregates import LEAGUE, audit, document
from domain.audit.verdict import CONSISTENT
from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.league.conduct import actions as c
from domain.league.pairing.accelerated import baku, virtual
from tests.domain.league.running import BECAUSE, Running, by_strength

STAGE = "L/1/A/1"


def table(players, rounds):
    """Number of the last of group A, and the virtual points of number 1 in each round, in halves of a win."""
    found = baku(players, rounds, Fraction(1))
    return found[0].highest, [int(2 * virtual(found, 1, number)) for number in range(1, rounds + 1)]


@pytest.mark.parametrize(
    ("players", "rounds", "expected"),
    [
        (161, 9, (82, [2, 2, 2, 1, 1, 0, 0, 0, 0])),
        (20, 9, (10, [2, 2, 2, 1, 1, 0, 0, 0, 0])),
        (21, 11, (12, [2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0])),
        (8, 1, (4, [2])),
        (8, 5, (4, [2, 2, 1, 0, 0])),
    ],
)
def test_group_a_and_its_virtual_points(players, rounds, expected):
    """The first is the example of the Handbook."""
    assert table(players, rounds) == expected


def test_nobody_of_group_b_has_virtual_points():
    assert virtual(baku(20, 9, Fraction(1)), 11, 1) == 0


def swiss(rounds=3, entrants=8, accelerated="baku"):
    more = {} if accelerated is None else {"accelerated": accelerated}
    league = Running(
        {
            "seats": 2,
            "points": [1, 0],
            "divisions": [{"name": "A", "size": entrants}],
            "stages": [{"kind": "swiss", "rounds": rounds, **more}],
        }
    )
    league.start(entrants, [2000 - number for number in range(entrants)])
    league.step()
    return league


def pairs(league):
    stage = league.league.stage(STAGE)
    return {frozenset(own.seats) for own in stage.tables_of(stage.rounds[-1])}


def test_in_accelerated_rounds_the_strongest_meet_each_other_at_once():
    accelerated, plain = swiss(), swiss(accelerated=None)
    accelerated.step()
    plain.step()
    assert pairs(accelerated) == {frozenset(pair) for pair in (("e1", "e3"), ("e2", "e4"), ("e5", "e7"), ("e6", "e8"))}
    assert pairs(plain) == {frozenset(pair) for pair in (("e1", "e5"), ("e2", "e6"), ("e3", "e7"), ("e4", "e8"))}


def test_virtual_points_are_none_of_the_standings():
    league = swiss()
    league.play(by_strength)
    assert sorted(line.points for line in league.league.stage(STAGE).standings) == [0, 1, 1, 1, 2, 2, 2, 3]
    assert audit(document(LEAGUE, league.league, league.log.entries), Catalog()).code == CONSISTENT


def test_forbidden_pairs_do_not_meet():
    league = swiss(accelerated=None)
    assert league.organiser(c.KeepApart(("e1", "e5", "e6"), BECAUSE, last=1)) == ["EntrantsKeptApart"]
    league.step()
    assert not {frozenset(pair) for pair in (("e1", "e5"), ("e1", "e6"), ("e5", "e6"))} & pairs(league)
    league.play(by_strength)
    assert audit(document(LEAGUE, league.league, league.log.entries), Catalog()).code == CONSISTENT


def test_a_group_may_meet_again():
    league = swiss(accelerated=None)
    league.organiser(c.KeepApart(("e1", "e5"), BECAUSE))
    assert league.organiser(c.LetMeet(1, BECAUSE)) == ["EntrantsLetMeet"]
    league.step()
    assert frozenset(("e1", "e5")) in pairs(league)


def test_where_forbidden_pairs_leave_no_pairing_the_stage_waits():
    league = swiss(entrants=4, accelerated=None)
    league.organiser(c.KeepApart(("e1", "e2", "e3"), BECAUSE))
    assert league.step() == ["PairingFailed"]


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (c.KeepApart(("e1",), BECAUSE), "two different"),
        (c.KeepApart(("e1", "e1"), BECAUSE), "two different"),
        (c.KeepApart(("e1", "e99"), BECAUSE), "not enrolled"),
        (c.KeepApart(("e1", "e2"), BECAUSE, first=3, last=2), "not before the first"),
        (c.KeepApart(("e1", "e2"), BECAUSE, first=0), "first is a number"),
        (c.LetMeet(1, BECAUSE), "no group 1"),
    ],
)
def test_what_is_no_forbidden_pair(action, says):
    with pytest.raises(Refused, match=says):
        swiss().organiser(action)


def test_who_says_who_is_kept_apart():
    with pytest.raises(Refused, match="the organiser decides"):
        swiss().service(c.KeepApart(("e1", "e2"), BECAUSE))
    over = swiss()
    over.play(by_strength)
    with pytest.raises(Refused, match="is closed"):
        over.organiser(c.KeepApart(("e1", "e2"), BECAUSE))


@pytest.mark.parametrize(
    ("stage", "seats", "says"),
    [
        ({"kind": "knock-out", "accelerated": "baku"}, 2, "only a Swiss stage"),
        ({"kind": "swiss", "rounds": 3, "accelerated": "baku"}, 4, "tables of two"),
        ({"kind": "swiss", "rounds": 3, "accelerated": "lim"}, 2, "malformed"),
    ],
)
def test_what_has_no_accelerated_rounds(stage, seats, says):
    with pytest.raises(Refused, match=says):
        Running({"seats": seats, "fewest": 2, "divisions": [{"name": "A", "size": 8}], "stages": [stage]})
