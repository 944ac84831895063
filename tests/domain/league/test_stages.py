"""Stages of every kind, one after the other, and seasons (docs/leagues.md, chapter 3)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league.stages import lots_of, winner
from domain.league.standings import standings
from tests.domain.league.by_hand import STAGE, column, ranks
from tests.domain.league.running import BECAUSE, TWO, Running, by_strength, played


def test_a_round_robin_of_five():
    running = played(5, {"kind": "round-robin"}, **{**TWO, "fewest": 2})

    stage = running.league.stage(STAGE)
    met = [frozenset(table.seats) for table in stage.tables.values()]
    assert len(met) == len(set(met)) == 10
    assert [(line.entrant, line.points) for line in stage.standings] == [
        ("e1", 4), ("e2", 3), ("e3", 2), ("e4", 1), ("e5", 0),
    ]  # fmt: skip


def test_in_a_round_robin_a_free_round_brings_nothing_but_the_opponent_of_who_left_has_a_bye():
    running = Running(
        {**TWO, "divisions": [{"name": "A", "size": 4}], "stages": [{"kind": "round-robin"}], "tiebreaks": ["wins"]}
    )
    running.start(4, [4, 3, 2, 1])
    running.step()
    running.step()
    running.report_all(by_strength)
    running.post("seat", a.Withdraw("e1"), "e1")
    running.play(by_strength)

    stage = running.league.stage(STAGE)
    assert sorted(bye for own in stage.rounds for bye in own.byes) == ["e2", "e3"]
    assert {line.entrant: line.points for line in stage.standings} == {"e2": 3, "e3": 2, "e1": 1, "e4": 0}
    assert column(stage.standings, "wins") == {"e2": 2, "e3": 1, "e1": 1, "e4": 0}


def test_two_cycles_exchange_seats():
    running = played(4, {"kind": "round-robin", "cycles": 2}, **{**TWO, "fewest": 2})

    seats = Counter(table.seats for table in running.league.stage(STAGE).tables.values())
    assert len(seats) == 12
    assert all(seats[second, first] == 1 for first, second in seats)


def test_balanced_groups_of_seven_are_one_round_of_seven_tables():
    running = played(7, {"kind": "balanced-groups"})

    stage = running.league.stage(STAGE)
    tables = [table.seats for table in stage.tables.values()]
    assert len(stage.rounds) == 1
    assert len(tables) == 7
    assert all(sum(set(pair) <= set(seats) for seats in tables) == 2 for pair in combinations(stage.entrants, 2))
    [paired] = [entry.read() for entry in running.log.entries if entry.read().type == "RoundPaired"]
    assert paired.data["fairness"] == {
        "fewest": 2,
        "most": 2,
        "positions_even": True,
        "says": "every pair meets 2 times, every position equally often",
    }
    assert ranks(stage.standings) == [(number, f"e{number}") for number in range(1, 8)]


def test_a_correction_after_the_season_moves_nobody():
    """LG-COR-2"""
    running = Running(FOUR)
    running.start(28, [1000 - number for number in range(28)])
    running.play(by_strength)
    order = running.league.seasons[0].order
    table = running.league.stage(STAGE).table(1)
    corrected = {entrant: place for place, entrant in enumerate(reversed(table.seats), 1)}

    assert running.organiser(a.Correct(STAGE, 1, BECAUSE, corrected)) == ["ResultCorrected", "StandingsCorrected"]

    assert running.league.seasons[0].order == order
    running.start_again()
    assert [own for own in running.league.season.divisions["A"]] == list(order[:7])


def test_the_best_go_on_and_the_division_stands_as_its_last_stage_left_it():
    """LG-STG-1, LG-STG-2, LG-DIV-5"""
    running = played(6, {"kind": "swiss", "rounds": 2, "advance": 4}, {"kind": "knock-out", "seats": 4}, seats=3)

    final = running.league.stage("L/1/A/2")
    before = running.league.stage(STAGE)
    assert final.entrants == [line.entrant for line in before.standings[:4]]
    assert running.league.seasons[0].order == (
        *(line.entrant for line in final.standings),
        *(line.entrant for line in before.standings[4:]),
    )


def test_points_are_carried_over_only_where_the_plan_says_so():
    """LG-STG-3"""
    stages = ({"kind": "swiss", "rounds": 1}, {"kind": "swiss", "rounds": 1})
    afresh = played(4, *stages)
    carried = played(4, stages[0], {**stages[1], "carry": True})

    def points(running):
        return {line.entrant: line.points for line in running.league.stage("L/1/A/2").standings}

    assert points(afresh) == {"e1": 10, "e2": 6, "e3": 3, "e4": 1}
    assert points(carried) == {"e1": 20, "e2": 12, "e3": 6, "e4": 2}


def test_who_left_does_not_go_on():
    """LG-STG-1"""
    running = Running(
        {
            **TWO,
            "divisions": [{"name": "A", "size": 4}],
            "stages": [{"kind": "round-robin"}, {"kind": "knock-out"}],
        }
    )
    running.start(4)
    while running.league.stage(STAGE).status != "closed":
        running.step()
        running.report_all(by_strength)
    running.post("seat", a.Withdraw("e1"), "e1")
    running.play(by_strength)

    assert "e1" not in running.league.stage("L/1/A/2").entrants
    assert running.league.seasons[0].order[-1] == "e1"


def test_an_apocalypse_final_is_one_table_of_the_best_with_a_series():
    """LG-FIN-1"""
    running = played(7, {"kind": "swiss", "rounds": 2}, {"kind": "apocalypse-final"})

    final = running.league.stage("L/1/A/2")
    [table] = final.tables.values()
    assert table.series
    assert set(table.seats) == {line.entrant for line in running.league.stage(STAGE).standings[:4]}
    assert running.league.seasons[0].order[:4] == tuple(line.entrant for line in final.standings[:4])


@pytest.mark.parametrize("tiebreaks", [["lots"], ["tally", "lots"], ["wins"]])
def test_who_does_not_play_in_a_final_follows_those_who_do_as_it_stood_before(tiebreaks):
    """LG-DIV-5, LG-FIN-1: neither by the lots of the final, nor before who came last there and brought nothing home."""
    running = played(
        9, {"kind": "swiss", "rounds": 2}, {"kind": "apocalypse-final"}, points=[10, 3], tiebreaks=tiebreaks
    )

    before, final = (running.league.stage(f"L/1/A/{number}") for number in (1, 2))
    seats = final.table(1).seats
    assert {line.points for line in final.standings if line.entrant not in seats} == {0}
    assert running.league.season.order == (
        *(line.entrant for line in final.standings if line.entrant in seats),
        *(line.entrant for line in before.standings if line.entrant not in seats),
    )


def test_after_a_final_for_which_too_few_were_left_all_stand_as_before():
    """LG-DIV-5"""
    stages = [{"kind": "swiss", "rounds": 2, "advance": 3}, {"kind": "apocalypse-final"}]
    running = Running({"seats": 4, "divisions": [{"name": "A", "size": 8}], "stages": stages})
    running.start(8)
    while running.league.stage("L/1/A/2").failed is None:
        running.step()
        running.report_all(by_strength)
    running.organiser(a.CloseStage("L/1/A/2"))
    running.step()

    before = tuple(line.entrant for line in running.league.stage(STAGE).standings)
    assert running.league.season.order == before
    assert winner(running.league.season) == before[0]


def test_in_a_final_that_is_the_only_stage_who_does_not_play_stands_in_the_order_of_pairing_numbers():
    """LG-DIV-5, LG-STG-2"""
    running = played(7, {"kind": "apocalypse-final"})

    assert running.league.season.order == tuple(f"e{number}" for number in range(1, 8))


def level(stage, table):
    """All at the table share the first place."""
    return {"places": dict.fromkeys(table.seats, 1)}


@pytest.mark.parametrize("ratings", [[1, 4, 2, 3, 6, 5], [1] * 6])
def test_who_shares_a_rank_stands_in_the_order_of_pairing_numbers_at_the_head_of_a_division_and_at_its_foot(ratings):
    """LG-DIV-4, LG-DIV-5, LG-STG-1: all have drawn all games; the better seeded, by rating or else by lot, has won the
    season, goes up, stays, and goes on to the next stage."""
    divisions = [{"name": "A", "size": 3, "relegated": 1}, {"name": "B", "size": 3}]
    stages = [{"kind": "round-robin", "advance": 2}, {"kind": "round-robin"}]
    running = Running({**TWO, "divisions": divisions, "stages": stages, "tiebreaks": ["wins"]})
    running.start(6, ratings)
    running.play(level)

    season = running.league.season
    top, low = seeded = [season.stages[f"L/1/{name}/1"].entrants for name in "AB"]
    for name, entrants in zip("AB", seeded):
        first, second = (season.stages[f"L/1/{name}/{number}"] for number in (1, 2))
        assert [(line.rank, line.entrant) for line in first.standings] == [(1, entrant) for entrant in entrants]
        assert second.entrants == entrants[:2]
    assert winner(season) == top[0]
    assert season.order == (*top[:2], low[0], top[2], *low[1:])
    if len(set(ratings)) > 1:
        assert seeded == [["e5", "e6", "e2"], ["e4", "e3", "e1"]]
    running.organiser(a.Correct(STAGE, 1, BECAUSE, void=True))
    running.organiser(a.Correct(STAGE, 1, BECAUSE, dict.fromkeys(season.stages[STAGE].table(1).seats, 1)))
    assert [line.entrant for line in season.stages[STAGE].standings] == top


def test_standings_made_anew_equal_the_frozen_ones():
    """LG-STG-4"""
    running = played(9, {"kind": "swiss", "rounds": 3})

    stage = running.league.stage(STAGE)
    assert standings(running.league, stage, lots_of(stage)) == stage.standings


def test_a_stage_is_not_closed_before_it_is_played_out_but_by_the_organiser():
    """LG-STG-5"""
    running = Running({**TWO, "divisions": [{"name": "A", "size": 4}], "stages": [{"kind": "swiss", "rounds": 3}]})
    running.start(4)
    running.step()
    running.step()
    with pytest.raises(Refused, match="not played out"):
        running.organiser(a.CloseStage(STAGE))
    running.report_all(by_strength)
    running.service(a.CloseRound(STAGE))
    with pytest.raises(Refused, match="not played out"):
        running.service(a.CloseStage(STAGE))

    assert running.organiser(a.CloseStage(STAGE)) == ["StageClosed"]
    assert running.service(a.CloseStage(STAGE)) == []
    assert running.step() == ["SeasonClosed"]


def test_a_stage_waits_for_the_one_before_and_a_season_for_all():
    running = Running(
        {
            **TWO,
            "divisions": [{"name": "A", "size": 4}],
            "stages": [{"kind": "round-robin"}, {"kind": "knock-out"}],
        }
    )
    running.start(4)

    with pytest.raises(Refused, match="L/1/A/1 is not closed"):
        running.service(a.StartStage("L/1/A/2"))
    with pytest.raises(Refused, match="not all stages"):
        running.service(a.CloseSeason())


# ---- seasons

FOUR = {
    "seats": 4,
    "divisions": [
        {"name": "A", "size": 7, "relegated": 2},
        {"name": "B", "size": 7, "relegated": 2},
        {"name": "C", "size": 7, "relegated": 1},
        {"name": "D", "size": 7},
    ],
    "stages": [{"kind": "balanced-groups"}],
}


def test_the_last_change_places_with_the_best_of_the_division_below():
    """LG-DIV-4: within each division the lower number wins."""
    running = Running(FOUR)
    running.start(28, [1000 - number for number in range(28)])
    running.play(by_strength)

    season = running.league.seasons[0]
    closed = running.log.entries[-1].read().data
    assert closed["relegated"] == {"e6": "B", "e7": "B", "e13": "C", "e14": "C", "e21": "D"}
    assert closed["promoted"] == {"e8": "A", "e9": "A", "e15": "B", "e16": "B", "e22": "C"}
    assert season.order == tuple(
        f"e{number}"
        for number in (
            1, 2, 3, 4, 5, 8, 9,
            6, 7, 10, 11, 12, 15, 16,
            13, 14, 17, 18, 19, 20, 22,
            21, 23, 24, 25, 26, 27, 28,
        )
    )  # fmt: skip


def test_the_top_division_is_the_first_of_the_plan_whatever_it_is_called():
    """LG-DIV-1, LG-DIV-4: one is called after the other by the alphabet, and stands before it."""
    divisions = [{"name": "Top", "size": 2, "relegated": 1}, {"name": "Low", "size": 2, "relegated": 1}]
    stages = [{"kind": "round-robin"}] * 11
    running = Running({**TWO, "divisions": [*divisions, {"name": "Base", "size": 2}], "stages": stages})
    running.start(6, [1000 - number for number in range(6)])
    season = running.league.season
    assert season.divisions == {"Top": ["e1", "e2"], "Low": ["e3", "e4"], "Base": ["e5", "e6"]}
    assert list(season.divisions) == ["Top", "Low", "Base"]
    assert [stage.number for stage in season.stages.values()] == [*range(1, 12)] * 3

    running.play(by_strength)

    assert season.order == ("e1", "e3", "e2", "e5", "e4", "e6")
    closed = running.log.entries[-1].read().data
    assert closed["relegated"] == {"e2": "Low", "e4": "Base"}
    assert closed["promoted"] == {"e3": "Top", "e5": "Low"}


def test_three_seasons_of_28_in_four_divisions():
    running = Running(FOUR)
    for number in range(1, 4):
        if number == 1:
            running.start(28)
        else:
            running.start_again()
        running.play()
        season = running.league.seasons[-1]
        before = [entrant for entrants in season.divisions.values() for entrant in entrants]
        assert sorted(before) == sorted(season.order)
        assert all(len(entrants) == 7 for entrants in season.divisions.values())
        if number > 1:
            assert before == list(running.league.seasons[-2].order)
        for stage in season.stages.values():
            assert standings(running.league, stage, lots_of(stage)) == stage.standings


@given(
    sizes=st.lists(st.integers(2, 6), min_size=1, max_size=4),
    down=st.lists(st.integers(0, 6), min_size=4, max_size=4),
    missing=st.integers(0, 5),
    key=st.binary(max_size=3),
)
@settings(max_examples=25, deadline=None)
def test_whoever_goes_where_nobody_is_lost_or_doubled(sizes, down, missing, key):
    """LG-DIV-2 to LG-DIV-5 over two seasons, whatever the divisions, results, and how many places stay free."""
    divisions = [
        {"name": name, "size": size, "relegated": min(number, size)}
        for name, size, number in zip("ABCD", sizes, down, strict=False)
    ]
    running = Running({**TWO, "divisions": divisions, "stages": [{"kind": "round-robin"}]}, key)
    running.start(max(2, sum(sizes) - missing))
    running.play()
    first = running.league.seasons[0]
    closed = running.log.entries[-1].read().data
    names = list(first.divisions)
    was = {entrant: names.index(name) for name, entrants in first.divisions.items() for entrant in entrants}

    assert sorted(first.order) == sorted(was)
    for name, going in closed["promoted"].items():
        assert names.index(going) == was[name] - 1
    for name, going in closed["relegated"].items():
        assert names.index(going) == was[name] + 1
    for upper, lower in pairwise(names):
        went_down = [own for own, going in closed["relegated"].items() if going == lower and names[was[own]] == upper]
        went_up = [own for own, going in closed["promoted"].items() if going == upper and names[was[own]] == lower]
        most = divisions[names.index(upper)]["relegated"]
        halves = [len(first.divisions[name]) // 2 for name in (upper, lower)]
        assert len(went_down) == len(went_up) == min(most, *halves)
        assert set(went_down) == set(stood(running, upper)[len(stood(running, upper)) - len(went_down) :])
        assert set(went_up) == set(stood(running, lower)[: len(went_up)])
    running.start_again()
    assert [own for entrants in running.league.season.divisions.values() for own in entrants] == list(first.order)


def stood(running, division):
    """A division of the first season as its stage left it."""
    return [line.entrant for line in running.league.stage(f"L/1/{division}/1").standings]


def test_never_more_than_half_of_a_division_goes_down():
    plan = {**TWO, "divisions": [{"name": "A", "size": 4, "relegated": 4}, {"name": "B", "size": 4}]}
    running = Running({**plan, "stages": [{"kind": "round-robin"}]})
    running.start(7, [1000 - number for number in range(7)])
    running.play(by_strength)

    assert running.league.seasons[0].order == ("e1", "e2", "e3", "e5", "e4", "e6", "e7")
