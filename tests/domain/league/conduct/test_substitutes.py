"""The waiting list takes the places of those who leave while a season runs (LG-ENR-7, LG-ENR-8)."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.audit.aggregates import LEAGUE, audit, document
from domain.audit.verdict import CONSISTENT
from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.conduct.substitutes import overdue
from domain.league.events import new_league
from tests.domain.league.running import BECAUSE, Running, by_strength

PLAN = {
    "seats": 2,
    "points": [1, 0],
    "divisions": [{"name": "A", "size": 4}],
    "stages": [{"kind": "round-robin", "annul": True}],
    "eligibility": {"substitutes": True, "missed": 2},
}
STAGE = "L/1/A/1"


def running(people=4, **change):
    league = Running({**PLAN, **change})
    league.start(people)
    league.step()
    league.step()
    return league


def late(loser):
    """Who of a table loses to the clock: this entrant, wherever it sits."""

    def outcome(stage, table):
        told = by_strength(stage, table)
        return {**told, "late": (loser,)} if loser in table.seats else told

    return outcome


def played_round(league, outcome):
    """The events of a round: what comes of its tables, and the two looks of a worker that follow."""
    league.report_all(outcome)
    return league.step() + league.step()


def test_the_first_of_the_waiting_list_takes_the_place_of_who_leaves():
    league = running(people=6)

    told = league.post("seat", a.Withdraw("e2"), "e2")

    assert told == ["EntrantWithdrew", "SubstituteSeated"]
    season, entrants = league.league.season, league.league.entrants
    assert (entrants["e2"].account, entrants["e2"].before) == ("p5", ("p2",))
    assert (entrants["e5"].account, entrants["e5"].before) == (None, ("p5",))
    assert season.withdrawn == []
    assert "e5" not in season.enrolled
    assert "e2" in season.stages[STAGE].present(2)
    assert season.stages[STAGE].annulled == {}


def test_results_stay_with_the_place_and_the_season_goes_on_to_its_end():
    league = running(people=5)
    league.report_all(by_strength)

    league.post("seat", a.Withdraw("e1"), "e1")
    league.play(by_strength)

    [first, *_] = league.league.stage(STAGE).standings
    assert (first.entrant, first.points) == ("e1", 3)
    assert league.league.season.order == ("e1", "e2", "e3", "e4")


def test_without_the_plan_saying_so_the_place_stays_empty():
    league = running(people=6, eligibility={})

    assert league.post("seat", a.Withdraw("e2"), "e2") == ["EntrantWithdrew"]
    with pytest.raises(Refused, match="season 1 is running"):
        league.post("seat", a.Enrol(1000, account="p9"))


def test_who_comes_while_the_season_runs_waits_or_takes_a_place_that_is_free():
    league = running(stages=[{"kind": "round-robin"}])
    assert league.post("seat", a.Enrol(1000, account="p7")) == ["EntrantEnrolled"]
    assert league.post("seat", a.Withdraw("e3"), "e3") == ["EntrantWithdrew", "SubstituteSeated"]
    league.report_all(by_strength)
    league.step()
    league.report_all(by_strength)
    league.step()

    assert league.post("seat", a.Withdraw("e4"), "e4") == ["EntrantWithdrew"]
    assert league.post("seat", a.Enrol(1000, account="p8")) == ["EntrantEnrolled", "SubstituteSeated"]
    assert [league.league.entrants[one].account for one in ("e3", "e4")] == ["p7", "p8"]


@pytest.mark.parametrize(
    ("enrol", "says"),
    [
        (a.Enrol(1000, account="p1"), "e1 is enrolled"),
        (a.Enrol(1000, account="p9", entropy_hash="00" * 32), "enrolment has closed"),
    ],
)
def test_who_cannot_come_while_the_season_runs(enrol, says):
    with pytest.raises(Refused, match=says):
        running().post("seat", enrol)


def test_who_left_does_not_come_back_before_the_season_is_over():
    """LG-ENR-7: though p5 has the place of p2 now, who holds none."""
    league = running(people=5)
    league.post("seat", a.Withdraw("e2"), "e2")

    with pytest.raises(Refused, match="who has left a season that runs does not come back"):
        league.post("seat", a.Enrol(1000, account="p2"))

    league.play(by_strength)
    league.open_season()
    assert league.post("seat", a.Enrol(1000, account="p2")) == ["EntrantEnrolled"]
    assert league.league.entrants["e6"].account == "p2"


def test_who_was_taken_out_comes_back_neither_from_the_waiting_list_nor_late():
    """LG-ENR-7, LG-ENR-8, LG-RES-7"""
    league = running(
        people=5,
        stages=[{"kind": "swiss", "rounds": 4}],
        eligibility={"substitutes": True, "missed": 1, "late_until": 4},
    )
    assert played_round(league, late("e3"))[:2] == ["EntrantWithdrew", "SubstituteSeated"]

    for back in (a.Enrol(1000, account="p3"), a.EnterLate(STAGE, 1000, account="p3")):
        with pytest.raises(Refused, match="who has left a season that runs does not come back"):
            league.organiser(back)
    assert league.organiser(a.EnterLate(STAGE, 1000, account="p6")) == ["EntrantEnteredLate"]


def test_whoever_waits_may_leave_the_list_and_has_not_left_the_season():
    """LG-ENR-7: who comes back to the list stands at its end."""
    league = running(people=6)
    assert league.post("seat", a.Withdraw("e5"), "e5") == ["EntrantWithdrew"]
    with pytest.raises(Refused, match="e5 is not enrolled"):
        league.post("seat", a.Withdraw("e5"), "e5")

    assert league.post("seat", a.Enrol(1000, account="p5")) == ["EntrantEnrolled"]
    for left, account in (("e2", "p6"), ("e3", "p5")):
        assert league.post("seat", a.Withdraw(left), left) == ["EntrantWithdrew", "SubstituteSeated"]
        assert league.league.entrants[left].account == account
    assert league.post("seat", a.Withdraw("e4"), "e4") == ["EntrantWithdrew"]


def test_who_has_left_the_list_is_not_seated():
    league = running(people=5)
    league.post("seat", a.Withdraw("e5"), "e5")

    assert league.post("seat", a.Withdraw("e2"), "e2") == ["EntrantWithdrew"]


def test_nobody_is_given_what_is_theirs():
    """LG-ENR-7, LG-RES-8: who waits stays on the list, and gives that up for the place of somebody else alone."""
    league = running(people=6)
    for entrant, account in (("e5", "p5"), ("e1", "p1")):
        with pytest.raises(Refused, match=f"this account has the place of {entrant} already"):
            league.organiser(a.Replace(entrant, BECAUSE, account=account))
    assert league.league.season.enrolled["e5"].waiting

    league.organiser(a.Replace("e1", BECAUSE, account="p5"))

    assert "e5" not in league.league.season.enrolled
    assert league.post("seat", a.Withdraw("e2"), "e2") == ["EntrantWithdrew", "SubstituteSeated"]
    assert [league.league.entrants[one].account for one in ("e1", "e2")] == ["p5", "p6"]


def test_who_loses_too_many_games_in_a_row_to_the_clock_is_taken_out():
    league = running(people=5)
    assert "EntrantWithdrew" not in played_round(league, late("e3"))

    assert played_round(league, late("e3"))[:2] == ["EntrantWithdrew", "SubstituteSeated"]
    assert league.league.entrants["e3"].account == "p5"
    assert "EntrantWithdrew" not in played_round(league, late("e3"))


@pytest.mark.parametrize(("entrants", "annulled"), [(6, True), (4, False)])
def test_the_games_of_who_is_taken_out_before_half_of_them_are_annulled(entrants, annulled):
    """LG-ENR-8, LG-RES-9: two of five games, and two of three."""
    league = running(
        entrants, divisions=[{"name": "A", "size": entrants}], eligibility={"substitutes": False, "missed": 2}
    )
    for _ in range(2):
        told = played_round(league, late("e3"))

    assert told[0] == "EntrantWithdrew"
    assert ("e3" in league.league.stage(STAGE).annulled) is annulled


def test_a_game_that_is_played_in_time_begins_the_count_anew():
    league = running(people=5, divisions=[{"name": "A", "size": 6}])
    told = [event for outcome in (late("e3"), by_strength, late("e3")) for event in played_round(league, outcome)]

    assert told.count("RoundClosed") == 3
    assert "EntrantWithdrew" not in told


def test_nobody_is_taken_out_by_hand_or_too_early():
    league = running(people=5)
    league.report_all(late("e3"))

    with pytest.raises(Refused, match="not-your-decision"):
        league.organiser(c.TakeOut("e3"))
    with pytest.raises(Refused, match="has not lost so many"):
        league.service(c.TakeOut("e3"))
    with pytest.raises(Refused, match="does not sit at table"):
        league.service(a.Report(STAGE, 1, "over", {"e1": 1, "e4": 2}, late=("e9",)))


def test_the_log_is_decided_again_by_the_audit_and_folds_to_the_same_league():
    league = running(people=6)
    league.post("seat", a.Withdraw("e2"), "e2")
    played_round(league, late("e3"))
    played_round(league, late("e3"))
    league.play(by_strength)

    stored = document(LEAGUE, league.league, league.log.entries)
    again = new_league()
    for entry in league.log.entries:
        again.fold(entry)
    assert audit(stored, Catalog()).code == CONSISTENT
    assert again.season.order == league.league.season.order


@pytest.mark.parametrize(
    ("rule", "says"),
    [({"substitutes": True, "waiting_list": False}, "waiting list"), ({"missed": 0}, "missed is a number")],
)
def test_what_a_plan_cannot_say_of_substitutes(rule, says):
    with pytest.raises(Refused, match=says):
        Running({**PLAN, "eligibility": rule})


def knock_out(people=5):
    return running(people, stages=[{"kind": "knock-out", "through": 1}])


def test_in_a_knock_out_a_place_is_taken_as_long_as_it_is_not_out():
    """LG-ENR-7: e1 beats e4 and e2 beats e3; who has lost has no games left for a substitute to play."""
    league = knock_out()
    league.report_all(by_strength)
    league.step()

    assert league.post("seat", a.Withdraw("e4"), "e4") == ["EntrantWithdrew"]
    assert league.post("seat", a.Withdraw("e1"), "e1") == ["EntrantWithdrew", "SubstituteSeated"]
    assert league.league.entrants["e1"].account == "p5"


def test_in_a_knock_out_who_leaves_the_table_of_an_open_round_is_replaced():
    league = knock_out()
    seat = league.league.stage(STAGE).table(1).seats[0]

    assert league.post("seat", a.Withdraw(seat), seat) == ["EntrantWithdrew", "SubstituteSeated"]


ROBIN = [{"kind": "round-robin"}]


def left_to_play(people, rounds, *stages):
    """A league of these people, one more of whom waits, in whose open round, the one of this number, all results are
    in."""
    divisions = [{"name": "A", "size": people}]
    league = running(people + 1, divisions=divisions, stages=list(stages), eligibility={"substitutes": True})
    for _ in range(rounds - 1):
        played_round(league, by_strength)
    league.report_all(by_strength)
    return league


@pytest.mark.parametrize(
    ("people", "rounds", "stages", "leaves"),
    [
        (4, 3, ROBIN, "e1"),
        (4, 2, [{"kind": "swiss", "rounds": 2}], "e1"),
        (4, 2, [{"kind": "knock-out"}], "e1"),
        (4, 1, [{"kind": "apocalypse-final"}], "e4"),
    ],
    ids=lambda one: one[0]["kind"] if isinstance(one, list) else None,
)
def test_nobody_takes_a_place_in_which_no_game_is_left_to_play(people, rounds, stages, leaves):
    """LG-ENR-7: neither from the waiting list nor coming later."""
    league = left_to_play(people, rounds, *stages)

    assert league.post("seat", a.Withdraw(leaves), leaves) == ["EntrantWithdrew"]

    league.post("seat", a.Withdraw(f"e{people + 1}"), f"e{people + 1}")
    assert league.post("seat", a.Enrol(1000, account="p9")) == ["EntrantEnrolled"]


def test_in_an_apocalypse_final_a_place_is_taken_of_who_is_among_the_best_alone():
    """LG-ENR-7, LG-FIN-1"""
    for leaves, told in (("e4", []), ("e1", ["SubstituteSeated"])):
        league = Running({**PLAN, "stages": [{"kind": "apocalypse-final"}], "eligibility": {"substitutes": True}})
        league.start(5, [5, 4, 3, 2, 1])
        league.step()
        assert league.post("seat", a.Withdraw(leaves), leaves) == ["EntrantWithdrew", *told]


def test_in_a_round_robin_who_is_free_in_the_last_round_has_no_game_left():
    """LG-ENR-7"""
    league = left_to_play(5, 4, *ROBIN)
    met = Counter(entrant for table in league.league.stage(STAGE).tables.values() for entrant in table.seats)
    [free] = [entrant for entrant, games in met.items() if games == 4]

    assert league.post("seat", a.Withdraw(free), free) == ["EntrantWithdrew"]
    other = next(entrant for entrant in sorted(met) if entrant != free)
    assert league.post("seat", a.Withdraw(other), other) == ["EntrantWithdrew", "SubstituteSeated"]


def test_a_place_is_taken_whose_game_goes_on_and_one_that_may_go_on_to_a_later_stage():
    """LG-ENR-7"""
    league = left_to_play(4, 2, *ROBIN)
    played_round(league, by_strength)
    assert league.post("seat", a.Withdraw("e4"), "e4") == ["EntrantWithdrew", "SubstituteSeated"]

    league = left_to_play(4, 3, *ROBIN, {"kind": "knock-out"})
    assert league.post("seat", a.Withdraw("e4"), "e4") == ["EntrantWithdrew", "SubstituteSeated"]


def test_a_place_that_the_organiser_has_given_away_is_not_vacant():
    """LG-ENR-7, LG-RES-8: p9 plays the game that ran when e2 left; whoever comes takes the other place."""
    league = running(stages=ROBIN)
    league.post("seat", a.Withdraw("e2"), "e2")
    league.organiser(a.Replace("e2", BECAUSE, account="p9"))

    assert league.post("seat", a.Enrol(1000, account="p7")) == ["EntrantEnrolled"]
    assert league.post("seat", a.Withdraw("e3"), "e3") == ["EntrantWithdrew", "SubstituteSeated"]
    assert [league.league.entrants[one].account for one in ("e2", "e3")] == ["p9", "p7"]

    league.post("seat", a.Withdraw("e4"), "e4")
    assert league.post("seat", a.Enrol(1000, account="p8")) == ["EntrantEnrolled", "SubstituteSeated"]
    assert [league.league.entrants[one].account for one in ("e2", "e4")] == ["p9", "p8"]


def test_who_plays_in_no_season_or_has_left_is_not_taken_out():
    league = running(people=5)
    with pytest.raises(Refused, match="e9 plays in no season that runs"):
        league.service(c.TakeOut("e9"))
    league.post("seat", a.Withdraw("e5"), "e5")
    with pytest.raises(Refused, match="e5 plays in no season that runs"):
        league.service(c.TakeOut("e5"))
    league.post("seat", a.Withdraw("e2"), "e2")
    assert league.service(c.TakeOut("e2")) == []


def corrected(league, round_number, **typed):
    """Correct what came of e4's table of a round, where it met this other one."""
    [table] = [t for t in league.league.stage(STAGE).tables.values() if t.round == round_number and "e4" in t.seats]
    [other] = {*table.seats} - {"e4"}
    said = {field: {other: told[0], "e4": told[1]} for field, told in typed.items() if field != "void"}
    league.organiser(a.Correct(STAGE, table.number, BECAUSE, **said, void=typed.get("void", False)))


DRAWN = {"places": (1, 1), "tally": (1, 1)}


def twice(missed=2):
    """Four entrants meet twice, six games each; nobody waits for a place."""
    return running(stages=[{"kind": "round-robin", "cycles": 2}], eligibility={"missed": missed})


def test_games_are_in_a_row_as_they_ended_whenever_a_result_is_corrected():
    """LG-ENR-8: two late games, one in time between them; then three, of which the first is lost no more."""
    league = twice()
    for outcome in (late("e4"), by_strength, late("e4")):
        played_round(league, outcome)
    corrected(league, 1, **DRAWN)
    assert overdue(league.league) == []

    league = twice()
    for outcome in (by_strength, late("e4")):
        played_round(league, outcome)
    corrected(league, 1, **DRAWN)
    assert played_round(league, late("e4"))[0] == "EntrantWithdrew"


def test_a_correction_says_nothing_of_whoever_took_the_place_over():
    """LG-ENR-8"""
    league = twice(missed=1)
    league.report_all(late("e4"))
    league.organiser(a.Replace("e4", BECAUSE, account="p9"))
    corrected(league, 1, places=(1, 2), tally=(5, 1))

    assert overdue(league.league) == []


@pytest.mark.parametrize(
    ("correction", "taken_out"),
    [
        ({"void": True}, False),
        (DRAWN, False),
        ({"places": (2, 1)}, False),
        ({"places": (1, 2), "tally": (3, 1)}, True),
    ],
)
def test_a_game_is_lost_to_the_clock_unless_a_correction_betters_or_voids_it(correction, taken_out):
    """LG-ENR-8"""
    league = twice()
    played_round(league, late("e4"))
    corrected(league, 1, **correction)
    league.report_all(late("e4"))

    assert overdue(league.league) == (["e4"] if taken_out else [])


def test_a_forfeit_of_the_other_betters_a_game_that_was_lost_to_the_clock_and_ones_own_does_not():
    """LG-ENR-8"""
    for own, taken_out in ((False, []), (True, ["e4"])):
        league = twice(missed=1)
        league.report_all(late("e4"))
        [table] = [table for table in league.league.stage(STAGE).tables.values() if "e4" in table.seats]
        absent = tuple(seat for seat in table.seats if (seat == "e4") is own)
        league.organiser(a.Correct(STAGE, table.number, BECAUSE, absent=absent))
        assert overdue(league.league) == taken_out


def test_a_game_that_is_corrected_to_void_is_none_between_two_others():
    """LG-ENR-8"""
    league = twice()
    for outcome in (late("e4"), by_strength):
        played_round(league, outcome)
    league.report_all(late("e4"))
    assert overdue(league.league) == []
    corrected(league, 2, void=True)

    assert overdue(league.league) == ["e4"]


def test_a_void_game_that_was_lost_to_the_clock_is_played_in_time_if_a_correction_gives_a_place():
    """LG-ENR-8"""
    league = twice(missed=1)
    [table] = [table for table in league.league.stage(STAGE).tables.values() if "e4" in table.seats]
    league.service(a.Report(STAGE, table.number, "abandoned", late=table.seats))
    assert overdue(league.league) == sorted(table.seats)
    corrected(league, 1, places=(1, 2))

    assert overdue(league.league) == []
