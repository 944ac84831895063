"""When rounds are due: after days, or at the instant that a command says of the plan's zone (LG-RND-5)."""

from __future__ import annotations

import pytest

from domain.contract.game import Refused
from domain.league import actions as a
from tests.domain.league.running import BECAUSE, Running

DAY = 86_400
STAGE = "L/1/A/1"


def running(days=2, **plan):
    league = Running(
        {
            "seats": 2,
            "divisions": [{"name": "A", "size": 4}],
            "stages": [{"kind": "swiss", "rounds": 2, **({} if days is None else {"days": days})}],
            **plan,
        }
    )
    league.start(4)
    league.service(a.StartStage(STAGE))
    return league


def test_the_command_says_when_the_round_is_due():
    league = running(zone="Europe/Warsaw", until="21:00")
    league.service(a.PairRound(STAGE, due=league.at + 2 * DAY + 5000))
    assert league.league.stage(STAGE).open_round.due == league.at + 2 * DAY + 5000

    rows = (("e2", "e1"), ("e4", "e3"))
    league.organiser(a.PairByHand(STAGE, 1, rows, BECAUSE, due=league.at + 2 * DAY + 6000))
    assert league.league.stage(STAGE).open_round.due == league.at + 2 * DAY + 6000


def test_without_it_the_days_count_to_the_second():
    league = running()
    league.service(a.PairRound(STAGE))
    assert league.league.stage(STAGE).open_round.due == league.at + 2 * DAY


@pytest.mark.parametrize(
    ("plan", "passed"),
    [
        ({}, 2 * DAY),
        ({"zone": "Europe/Warsaw", "days": None}, 2 * DAY),
        ({"zone": "Europe/Warsaw"}, DAY - 1),
        ({"zone": "Europe/Warsaw"}, 4 * DAY + 1),
        ({"zone": "Europe/Warsaw", "days": 1}, 0),
    ],
)
def test_nobody_ends_a_round_at_another_time(plan, passed):
    league = running(**plan)
    with pytest.raises(Refused, match="due"):
        league.service(a.PairRound(STAGE, due=league.at + passed))


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ({"zone": "../etc"}, "zone is named"),
        ({"zone": "Europe/Warsaw", "until": "24:00"}, "hour such as"),
        ({"until": "21:00"}, "one of a zone"),
    ],
)
def test_what_a_plan_cannot_say_of_hours(plan, says):
    with pytest.raises(Refused, match=says):
        running(**plan)
