"""Enrolment, waiting list, entropy, divisions (docs/leagues.md, chapters 2, 3 and 10)."""

from __future__ import annotations

import hashlib

import pytest

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league import enrolment
from domain.league.standings import standings
from domain.log.record import seed_commitment
from tests.domain.league.running import BECAUSE, Running, entropy_of

PLAN = {
    "seats": 2,
    "divisions": [{"name": "A", "size": 3, "relegated": 1}, {"name": "B", "size": 3}],
    "stages": [{"kind": "round-robin"}],
}


def running(**change):
    return Running({**PLAN, **change})


def refused(code):
    return pytest.raises(Refused, match=f"^{code}")


def test_enrolment_begins_with_the_commitment_to_every_seed():
    """LG-CH-1"""
    league = running()

    league.open_season()

    season = league.league.season
    assert season.commitments == {
        stage: seed_commitment(stage, league.seeds[stage]) for stage in ("L/1/A/1", "L/1/B/1")
    }
    with refused("malformed"):
        running().organiser(a.OpenSeason({"L/1/A/1": "00" * 32}))


def test_one_season_at_a_time():
    league = running()
    league.open_season()

    with refused("illegal"):
        league.open_season()


@pytest.mark.parametrize(
    ("rule", "enrol", "says"),
    [
        ({"rating_from": 1000}, a.Enrol(999, account="p1"), "below 1000"),
        ({"rating_to": 1000}, a.Enrol(1001, account="p1"), "above 1000"),
        ({"bots": False}, a.Enrol(1000, level="random"), "AIs may not"),
    ],
)
def test_who_may_enrol(rule, enrol, says):
    """LG-ENR-1"""
    league = running(eligibility=rule)
    league.open_season()

    with pytest.raises(Refused, match=says):
        league.post("seat", enrol)


@pytest.mark.parametrize(
    "enrol",
    [
        a.Enrol(1000),
        a.Enrol(1000, account="p1", level="random"),
        a.Enrol(1000, level="random", entropy_hash="00" * 32),
        a.Enrol(1000, account="p1", entropy_hash="00"),
        a.Enrol(1000, account="p1", entropy_hash="zz" * 32),
        a.Enrol(1000, level="random", entrant="e9"),
    ],
)
def test_what_is_no_enrolment(enrol):
    league = running()
    league.open_season()

    with refused("malformed"):
        league.post("seat", enrol)


def test_nobody_enrols_twice():
    """LG-ENR-2"""
    league = running()
    league.open_season()
    league.enrol(1)

    with refused("illegal"):
        league.enrol(1)


def test_when_all_places_are_taken_one_waits_and_the_first_moves_up():
    """LG-ENR-3, LG-ENR-4"""
    league = running()
    league.open_season()
    league.enrol(8)
    enrolled = league.league.season.enrolled
    assert [own.entrant for own in enrolled.values() if own.waiting] == ["e7", "e8"]

    assert league.post("seat", a.Withdraw("e3"), "e3") == ["EntrantWithdrew", "WaitingEntrantAdmitted"]

    assert [own.entrant for own in enrolled.values() if own.waiting] == ["e8"]
    assert "e3" not in enrolled


def test_who_waits_may_leave_without_moving_anybody():
    league = running()
    league.open_season()
    league.enrol(7)

    assert league.post("seat", a.Withdraw("e7"), "e7") == ["EntrantWithdrew"]


def test_without_a_waiting_list_one_is_refused():
    league = running(eligibility={"waiting_list": False})
    league.open_season()
    league.enrol(6)

    with pytest.raises(Refused, match="all places are taken"):
        league.post("seat", a.Enrol(1000, account="p7"))


def test_entropy_is_opened_when_enrolment_has_closed_and_must_be_what_was_sealed():
    """LG-CH-2"""
    league = running()
    league.open_season()
    league.enrol(2)
    opened = a.OpenEntropy(entropy_of(1).hex())
    with refused("illegal"):
        league.post("seat", opened, "e1")
    league.organiser(a.CloseEnrolment())

    for wrong in (a.OpenEntropy(entropy_of(2).hex()), a.OpenEntropy("zz"), a.OpenEntropy(entropy_of(1).hex().upper())):
        with refused("illegal"):
            league.post("seat", wrong, "e1")
    assert league.post("seat", opened, "e1") == ["EntropyOpened"]
    with refused("illegal"):
        league.post("seat", opened, "e1")


def test_who_does_not_open_is_struck_and_the_waiting_list_fills_up():
    league = running()
    league.open_season()
    league.enrol(7)
    league.organiser(a.CloseEnrolment())
    for number in (1, 2, 3, 4, 5, 7):
        league.post("seat", a.OpenEntropy(entropy_of(number).hex()), f"e{number}")

    assert league.service(a.StartSeason()) == ["EntrantStruck", "WaitingEntrantAdmitted", "SeasonStarted"]

    assert league.league.season.divisions == {"A": ["e1", "e2", "e3"], "B": ["e4", "e5", "e7"]}


def test_who_was_given_a_place_does_not_open_what_somebody_else_sealed():
    """LG-CH-2, LG-RES-8: p9 is not struck for p1, and p10 gives entropy of their own in the place of p2's."""
    league = running()
    league.open_season()
    league.enrol(3)
    for entrant, account in (("e1", "p9"), ("e2", "p10")):
        league.organiser(a.Replace(entrant, BECAUSE, account=account))
    sealed = hashlib.sha256(entropy_of(10)).hexdigest()
    assert league.post("seat", a.Enrol(1100, account="p10", entropy_hash=sealed)) == ["EntrantEnrolled"]
    with refused("illegal: e2 is enrolled"):
        league.post("seat", a.Enrol(1100, account="p10", entropy_hash=sealed))
    with refused("illegal: e1 is enrolled"):
        league.post("seat", a.Enrol(1100, account="p9"))
    league.organiser(a.CloseEnrolment())
    league.organiser(a.Replace("e3", BECAUSE, account="p11"))
    league.post("seat", a.OpenEntropy(entropy_of(10).hex()), "e2")

    assert league.service(a.StartSeason()) == ["SeasonStarted"]

    assert league.league.season.divisions == {"A": ["e2", "e1", "e3"]}
    league.step()
    assert league.league.stage("L/1/A/1").entropy == (("e2", entropy_of(10).hex()),)


def test_who_sealed_entropy_after_taking_a_place_over_opens_it_or_is_struck():
    """LG-CH-2"""
    league = running()
    league.open_season()
    league.enrol(3)
    league.organiser(a.Replace("e1", BECAUSE, account="p9"))
    league.post("seat", a.Enrol(1000, account="p9", entropy_hash=hashlib.sha256(entropy_of(9)).hexdigest()))
    league.organiser(a.CloseEnrolment())

    assert league.service(a.StartSeason()).count("EntrantStruck") == 3


def test_the_first_season_is_divided_by_rating():
    """LG-DIV-1"""
    league = running()

    league.start(6, [1000, 1200, 1100, 1200, 900, 1300])

    assert league.league.season.divisions == {"A": ["e6", "e2", "e4"], "B": ["e3", "e1", "e5"]}


def test_the_next_season_stands_in_the_order_of_the_last_with_newcomers_behind():
    """LG-DIV-2, LG-DIV-3"""
    league = running()
    league.start(6)
    league.play()
    order = league.league.season.order
    absent = order[1]
    league.open_season()
    for entrant in order:
        if entrant != absent:
            league.post("seat", a.Enrol(1000, account=league.league.entrants[entrant].account))
    league.post("seat", a.Enrol(3000, account="newcomer"))
    league.organiser(a.CloseEnrolment())
    league.service(a.StartSeason())

    divisions = league.league.season.divisions
    assert [*divisions["A"], *divisions["B"]] == [*(own for own in order if own != absent), "e7"]


def test_an_ai_of_an_earlier_season_comes_back_under_its_name():
    league = running()
    league.open_season()
    for _ in range(4):
        league.organiser(a.Enrol(1000, level="random"))
    league.organiser(a.CloseEnrolment())
    league.service(a.StartSeason())
    league.play()
    league.open_season()

    league.organiser(a.Enrol(1000, level="random", entrant="e2"))
    league.organiser(a.Enrol(1000, level="random"))

    assert list(league.league.season.enrolled) == ["e2", "e5"]
    with refused("malformed"):
        league.organiser(a.Enrol(1000, level="greedy", entrant="e1"))


@pytest.mark.parametrize(
    "action",
    [
        a.OpenSeason({}),
        a.Replace("e1", BECAUSE, account="p9"),
        a.PairByHand("L/1/A/1", 1, (), BECAUSE),
        a.Correct("L/1/A/1", 1, BECAUSE),
        a.Adjust("L/1/A/1", "e1", 1, BECAUSE),
    ],
)
def test_some_things_the_organiser_alone_decides(action):
    league = running()

    for by in ("seat", "service"):
        with refused("not-your-decision"):
            league.post(by, action)


def test_an_entrant_does_not_close_enrolment():
    with refused("not-your-decision"):
        running().post("seat", a.CloseEnrolment())


def test_an_entrant_decides_for_itself_alone():
    league = running()
    league.open_season()
    league.enrol(2)

    with refused("not-your-decision"):
        league.post("seat", a.Withdraw("e2"), "e1")
    with refused("not-your-decision"):
        league.post("seat", a.PairRound("L/1/A/1"), "e1")


@pytest.mark.parametrize(
    ("change", "fewest"), [({}, 2), ({"seats": 4, "fewest": 3, "stages": [{"kind": "swiss", "rounds": 1}]}, 3)]
)
def test_enrolment_does_not_close_before_there_are_enough_for_a_table(change, fewest):
    """LG-ENR-6"""
    league = running(**change)
    league.open_season()
    for enrolled in range(fewest):
        with refused(f"illegal: a table is of {fewest} at least, and {enrolled} enrolled"):
            league.organiser(a.CloseEnrolment())
        league.post("seat", a.Enrol(1000, account=f"p{enrolled}"))

    assert league.organiser(a.CloseEnrolment()) == ["EnrolmentClosed"]


def test_a_season_is_started_once():
    league = running()
    league.open_season()
    league.enrol(2)
    league.organiser(a.CloseEnrolment())
    league.open_all_entropy()
    league.service(a.StartSeason())

    with refused("illegal"):
        league.service(a.StartSeason())
    with refused("illegal"):
        league.enrol(3)


def test_no_list_of_a_season_grows_without_end(monkeypatch):
    """LG-ENR-4, LG-ENR-7, LG-RES-7"""
    monkeypatch.setattr(enrolment, "MOST_ENTRANTS", 2)
    rule = {"late_until": 3, "substitutes": True}
    league = running(divisions=[{"name": "A", "size": 2}], stages=[{"kind": "swiss", "rounds": 3}], eligibility=rule)
    league.start(4)
    league.step()

    with pytest.raises(Refused, match="2 wait already, as many as may"):
        league.post("seat", a.Enrol(1000, account="p5"))
    with pytest.raises(Refused, match="a season has 2 places at most"):
        league.organiser(a.EnterLate("L/1/A/1", 1000, level="random"))
    again = running(divisions=[{"name": "A", "size": 2}])
    again.open_season()
    again.enrol(4)
    with pytest.raises(Refused, match="2 wait already, as many as may"):
        again.post("seat", a.Enrol(1000, account="p5"))


def test_a_place_that_was_left_is_given_away_for_its_game_alone_that_runs():
    """LG-RES-6, LG-RES-8: it stays with the place that it is paired no more."""
    league = running()
    league.start(3)
    league.step()
    league.step()
    [table] = league.league.stage("L/1/A/1").tables.values()
    without, playing = ({"e1", "e2", "e3"} - set(table.seats)).pop(), table.seats[0]
    for entrant in (without, playing):
        league.post("seat", a.Withdraw(entrant), entrant)

    assert league.organiser(a.Replace(playing, BECAUSE, account="p9")) == ["EntrantReplaced"]
    with pytest.raises(Refused, match=f"{without} has left this season, and no game of this place goes on"):
        league.organiser(a.Replace(without, BECAUSE, account="p10"))


def test_who_waits_may_be_given_a_place():
    """LG-RES-8: whoever is on the waiting list has no place yet, and gives the list up for it."""
    league = running(divisions=[{"name": "A", "size": 2}])
    league.start(3)

    assert league.organiser(a.Replace("e1", BECAUSE, account="p3")) == ["EntrantReplaced"]

    season, entrants = league.league.season, league.league.entrants
    assert (entrants["e1"].account, entrants["e3"].account) == ("p3", None)
    assert list(season.enrolled) == ["e1", "e2"]
    with pytest.raises(Refused, match="two places"):
        league.organiser(a.Replace("e2", BECAUSE, account="p3"))


def test_who_was_in_an_earlier_season_alone_may_be_given_a_place():
    """LG-RES-8, LG-ENR-2: p3 stays away from the second season, and stands in for p1."""
    league = running()
    league.start(3)
    league.play()
    league.open_season()
    league.enrol(2)
    league.organiser(a.CloseEnrolment())
    league.open_all_entropy()
    league.service(a.StartSeason())

    league.organiser(a.Replace("e1", BECAUSE, account="p3"))

    assert league.league.entrant_of("p3").id == "e1"
    assert (league.league.entrants["e3"].account, league.league.entrants["e3"].person) == (None, "p3")


def test_who_waits_may_enter_late():
    """LG-RES-7"""
    league = running(
        divisions=[{"name": "A", "size": 2}], stages=[{"kind": "swiss", "rounds": 3}], eligibility={"late_until": 2}
    )
    league.start(4)
    league.step()
    league.step()
    stage = "L/1/A/1"

    assert league.organiser(a.EnterLate(stage, 1000, account="p3")) == ["EntrantEnteredLate"]

    assert league.league.stage(stage).present(2)[2:] == ["e3"]
    assert not league.league.season.enrolled["e3"].waiting
    with pytest.raises(Refused, match="e3 is enrolled"):
        league.organiser(a.EnterLate(stage, 1000, account="p3"))


def test_who_has_left_the_waiting_list_may_enter_late_and_who_has_left_the_season_may_not():
    """LG-RES-7, LG-ENR-7"""
    league = running(
        divisions=[{"name": "A", "size": 2}], stages=[{"kind": "swiss", "rounds": 3}], eligibility={"late_until": 2}
    )
    league.start(3)
    league.step()
    league.step()
    for entrant in ("e2", "e3"):
        league.post("seat", a.Withdraw(entrant), entrant)

    with pytest.raises(Refused, match="who has left a season that runs does not come back"):
        league.organiser(a.EnterLate("L/1/A/1", 1000, account="p2"))
    assert league.organiser(a.EnterLate("L/1/A/1", 1000, account="p3")) == ["EntrantEnteredLate"]


def test_nobody_enters_late_when_the_last_round_is_paired():
    """LG-RES-7: whoever did would never play, and save the last of the division from relegation (LG-DIV-4)."""
    stages = [{"kind": "swiss", "rounds": 2}]
    league = running(divisions=[{"name": "A", "size": 4}], stages=stages, eligibility={"late_until": 3})
    league.start(4)
    league.step()
    league.step()
    assert league.organiser(a.EnterLate("L/1/A/1", 1000, account="p5")) == ["EntrantEnteredLate"]
    league.report_all(league.at_random)
    league.step()
    league.step()

    with pytest.raises(Refused, match="the last round of L/1/A/1 is paired already"):
        league.organiser(a.EnterLate("L/1/A/1", 1000, account="p6"))


def test_a_place_may_change_hands_with_its_results():
    """LG-RES-8"""
    league = running()
    league.start(6)
    league.step()
    league.report_all(league.at_random)

    before = {line.entrant: line for line in standings(league.league, league.league.stage("L/1/A/1"))}

    league.organiser(a.Replace("e1", BECAUSE, account="p9"))

    assert {line.entrant: line for line in standings(league.league, league.league.stage("L/1/A/1"))} == before
    entrant = league.league.entrants["e1"]
    assert (entrant.account, entrant.replaced) == ("p9", True)
    with pytest.raises(Refused, match="two places"):
        league.organiser(a.Replace("e2", BECAUSE, account="p9"))
    with pytest.raises(Refused, match="gives a reason"):
        league.organiser(a.Replace("e2", "words that were not kept", account="p10"))
