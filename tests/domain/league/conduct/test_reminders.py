"""Who keeps a round waiting is reminded: at once, or some hours before it is due (LG-RND-6, LG-RND-7)."""

from __future__ import annotations

import pytest

from domain.contract.game import Refused, Text
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.steps import due
from tests.domain.league.running import BECAUSE, Running, by_strength

DAY, HOUR = 86_400, 3_600
STAGE = "L/1/A/1"
WORDS = Text("t2", "11" * 32)


def running(days=4):
    league = Running(
        {
            "seats": 2,
            "divisions": [{"name": "A", "size": 4}],
            "stages": [{"kind": "swiss", "rounds": 2, **({"days": days} if days else {})}],
        }
    )
    league.start(4)
    league.step()
    league.step()
    return league


def reminders(league):
    return [action for action in due(league.league, league.at) if isinstance(action, c.Remind)]


def test_the_organiser_reminds_who_is_late_in_words_of_its_own():
    league = running()

    assert league.organiser(c.Remind(STAGE, ("e1", "e4"), WORDS, author="olga")) == ["LateReminded"]

    told = league.log.entries[-1].read().data
    assert (told["round"], told["late"], told["words"]["id"], told["author"]) == (1, ["e1", "e4"], "t2", "olga")
    assert "hours" not in told


@pytest.mark.parametrize(
    ("late", "reason", "says"),
    [((), WORDS, "nobody is late"), (("e9",), WORDS, "keeps no table"), (("e1",), None, "gives a reason")],
)
def test_what_is_no_reminder(late, reason, says):
    with pytest.raises(Refused, match=says):
        running().organiser(c.Remind(STAGE, late, reason))


def test_who_has_played_is_not_late():
    league = running()
    table = league.league.stage(STAGE).tables[1]
    league.service(a.Report(STAGE, 1, "over", **by_strength(league.league.stage(STAGE), table)))

    with pytest.raises(Refused, match="keeps no table"):
        league.organiser(c.Remind(STAGE, (table.seats[0],), WORDS))


def test_reminders_follow_by_themselves_as_the_end_of_a_round_is_near():
    league = running()
    league.organiser(c.SetReminders((12, 48), BECAUSE))
    assert reminders(league) == []

    league.at += 2 * DAY
    assert reminders(league) == [c.Remind(STAGE, (), hours=48)]
    league.service(c.Remind(STAGE, ("e2",), hours=48))
    assert reminders(league) == []
    league.at += 36 * HOUR
    assert reminders(league) == [c.Remind(STAGE, (), hours=12)]
    assert league.service(c.Remind(STAGE, (), hours=12)) == ["LateReminded"]
    assert reminders(league) == []
    assert league.log.entries[-1].read().data["words"]["id"] == BECAUSE.id


def test_of_several_that_are_due_at_once_the_nearest_to_the_end_is_sent():
    league = running()
    league.organiser(c.SetReminders((12, 48), BECAUSE))

    league.at += 4 * DAY - HOUR
    assert reminders(league) == [c.Remind(STAGE, (), hours=12)]
    league.service(c.Remind(STAGE, (), hours=12))
    assert reminders(league) == []


def test_a_round_that_is_too_short_for_a_reminder_has_none():
    league = running(days=1)
    league.organiser(c.SetReminders((24, 48), BECAUSE))
    league.at += DAY - 1
    assert reminders(league) == []


@pytest.mark.parametrize(
    ("by", "action", "says"),
    [
        ("organiser", c.SetReminders((0,), BECAUSE), "hours is a number"),
        ("organiser", c.SetReminders(tuple(range(1, 12)), BECAUSE), "10 times"),
        ("organiser", c.Remind(STAGE, ("e1",), WORDS, hours=12), "follow by themselves"),
        ("service", c.Remind(STAGE, (), hours=12), "no reminder is due"),
        ("service", c.SetReminders((12,), BECAUSE), "the organiser decides"),
        ("seat", c.Remind(STAGE, ("e1",), WORDS), "an entrant does not decide"),
    ],
)
def test_who_may_remind_and_when(by, action, says):
    with pytest.raises(Refused, match=says):
        running().post(by, action, "e1" if by == "seat" else None)


def test_rounds_without_an_end_have_no_reminders():
    league = running(days=None)
    league.organiser(c.SetReminders((12,), BECAUSE))
    league.at += 400 * DAY
    assert reminders(league) == []
