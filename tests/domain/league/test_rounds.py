"""Rounds: paired once, repairable, closed when all is in or due (docs/leagues.md, chapter 4)."""

from __future__ import annotations

import pytest

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league.steps import due
from tests.domain.league.by_hand import STAGE, ByHand
from tests.domain.league.running import BECAUSE, TWO, Running, by_strength


def plan(rounds, size, **stage):
    return {
        **TWO,
        "divisions": [{"name": "A", "size": size}],
        "stages": [{"kind": "swiss", "rounds": rounds, **stage}],
    }


def swiss(rounds=3, size=4, **stage):
    running = Running(plan(rounds, size, **stage))
    running.start(size)
    running.step()
    return running


def test_a_round_is_paired_by_one_event_with_a_key_of_its_own():
    """LG-RND-1"""
    running = swiss()

    [entry] = running.log.post("service", None, a.PairRound(STAGE), running.at)

    paired = entry.read().data
    assert paired["key"] == "L/1/A/1/1/1"
    assert [table["number"] for table in paired["tables"]] == [1, 2]
    assert len({table["game_id"] for table in paired["tables"]}) == 2


def test_pairing_twice_makes_one_round():
    running = swiss()
    running.service(a.PairRound(STAGE))

    assert running.service(a.PairRound(STAGE)) == []
    assert len(running.league.stage(STAGE).rounds) == 1


def test_the_ids_of_games_follow_from_the_stage_and_their_number_alone():
    one, other = swiss(), swiss()
    one.service(a.PairRound(STAGE))
    other.service(a.PairRound(STAGE))

    def ids(running):
        return [table.game_id for table in running.league.stage(STAGE).tables.values()]

    assert ids(one) == ids(other)


def test_a_round_closes_when_all_results_are_in():
    """LG-RND-2"""
    running = swiss()
    running.service(a.PairRound(STAGE))
    with pytest.raises(Refused, match="table 1 has no result"):
        running.service(a.CloseRound(STAGE))

    running.report_all(running.at_random)

    assert running.service(a.CloseRound(STAGE)) == ["RoundClosed"]
    assert running.service(a.CloseRound(STAGE)) == []


def test_when_it_is_due_what_is_not_over_counts_as_void():
    running = swiss(days=2)
    running.service(a.PairRound(STAGE))
    stage = running.league.stage(STAGE)
    assert stage.rounds[0].due == running.at + 2 * 24 * 60 * 60
    running.service(a.Report(STAGE, 1, "over", dict.fromkeys(stage.table(1).seats, 1)))
    assert due(running.league, running.at) == []

    running.at = stage.rounds[0].due

    assert due(running.league, running.at) == [a.CloseRound(STAGE)]
    assert running.step() == ["TableVoided", "RoundClosed"]
    with pytest.raises(Refused, match="another result"):
        running.service(a.Report(STAGE, 2, "over", dict.fromkeys(stage.table(2).seats, 1)))


def test_a_round_that_cannot_be_paired_waits_for_the_organiser():
    """LG-RND-3: after three rounds four have all met."""
    running = swiss(rounds=4)
    for _ in range(3):
        running.service(a.PairRound(STAGE))
        running.report_all(running.at_random)
        running.service(a.CloseRound(STAGE))

    assert running.service(a.PairRound(STAGE)) == ["PairingFailed"]

    assert running.service(a.PairRound(STAGE)) == []
    assert due(running.league, running.at) == []
    tables = (("e1", "e2"), ("e3", "e4"))
    assert running.organiser(a.PairByHand(STAGE, 4, tables, BECAUSE)) == ["RoundPaired"]
    running.report_all(running.at_random)
    assert running.step() == ["RoundClosed"]


def test_too_few_for_a_table_are_told_so():
    running = Running({"seats": 4, "divisions": [{"name": "A", "size": 8}], "stages": [{"kind": "swiss", "rounds": 1}]})
    running.open_season()
    running.enrol(4)
    running.organiser(a.CloseEnrolment())
    running.post("seat", a.Withdraw("e4"), "e4")
    running.open_all_entropy()
    running.service(a.StartSeason())
    running.step()

    assert running.service(a.PairRound(STAGE)) == ["PairingFailed"]
    assert running.league.stage(STAGE).failed == "3 are too few for a table of 4"


def test_the_organiser_pairs_anew_as_long_as_there_is_no_result():
    """LG-RND-4"""
    table = ByHand(4, 2)
    table.seat("e1>e2", "e3>e4")
    games = {own.game_id for own in table.stage.tables.values()}

    anew = a.PairByHand(STAGE, 1, (("e1", "e3"), ("e2", "e4")), BECAUSE)
    [entry] = table.running.log.post("operator", None, anew, table.running.at)

    assert (entry.read().data["attempt"], entry.read().data["key"]) == (2, "L/1/A/1/1/2")
    assert len(table.stage.rounds) == 1
    assert [own.seats for own in table.stage.tables.values()] == [("e1", "e3"), ("e2", "e4")]
    assert not games & {own.game_id for own in table.stage.tables.values()}
    table.finish("e1>e3")
    with pytest.raises(Refused, match="has results"):
        table.running.organiser(anew)


def final():
    """An Apocalypse final at a table of four, with three who have no seat there; its round is to be paired."""
    stages = [{"kind": "apocalypse-final"}]
    running = Running({"seats": 4, "fewest": 3, "divisions": [{"name": "A", "size": 7}], "stages": stages})
    running.start(7, [7, 6, 5, 4, 3, 2, 1])
    running.step()
    return running


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize("seats", [("e1", "e2", "e3"), ("e3", "e5", "e1", "e7")])
def test_by_hand_nobody_has_a_bye_in_a_final_and_others_of_the_stage_come_in(opened, seats):
    """LG-RND-4, LG-FIN-1: so those who played stand before all who did not."""
    running = final()
    if opened:
        running.step()
    running.organiser(a.PairByHand(STAGE, 1, (seats,), BECAUSE))

    stage = running.league.stage(STAGE)
    assert ([table.seats for table in stage.tables.values()], stage.rounds[0].byes) == ([seats], ())
    running.play(by_strength)
    ranked = [(line.entrant, line.points) for line in stage.standings]
    assert ranked[: len(seats)] == list(zip(sorted(seats), (10, 6, 3, 1)))
    assert {points for _, points in ranked[len(seats) :]} == {0}


def test_who_has_left_is_not_put_into_a_final():
    """LG-RND-4: but who sits there already may stay."""
    running = final()
    running.step()
    for entrant in ("e4", "e5"):
        running.post("seat", a.Withdraw(entrant), entrant)

    with pytest.raises(Refused, match="e5 is not to be paired"):
        running.organiser(a.PairByHand(STAGE, 1, (("e1", "e2", "e3", "e5"),), BECAUSE))
    running.organiser(a.PairByHand(STAGE, 1, (("e4", "e3", "e2", "e1"),), BECAUSE))
    assert running.organiser(a.PairByHand(STAGE, 1, (("e1", "e2", "e3", "e6"),), BECAUSE)) == ["RoundPaired"]


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize(
    ("tables", "byes"),
    [
        ((("e1", "e3"), ("e2", "e4")), ("e5",)),
        ((("e5", "e2"), ("e3", "e4")), ()),
        ((("e5", "e2"),), ("e3", "e4")),
    ],
)
def test_by_hand_who_is_free_in_a_round_robin_may_play_and_has_no_bye(opened, tables, byes):
    """LG-RND-4: of five, e1 is free in the first round."""
    running = Running(
        {**TWO, "divisions": [{"name": "A", "size": 5}], "stages": [{"kind": "round-robin"}]},
    )
    running.start(5, [5, 4, 3, 2, 1])
    running.step()
    if opened:
        running.step()
        assert running.league.stage(STAGE).rounds[0].byes == ()
    running.organiser(a.PairByHand(STAGE, 1, tables, BECAUSE))
    running.organiser(a.PairByHand(STAGE, 1, tables[::-1], BECAUSE))

    assert running.league.stage(STAGE).rounds[0].byes == byes


@pytest.mark.parametrize(
    ("number", "tables", "says"),
    [
        (2, (("e1", "e2"),), "round 1 is the one"),
        (1, (), "2 to 2 different entrants"),
        (1, (("e1", "e2", "e3"),), "2 to 2 different entrants"),
        (1, (("e1", "e1"),), "2 to 2 different entrants"),
        (1, (("e1", "e9"),), "e9 is not to be paired"),
        (1, (("e1", "e2"), ("e1", "e3")), "two tables"),
    ],
)
def test_what_an_organiser_cannot_pair(number, tables, says):
    table = ByHand(4, 2)

    with pytest.raises(Refused, match=says):
        table.running.organiser(a.PairByHand(STAGE, number, tables, BECAUSE))


def test_a_round_of_groups_that_are_made_by_hand_has_no_more_tables_than_a_season_has_places():
    running = Running(plan(None, 4, kind="balanced-groups"))
    running.start(4)
    running.step()

    with pytest.raises(Refused, match="a round has 1000 tables at most"):
        running.organiser(a.PairByHand(STAGE, 1, (("e1", "e2"),) * 1001, BECAUSE))


def test_nothing_is_paired_after_the_last_round_or_before_the_stage_has_started():
    running = swiss(rounds=1)
    running.service(a.PairRound(STAGE))
    running.report_all(running.at_random)
    running.service(a.CloseRound(STAGE))

    with pytest.raises(Refused, match="last round"):
        running.service(a.PairRound(STAGE))
    with pytest.raises(Refused, match="last round"):
        running.organiser(a.PairByHand(STAGE, 2, (("e1", "e2"), ("e3", "e4")), BECAUSE))
    waiting = Running(plan(1, 4))
    waiting.start(4)
    with pytest.raises(Refused, match="is waiting"):
        waiting.service(a.PairRound(STAGE))


def test_an_odd_number_in_a_swiss_stage_gives_a_different_bye_in_each_round():
    running = swiss(rounds=3, size=5)
    running.play()

    byes = [played.byes for played in running.league.seasons[0].stages[STAGE].rounds]
    assert len({bye for [bye] in byes}) == 3


def test_steps_that_are_taken_late_or_twice_change_nothing():
    running = swiss(rounds=2)
    while running.league.season.status != "closed":
        for action in due(running.league, running.at):
            running.service(action)
            assert running.service(action) == []
        running.report_all(running.at_random)

    assert len(running.league.stage(STAGE).rounds) == 2
    assert due(running.league, running.at) == []
