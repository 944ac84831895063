"""Matches of levels: who sits where, what a match comes to, and when it is over."""

import math

import pytest

from domain.bots.arena import FEWEST, Match, Tally, elo, shown_elo, shown_share, tally
from domain.contract.game import Outcome


def test_the_first_level_goes_round_the_table_and_its_deals_are_the_same():
    match = Match(3, "search", "greedy")
    seated = [[seat for seat, level in match.levels(number).items() if level == "search"] for number in range(4)]
    assert seated == [["s1"], ["s2"], ["s3"], ["s1"]]
    assert [match.deal(number) for number in range(4)] == [0, 0, 0, 1]


def test_where_all_play_together_the_first_level_has_all_seats():
    match = Match(2, "greedy", "random", together=True)
    assert match.levels(1) == {"s1": "greedy", "s2": "greedy"}
    assert match.deal(1) == 1
    assert match.won(0, Outcome(None, {}, won=True))
    assert not match.won(0, Outcome(None, {}, won=False))


def test_a_game_is_won_from_the_first_place_and_lost_without_an_end():
    match = Match(2, "greedy", "random")
    assert match.won(1, Outcome({"s1": 2, "s2": 1}, {}))
    assert not match.won(0, Outcome({"s1": 2, "s2": 1}, {}))
    assert not match.won(0, None)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (70, 100, 0.604, 0.781)]
)
def test_intervals_are_those_of_wilson(won, games, low, high):
    assert Tally(games, won).interval() == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_nothing_is_known_before_the_first_game():
    assert tally([]).interval() == (0.0, 1.0)
    assert tally([]).clears(0.5) is None


def test_a_match_is_decided_when_the_bar_is_surely_cleared():
    assert tally([True] * (FEWEST - 1)).clears(0.5) is None
    assert tally([True] * FEWEST).clears(0.5) is True
    assert tally([False] * FEWEST).clears(0.5) is False
    assert tally([True, False] * 50).clears(0.5) is None


def test_elo_is_the_logarithm_of_the_odds_against_as_many_equals():
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.25, seats=4) == pytest.approx(0)
    assert (elo(1.0), elo(0.0)) == (math.inf, -math.inf)


def test_a_match_is_shown_with_both_intervals():
    assert shown_share(Tally(100, 70)) == "70.0 % (60.4 to 78.1) of 100"
    assert shown_elo(Tally(100, 70), 2) == "+147 (+73 to +221)"
