"""Standings and every tie-break, computed by hand (docs/leagues.md, chapter 7)."""

from __future__ import annotations

from domain.league.tiebreaks.registry import DEFAULT
from tests.domain.league.by_hand import STAGE, ByHand, column, ranks
from tests.domain.league.running import TWO, Running, by_strength

WIN = {"points": [1, 0]}


def test_points_come_first():
    table = ByHand(4, 1, seats=4)

    table.round("e3>e1>e4>e2")

    lines = table.end()
    assert [(line.entrant, line.points) for line in lines] == [("e3", 10), ("e1", 6), ("e4", 3), ("e2", 1)]
    assert [value.rule for value in lines[0].values] == [
        "LG-TIE-1", "LG-TIE-2", "LG-TIE-3", "LG-TIE-4", "LG-TIE-5", "LG-TIE-6", "LG-TIE-8", "LG-TIE-9",
    ]  # fmt: skip
    assert tuple(value.name for value in lines[0].values) == DEFAULT


def test_wins_then_the_share_of_the_winners_score():
    """LG-TIE-1, LG-TIE-3: 4 + 2 = 3 + 3 = 2 + 4 points; 1, 0 and 1 wins; shares 1 + 2/6, 2/3 + 2/4, 2/4 + 1."""
    table = ByHand(3, 2, seats=3, points=[4, 3, 2])

    table.round("e1>e2>e3", tallies=[{"e1": 1, "e2": 2, "e3": 3}])
    table.round("e3>e2>e1", tallies=[{"e3": 1, "e2": 3, "e1": 5}])

    lines = table.end()
    assert {line.points for line in lines} == {6}
    assert ranks(lines) == [(1, "e3"), (2, "e1"), (3, "e2")]
    assert column(lines, "wins") == {"e3": 1, "e1": 1, "e2": 0}
    assert column(lines, "seconds") == {"e3": 0, "e1": 0, "e2": 2}
    assert column(lines, "share") == {"e3": "3/2", "e1": "4/3", "e2": "7/6"}
    assert column(lines, "tally") == {"e3": 4, "e1": 6, "e2": 5}
    assert column(lines, "buchholz") == {"e3": 12, "e1": 12, "e2": 12}
    assert column(lines, "sonneborn-berger") == {"e3": 6, "e1": 6, "e2": 6}


def test_seconds_then_lots_when_nothing_else_tells_two_apart():
    """LG-TIE-2, LG-TIE-9: 6 + 2 = 4 + 4 = 2 + 6 points; 1, 0 and 1 second places; e2 and e4 mirror each other."""
    table = ByHand(4, 2, seats=4, points=[10, 6, 4, 2])

    table.round("e1>e2>e3>e4")
    table.round("e1>e4>e3>e2")

    assert ranks(table.now()) == [(1, "e1"), (2, "e2"), (2, "e4"), (4, "e3")]
    lines = table.end()
    assert column(lines, "seconds") == {"e1": 0, "e2": 1, "e4": 1, "e3": 0}
    assert column(lines, "head-to-head") == {"e1": None, "e2": 1, "e4": 1, "e3": None}
    assert column(lines, "buchholz") == {"e1": 16, "e2": 24, "e4": 24, "e3": 24}
    assert column(lines, "sonneborn-berger") == {"e1": 16, "e2": "16/3", "e4": "16/3", "e3": "16/3"}
    lots = column(lines, "lots")
    assert sorted(lots.values()) == [1, 2, 3, 4]
    assert [line.entrant for line in lines[1:3]] == sorted(("e2", "e4"), key=lots.__getitem__)


def test_wounds_where_shares_are_equal():
    """LG-TIE-4: shares 1/2 each, (0 + 1) / (1 + 1) and (1 + 1) / (3 + 1), but 1 wound against 3."""
    table = ByHand(4, 1, points=[2, 1])

    table.round("e4>e2", "e3>e1", tallies=[{"e4": 1, "e2": 3}, {"e3": 0, "e1": 1}])

    lines = table.end()
    assert ranks(lines) == [(1, "e3"), (2, "e4"), (3, "e1"), (4, "e2")]
    assert column(lines, "share") == {"e3": 1, "e4": 1, "e1": "1/2", "e2": "1/2"}
    assert column(lines, "tally") == {"e3": 0, "e4": 1, "e1": 1, "e2": 3}


def test_the_share_is_that_of_the_best_tally_and_not_of_the_winner_s():
    """LG-TIE-3: e2 gave up with 1 wound, and so came behind e1 with 5; (1 + 1) / (5 + 1) for e1, a whole one for e2."""
    table = ByHand(2, 1)

    table.round("e1>e2", tallies=[{"e1": 5, "e2": 1}])

    lines = table.end()
    assert column(lines, "share") == {"e1": "1/3", "e2": 1}
    assert ranks(lines) == [(1, "e1"), (2, "e2")]


def test_a_game_between_two_who_are_equal():
    """LG-TIE-5: e1 beat e2, e4 beat e3."""
    table = ByHand(4, 3, tiebreaks=["head-to-head"], **WIN)

    table.round("e1>e2", "e4>e3")
    table.round("e3>e1", "e2>e4")
    table.round("e1>e4", "e2>e3")

    lines = table.end()
    assert ranks(lines) == [(1, "e1"), (2, "e2"), (3, "e4"), (4, "e3")]
    assert column(lines, "head-to-head") == {"e1": 1, "e2": 0, "e4": 1, "e3": 0}


def test_one_game_is_enough_between_two():
    table = ByHand(2, 1, tiebreaks=["head-to-head"], **WIN)

    table.round("e1=e2")

    assert column(table.now(), "head-to-head") == {"e1": "1/2", "e2": "1/2"}


def test_head_to_head_separates_nobody_unless_all_have_met():
    """e2 and e3 have a point each, and have not met."""
    table = ByHand(4, 2, tiebreaks=["head-to-head"], **WIN)

    table.round("e1>e2", "e3>e4")
    table.round("e1>e3", "e2>e4")

    lines = table.now()
    assert ranks(lines) == [(1, "e1"), (2, "e2"), (2, "e3"), (4, "e4")]
    assert column(lines, "head-to-head") == {"e1": None, "e2": None, "e3": None, "e4": None}


def test_head_to_head_separates_nobody_where_only_one_of_three_has_met_both_others():
    """LG-TIE-5: e1 has beaten e2 and lost to e3, who have not met; e5 and e6 have, and are level."""
    table = ByHand(6, 2, tiebreaks=["head-to-head"], points=[2, 0])

    table.round("e1>e2", "e4>e3", "e5=e6")
    table.round("e3>e1", "e2>e5", "e4>e6")

    lines = table.now()
    assert ranks(lines) == [(1, "e4"), (2, "e1"), (2, "e2"), (2, "e3"), (5, "e5"), (5, "e6")]
    assert column(lines, "head-to-head") == {
        "e4": None, "e1": None, "e2": None, "e3": None, "e5": "1/2", "e6": "1/2",
    }  # fmt: skip


def test_head_to_head_among_three_in_a_circle_is_level():
    table = ByHand(4, 3, tiebreaks=["head-to-head"], **WIN)

    table.round("e1>e2", "e4>e3")
    table.round("e3>e1", "e4>e2")
    table.round("e2>e3", "e4>e1")

    lines = table.now()
    assert ranks(lines) == [(1, "e4"), (2, "e1"), (2, "e2"), (2, "e3")]
    assert column(lines, "head-to-head") == {"e4": None, "e1": 1, "e2": 1, "e3": 1}


def test_the_points_of_opponents():
    """LG-TIE-6: with a point each, e2 and e4 met 2 + 1, e3 and e5 met 1 + 0."""
    table = ByHand(6, 2, tiebreaks=["buchholz"], **WIN)

    table.round("e1>e4", "e2>e5", "e3>e6")
    table.round("e1>e2", "e4>e3", "e5>e6")

    lines = table.now()
    assert ranks(lines) == [(1, "e1"), (2, "e2"), (2, "e4"), (4, "e3"), (4, "e5"), (6, "e6")]
    assert column(lines, "buchholz") == {"e1": 2, "e2": 3, "e4": 3, "e3": 1, "e5": 1, "e6": 2}


def test_the_points_of_opponents_without_the_weakest():
    """LG-TIE-7: all met 2 points in sum, e2 and e5 as 2 + 0, the others as 1 + 1."""
    table = ByHand(8, 2, tiebreaks=["buchholz", "buchholz-cut-1"], **WIN)

    table.round("e1>e5", "e2>e6", "e3>e7", "e4>e8")
    table.round("e1>e2", "e5>e6", "e8>e3", "e7>e4")

    lines = table.now()
    level = {"e2": 2, "e5": 2, "e3": 2, "e4": 2, "e7": 2, "e8": 2}
    assert column(lines, "buchholz") == {"e1": 2, **level, "e6": 2}
    assert column(lines, "buchholz-cut-1") == {
        "e1": 1, "e2": 2, "e5": 2, "e3": 1, "e4": 1, "e7": 1, "e8": 1, "e6": 1,
    }  # fmt: skip
    assert [rank for rank, _ in ranks(lines)] == [1, 2, 2, 4, 4, 4, 4, 8]


def test_a_round_without_a_game_that_is_weaker_than_every_game_is_the_one_left_out():
    """LG-TIE-7: e5 had a bye, which counts its own point, and met the 2 points of e1."""
    table = ByHand(5, 2, tiebreaks=["buchholz", "buchholz-cut-1"], **WIN)

    table.round("e1>e2", "e3>e4")
    table.round("e1>e5", "e2>e3")

    lines = table.now()
    assert column(lines, "buchholz")["e5"] == 3
    assert column(lines, "buchholz-cut-1")["e5"] == 2


def test_the_points_of_those_who_were_beaten():
    """LG-TIE-8: e1 beat 2 + 1, e2 beat 1 + 1; e4 beat 2, e3 beat 1."""
    table = ByHand(4, 3, tiebreaks=["buchholz", "buchholz-cut-1", "sonneborn-berger"], **WIN)

    table.round("e1>e2", "e3>e4")
    table.round("e1>e3", "e2>e4")
    table.round("e4>e1", "e2>e3")

    lines = table.now()
    assert ranks(lines) == [(1, "e1"), (2, "e2"), (3, "e4"), (4, "e3")]
    assert column(lines, "buchholz") == {"e1": 4, "e2": 4, "e4": 5, "e3": 5}
    assert column(lines, "sonneborn-berger") == {"e1": 3, "e2": 2, "e4": 2, "e3": 1}


def test_draws_count_half_of_the_opponents_points():
    table = ByHand(4, 2, tiebreaks=["sonneborn-berger"], **WIN)

    table.round("e1=e2", "e3>e4")
    table.round("e1>e3", "e2=e4")

    lines = table.now()
    assert [(line.entrant, line.points) for line in lines] == [
        ("e1", "3/2"), ("e2", 1), ("e3", 1), ("e4", "1/2"),
    ]  # fmt: skip
    assert column(lines, "sonneborn-berger") == {"e1": "3/2", "e2": 1, "e3": "1/2", "e4": "1/2"}


def test_at_a_table_of_four_the_mean_of_three_opponents_counts():
    """LG-TIE-6, LG-TIE-8: e2 met (10 + 3 + 1) / 3 and left (3 + 1) / 3 behind."""
    table = ByHand(4, 1, seats=4)

    table.round("e1>e2>e3>e4")

    lines = table.now()
    assert column(lines, "buchholz") == {"e1": "10/3", "e2": "14/3", "e3": "17/3", "e4": "19/3"}
    assert column(lines, "sonneborn-berger") == {"e1": "10/3", "e2": "4/3", "e3": "1/3", "e4": 0}


def test_a_shared_first_place_is_no_win():
    table = ByHand(2, 1)

    table.round("e1=e2")

    lines = table.now()
    assert ranks(lines) == [(1, "e1"), (1, "e2")]
    assert column(lines, "wins") == {"e1": 0, "e2": 0}
    assert {line.points for line in lines} == {8}


def test_each_tie_break_looks_only_at_those_who_are_still_equal():
    """Three with two points; wounds put e3 behind, and only then the game of e1 and e2 counts, which e2 won."""
    table = ByHand(4, 3, tiebreaks=["tally", "head-to-head"], **WIN)

    few, many = 1, 9
    table.round("e2>e1", "e3>e4", tallies=[{"e2": few, "e1": few}, {"e3": many, "e4": few}])
    table.round("e1>e3", "e2>e4", tallies=[{"e1": few, "e3": few}, {"e2": few, "e4": few}])
    table.round("e1>e4", "e3>e2", tallies=[{"e1": few, "e4": few}, {"e3": few, "e2": few}])

    lines = table.end()
    assert ranks(lines) == [(1, "e2"), (2, "e1"), (3, "e3"), (4, "e4")]
    assert column(lines, "head-to-head") == {"e2": 1, "e1": 0, "e3": None, "e4": None}


def test_a_round_without_a_game_counts_nothing_where_a_win_brings_nothing():
    """LG-TIE-8, LG-TIE-12: by a plan that an older program took (LG-PTS-1) the bye brings three points, and no share
    of a win; e1 has beaten both who had one."""
    plan = {**TWO, "divisions": [{"name": "A", "size": 3}], "stages": [{"kind": "swiss", "rounds": 2}], "bye": 3}
    berger = ["sonneborn-berger", "sonneborn-berger-2026"]
    running = Running({**plan, "tiebreaks": berger}, older={"points": [0]})
    running.start(3, [3, 2, 1])
    running.play(by_strength)

    lines = running.league.stage(STAGE).standings
    assert {line.entrant: line.points for line in lines} == {"e1": 0, "e2": 3, "e3": 3}
    assert column(lines, "sonneborn-berger") == {"e1": 6, "e2": 0, "e3": 0}
