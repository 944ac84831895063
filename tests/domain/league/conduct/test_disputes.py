"""A dispute about a table: opened by a player, with a thread, ended by a verdict in the log (LG-DSP-1 to LG-DSP-5)."""

from __future__ import annotations

import pytest

from domain.audit.aggregates import LEAGUE, audit, document
from domain.audit.verdict import PREFIX
from domain.contract.game import Refused, Text
from domain.games.catalog import Catalog
from domain.league import actions as a
from domain.league.conduct import actions as c
from tests.domain.league.running import BECAUSE, Running, by_strength

STAGE = "L/1/A/1"
WORDS = Text("t2", "11" * 32)


def paired():
    """A league of four, in whose first round e1 meets e3 at table 1, and e4 meets e2 at table 2."""
    running = Running(
        {
            "seats": 2,
            "points": [1, 0],
            "divisions": [{"name": "A", "size": 4}],
            "stages": [{"kind": "swiss", "rounds": 2}],
        }
    )
    running.start(4, [1004, 1003, 1002, 1001])
    running.step()
    running.step()
    return running


@pytest.fixture
def league():
    """Table 1 of e1 and e3, and table 2 of e4 and e2, are played; e1 and e2 have won."""
    running = paired()
    running.report_all(by_strength)
    return running


@pytest.fixture
def disputed(league):
    """e3 contests table 1."""
    league.post("seat", c.OpenDispute(STAGE, 1, WORDS), "e3")
    return league


def dispute(league):
    return league.league.disputes[1]


def test_a_player_contests_the_result_of_its_own_table(league):
    assert set(league.league.stage(STAGE).tables[1].seats) == {"e1", "e3"}
    assert league.post("seat", c.OpenDispute(STAGE, 1, WORDS), "e3") == ["DisputeOpened"]
    own = dispute(league)
    assert (own.status, own.entrant, own.table) == ("open", "e3", 1)
    assert [said.words for said in own.said] == [WORDS]


def test_parties_and_organiser_say_what_they_have_to(disputed):
    disputed.post("seat", c.SayInDispute(1, BECAUSE), "e1")
    disputed.organiser(c.SayInDispute(1, BECAUSE, author="olga"))
    assert [(said.entrant, said.author) for said in dispute(disputed).said] == [
        ("e3", None),
        ("e1", None),
        (None, "olga"),
    ]


def test_a_verdict_upholds_it_and_corrects_the_result(disputed):
    verdict = c.DecideDispute(1, True, BECAUSE, {"e3": 1, "e1": 2}, author="olga")
    assert disputed.organiser(verdict) == ["DisputeDecided", "ResultCorrected"]
    assert (dispute(disputed).status, dispute(disputed).verdict.author) == ("upheld", "olga")
    assert disputed.league.stage(STAGE).tables[1].result.places == {"e3": 1, "e1": 2}


def test_a_verdict_dismisses_it_and_the_result_stays(disputed):
    assert disputed.organiser(c.DecideDispute(1, False, BECAUSE)) == ["DisputeDecided"]
    assert dispute(disputed).status == "dismissed"
    assert disputed.league.stage(STAGE).tables[1].result.places == {"e1": 1, "e3": 2}


def test_after_the_stage_has_closed_a_verdict_makes_the_standings_anew(disputed):
    disputed.play(by_strength)
    told = disputed.organiser(c.DecideDispute(1, True, BECAUSE, {"e3": 1, "e1": 2}))
    assert told == ["DisputeDecided", "ResultCorrected", "StandingsCorrected"]


def test_who_opened_it_takes_it_back(disputed):
    with pytest.raises(Refused, match="e3 has opened"):
        disputed.post("seat", c.WithdrawDispute(1), "e1")
    assert disputed.post("seat", c.WithdrawDispute(1), "e3") == ["DisputeWithdrawn"]
    assert disputed.post("seat", c.OpenDispute(STAGE, 1, WORDS), "e3") == ["DisputeOpened"]


@pytest.mark.parametrize(
    ("by", "seat", "action", "says"),
    [
        ("seat", "e2", c.OpenDispute(STAGE, 1, WORDS), "are the parties"),
        ("operator", None, c.OpenDispute(STAGE, 2, WORDS), "are the parties"),
        ("seat", "e1", c.OpenDispute(STAGE, 1, WORDS), "disputed already"),
        ("seat", "e2", c.SayInDispute(1, WORDS), "are the parties"),
        ("seat", "e1", c.SayInDispute(2, WORDS), "no dispute 2"),
        ("seat", "e3", c.DecideDispute(1, True, WORDS), "the organiser decides"),
        ("operator", None, c.DecideDispute(1, False, WORDS, void=True), "stays as it is"),
        ("operator", None, c.DecideDispute(1, True, WORDS, {"e1": 1}), "malformed"),
        ("operator", None, c.DecideDispute(1, True, WORDS, author="p1"), "a table of their own"),
    ],
)
def test_who_may_do_what_in_a_dispute(disputed, by, seat, action, says):
    with pytest.raises(Refused, match=says):
        disputed.post(by, action, seat)
    assert dispute(disputed).status == "open"


def test_nothing_is_said_once_it_is_decided(disputed):
    disputed.organiser(c.DecideDispute(1, False, BECAUSE))
    for action in (c.SayInDispute(1, WORDS), c.WithdrawDispute(1)):
        with pytest.raises(Refused, match="dispute 1 is dismissed"):
            disputed.post("seat", action, "e3")


def test_a_table_is_not_disputed_for_ever(disputed):
    for _ in range(4):
        disputed.organiser(c.DecideDispute(max(disputed.league.disputes), False, BECAUSE))
        disputed.post("seat", c.OpenDispute(STAGE, 1, WORDS), "e3")
    disputed.organiser(c.DecideDispute(5, False, BECAUSE))
    with pytest.raises(Refused, match="disputed 5 times"):
        disputed.post("seat", c.OpenDispute(STAGE, 1, WORDS), "e1")


def test_the_last_season_is_disputed_until_the_next_one_starts(league):
    """Where the next season opens by itself it does so with the last result."""
    league.play(by_strength)
    league.open_season()
    league.enrol(4)
    assert league.post("seat", c.OpenDispute(STAGE, 1, WORDS), "e3") == ["DisputeOpened"]
    league.organiser(a.CloseEnrolment())
    league.open_all_entropy()
    league.service(a.StartSeason())
    with pytest.raises(Refused, match="season 1 is over"):
        league.post("seat", c.OpenDispute(STAGE, 2, WORDS), "e4")


@pytest.fixture
def paired_anew():
    """e3 contests table 1, which has no result; then the organiser has e1 meet e4, and e2 e3, as tables 3 and 4."""
    running = paired()
    running.post("seat", c.OpenDispute(STAGE, 1, WORDS), "e3")
    running.organiser(a.PairByHand(STAGE, 1, (("e1", "e4"), ("e2", "e3")), BECAUSE))
    return running


@pytest.mark.parametrize(
    ("by", "seat", "action", "status"),
    [
        ("seat", "e1", c.SayInDispute(1, WORDS), "open"),
        ("seat", "e3", c.WithdrawDispute(1), "withdrawn"),
        ("operator", None, c.DecideDispute(1, True, WORDS), "upheld"),
        ("operator", None, c.DecideDispute(1, False, WORDS), "dismissed"),
    ],
)
def test_a_dispute_about_a_table_that_is_paired_anew_is_ended_as_any_other(paired_anew, by, seat, action, status):
    """LG-DSP-2 to LG-DSP-4, LG-RND-4: the parties are those who sat there."""
    with pytest.raises(Refused, match="are the parties"):
        paired_anew.post("seat", c.SayInDispute(1, WORDS), "e4")
    with pytest.raises(Refused, match="a table of their own"):
        paired_anew.organiser(c.DecideDispute(1, False, WORDS, author="p1"))
    with pytest.raises(Refused, match="no table 1"):
        paired_anew.organiser(c.DecideDispute(1, True, WORDS, void=True))

    paired_anew.post(by, action, seat)

    assert dispute(paired_anew).status == status


def test_the_audit_decides_it_again(disputed):
    disputed.organiser(c.DecideDispute(1, True, BECAUSE, {"e3": 1, "e1": 2}, author="olga"))
    disputed.service(a.CloseRound(STAGE))
    assert audit(document(LEAGUE, disputed.league, disputed.log.entries), Catalog()).code == PREFIX
