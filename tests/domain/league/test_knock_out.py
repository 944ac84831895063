"""Knock-outs: who meets whom, who goes on, and what a correction or a withdrawal does (docs/leagues.md, LG-KO)."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.league import actions as a
from domain.league.sheets import sheets
from domain.league.standings import standings_after, telling
from tests.domain.league.by_hand import STAGE, column, ranks
from tests.domain.league.running import BECAUSE, TWO, Running, by_strength, played


def test_a_knock_out_of_six():
    """LG-KO-1, LG-KO-4: rounds survived, and only then points."""
    running = played(6, {"kind": "knock-out"}, **{**TWO, "fewest": 2})

    stage = running.league.stage(STAGE)
    first, second, final = stage.rounds
    assert first.byes == ("e1", "e2")
    assert [set(table.seats) for table in stage.tables_of(first)] == [{"e3", "e6"}, {"e4", "e5"}]
    assert [set(table.seats) for table in stage.tables_of(second)] == [{"e1", "e4"}, {"e2", "e3"}]
    assert [set(table.seats) for table in stage.tables_of(final)] == [{"e1", "e2"}]
    assert column(stage.standings, "rounds") == {"e1": 3, "e2": 2, "e3": 1, "e4": 1, "e5": 0, "e6": 0}
    assert [entrant for _, entrant in ranks(stage.standings)[:2]] == ["e1", "e2"]
    survived = [column(standings_after(running.league, stage, number), "rounds") for number in (1, 2)]
    assert survived[0] == {"e1": 1, "e2": 1, "e3": 1, "e4": 1, "e5": 0, "e6": 0}
    assert survived[1] == {"e1": 2, "e2": 2, "e3": 1, "e4": 1, "e5": 0, "e6": 0}
    [bye] = sheets(stage, running.league.plan, lowest_wins=True)["e1"].rests
    assert (bye.cause, bye.points) == ("bye", 0)


def test_of_the_tie_breaks_of_a_knock_out_those_say_something_that_tell_some_apart():
    """LG-KO-5: the points of opponents set apart who was beaten early, and by then nobody is left to be set apart."""
    running = played(4, {"kind": "knock-out"}, **{**TWO, "fewest": 2, "tiebreaks": ["wins", "buchholz", "lots"]})
    stage = running.league.stage(STAGE)

    assert column(stage.standings, "buchholz") == {"e1": 1, "e2": 2, "e3": 1, "e4": 2}
    assert telling(stage, stage.standings) == ["rounds", "buchholz"]
    level = played(4, {"kind": "knock-out"}, **{**TWO, "fewest": 2, "tiebreaks": ["wins", "lots"]}).league.stage(STAGE)
    assert telling(level, level.standings) == ["rounds", "lots"]
    swiss = played(4, {"kind": "swiss", "rounds": 1}, **{**TWO, "fewest": 2}).league.stage(STAGE)
    assert telling(swiss, swiss.standings) == [value.name for value in swiss.standings[0].values]


def test_a_knock_out_at_tables_of_four_of_which_two_go_on():
    """LG-KO-2, LG-KO-3"""
    running = played(8, {"kind": "knock-out", "through": 2})

    stage = running.league.stage(STAGE)
    assert [[set(table.seats) for table in stage.tables_of(own)] for own in stage.rounds] == [
        [{"e1", "e4", "e5", "e8"}, {"e2", "e3", "e6", "e7"}],
        [{"e1", "e2", "e3", "e4"}],
    ]
    assert [entrant for _, entrant in ranks(stage.standings)[:4]] == ["e1", "e2", "e3", "e4"]


def test_in_a_knock_out_the_better_seeded_goes_on_when_both_are_level_or_the_game_is_void():
    """LG-KO-3"""
    running = Running(
        {**TWO, "divisions": [{"name": "A", "size": 4}], "stages": [{"kind": "knock-out"}], "tiebreaks": []}
    )
    running.start(4, [4, 3, 2, 1])
    running.step()
    running.step()
    running.service(a.Report(STAGE, 1, "over", {"e1": 1, "e4": 1}))
    running.service(a.Report(STAGE, 2, "void"))
    running.step()
    running.step()

    stage = running.league.stage(STAGE)
    assert [set(table.seats) for table in stage.tables_of(stage.rounds[1])] == [{"e1", "e2"}]


@given(
    entrants=st.integers(2, 17),
    table=st.sampled_from([(2, 2, 1), (3, 2, 1), (4, 2, 1), (4, 3, 2), (5, 3, 2)]),
    key=st.binary(max_size=3),
)
@settings(max_examples=40, deadline=None)
def test_in_a_knock_out_nobody_is_lost_and_nobody_comes_back(entrants, table, key):
    """LG-KO-1 to LG-KO-4: every round is played by those who went on, until one is left, or too few for a table."""
    seats, fewest, through = table
    assume(entrants >= fewest)
    stages = [{"kind": "knock-out", "through": through}]
    divisions = [{"name": "A", "size": entrants}]
    running = Running({"seats": seats, "fewest": fewest, "divisions": divisions, "stages": stages}, key)
    running.start(entrants)
    going_on = set(running.league.season.divisions["A"])
    stage = running.league.stage(STAGE)
    while stage.status != "closed" and stage.failed is None:
        rounds = len(stage.rounds)
        running.step()
        running.report_all(running.at_random)
        if len(stage.rounds) > rounds:
            played = stage.rounds[-1]
            tables = [table.seats for table in stage.tables_of(played)]
            seated = [own for table in tables for own in table]
            assert sorted([*played.byes, *seated]) == sorted(going_on)
            assert all(fewest <= len(table) <= seats for table in tables)
            final = len(tables) == 1 and not played.byes
            places = {
                own: place for own_table in stage.tables_of(played) for own, place in own_table.result.places.items()
            }
            going_on = {*played.byes, *(own for own in seated if places[own] <= (1 if final else through))}
            assert len(going_on) < len(seated) + len(played.byes)
    if stage.status == "closed":
        assert going_on == {stage.standings[0].entrant}
        assert sorted(line.entrant for line in stage.standings) == sorted(stage.entrants)
    else:
        assert 1 < len(going_on) < fewest


def all_of_two_go_on():
    """A knock-out of four at tables of two or three by a plan of an older program: two of each table go on."""
    plan = {"seats": 3, "fewest": 2, "divisions": [{"name": "A", "size": 4}], "tiebreaks": []}
    running = Running(
        {**plan, "stages": [{"kind": "knock-out"}]}, older={"stages": [{"kind": "knock-out", "through": 2}]}
    )
    running.start(4, [4, 3, 2, 1])
    return running


def test_of_a_table_of_which_an_older_plan_lets_all_go_on_the_last_drops_out():
    """LG-KO-3: so the knock-out ends."""
    running = all_of_two_go_on()
    running.play(by_strength, most=10)

    stage = running.league.stage(STAGE)
    seats = [[set(table.seats) for table in stage.tables_of(played)] for played in stage.rounds]
    assert seats == [[{"e1", "e4"}, {"e2", "e3"}], [{"e1", "e2"}]]
    assert column(stage.standings, "rounds") == {"e1": 2, "e2": 1, "e3": 0, "e4": 0}


def knock_out_of_four():
    """A knock-out whose first round is over, e1 and e2 having won."""
    running = Running({**TWO, "divisions": [{"name": "A", "size": 4}], "stages": [{"kind": "knock-out"}]})
    running.start(4, [4, 3, 2, 1])
    running.step()
    running.step()
    running.report_all(by_strength)
    running.step()
    return running


def test_a_correction_counts_for_the_next_pairing_of_a_knock_out():
    """LG-COR-1: e4 won after all, before the final was paired."""
    running = knock_out_of_four()
    running.organiser(a.Correct(STAGE, 1, BECAUSE, {"e4": 1, "e1": 2}))
    running.play(by_strength)

    final = running.league.stage(STAGE).table(3)
    assert set(final.seats) == {"e2", "e4"}


def test_nobody_is_moved_who_was_paired_in_a_knock_out_meanwhile():
    """LG-COR-1: the final of e1 and e2 stands, and one of them wins it."""
    running = knock_out_of_four()
    running.step()
    running.organiser(a.Correct(STAGE, 1, BECAUSE, {"e4": 1, "e1": 2}))
    running.play(by_strength)

    stage = running.league.stage(STAGE)
    assert column(stage.standings, "rounds") == {"e1": 2, "e2": 1, "e4": 0, "e3": 0}
    assert [entrant for _, entrant in ranks(stage.standings)] == ["e1", "e2", "e4", "e3"]


def test_who_leaves_a_knock_out_after_a_win_did_not_go_on():
    """LG-KO-4: so the last one left is the first."""
    running = knock_out_of_four()
    running.post("seat", a.Withdraw("e1"), "e1")
    running.play(by_strength)

    stage = running.league.stage(STAGE)
    assert len(stage.rounds) == 1
    assert column(stage.standings, "rounds") == {"e2": 1, "e1": 0, "e3": 0, "e4": 0}
    assert [entrant for _, entrant in ranks(stage.standings)[:2]] == ["e2", "e1"]
