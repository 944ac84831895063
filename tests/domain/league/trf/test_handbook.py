"""FIDE's tie-breaks, worked out by hand (Handbook C.07; the articles are named in the code)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.league.trf.comparing import UnknownTiebreak, recompute
from tests.domain.league.trf.crosstable import crosstable

PLAYED = crosstable(
    {1: "2w1 3b= 4w1", 2: "1b0 4w1 3b1", 3: "4b1 1w= 2w0", 4: "3w0 2b0 1b0"}, ratings={1: 2000, 2: 1900, 3: 1801}
)
"""Four players, all against all: 2 1/2, 2, 1 1/2 and no points."""

UNPLAYED = crosstable({1: "2w1 3b1 Z", 2: "1b0 U 3w=", 3: "H 1w0 2b=", 4: "5w+ H U", 5: "4b- Z Z"})
"""1 goes home before the last round; 2 has a bye, 3 asked for one; 4 never meets anybody, and 5 never comes."""


def values(tournament, code):
    """What everybody has, by starting number."""
    made = recompute(tournament, [code]).values()
    return [None if made[str(n)][code] is None else Fraction(made[str(n)][code]) for n in tournament.players]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("WIN", [2, 2, 1, 0]),
        ("WON", [2, 2, 1, 0]),
        ("BPG", [1, 2, 1, 2]),
        ("BWG", [0, 1, 1, 0]),
        ("PS", [5, 3, 4, 0]),
        ("BH", ["7/2", 4, "9/2", 6]),
        ("BH/C1", ["7/2", 4, "9/2", "9/2"]),
        ("BH/C2", [2, "5/2", "5/2", "5/2"]),
        ("BH/M1", ["3/2", "3/2", 2, 2]),
        ("BH/M2", [0, 0, 0, 0]),
        ("SB", ["11/4", "3/2", "5/4", 0]),
        ("KS", ["3/2", 1, "1/2", 0]),
        ("ARO", [1851, 1901, 1950, 1900]),
        ("ARO/C1", [1900, 2000, 2000, 1950]),
    ],
)
def test_where_everybody_has_played(code, expected):
    assert values(PLAYED, code) == [Fraction(value) for value in expected]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # 7.1 counts a bye and a walkover, 7.2 games alone.
        ("WIN", [2, 1, 0, 2, 0]),
        ("WON", [2, 0, 0, 0, 0]),
        # 16.4: a round without a game is one against one's own points. 16.3: the round that 1 went home before counts
        # half for 2 and 3; 3 came back after its bye, so that counts as it is.
        ("BH", ["9/2", 5, 5, "15/2", 0]),
        # 16.5: 1's missed round goes first, though 3 has fewer points; then 3's and 4's byes that were asked for.
        ("BH/C1", ["5/2", 4, 4, 5, 0]),
        ("SB", ["5/2", 2, "5/4", "25/4", 0]),
        ("PS", [5, "5/2", 2, 5, 0]),
    ],
)
def test_where_rounds_went_without_a_game(code, expected):
    assert values(UNPLAYED, code) == [Fraction(value) for value in expected]


def test_who_never_came_counts_half_a_point_a_round_for_an_opponent():
    """16.3: not the forfeit, but the two rounds after it."""
    met = crosstable({1: "2w1 3b= Z Z", 2: "1b0 Z Z Z", 3: "U 1w= U U"})

    assert values(met, "BH")[0] == Fraction(3, 2) + Fraction(7, 2) + 2 * Fraction(3, 2)


# ---- 6: direct encounter

LEVEL = {1: "2w1 3w0 4w1", 2: "1b0 4w1 3w1", 3: "4w0 1b1 2b0", 4: "3b1 2b0 1b0"}
"""1 and 2 have two points, 3 and 4 one."""


def order(tournament, *codes):
    return [int(line.entrant) for line in recompute(tournament, codes).lines]


def test_who_won_the_game_against_an_equal_comes_first():
    assert order(crosstable(LEVEL), "DE") == [1, 2, 4, 3]
    assert values(crosstable(LEVEL), "DE") == [1, 0, 0, 1]


def test_who_is_first_whatever_the_missing_games_had_brought_comes_first():
    """6.2: 3 has beaten 1 and 2, who have not met; between those two it tells nothing."""
    three = crosstable({1: "3b0 4w1 5w1", 2: "4b1 3w0 6w1", 3: "1w1 2b1 Z", 4: "2w0 1b0 Z", 5: "Z Z 1b0", 6: "Z Z 2b0"})
    lines = recompute(three, ["DE"]).lines

    assert [(line.rank, line.entrant) for line in lines[:3]] == [(1, "3"), (2, "1"), (2, "2")]


def test_nothing_is_told_where_nobody_is_surely_first():
    two = crosstable({1: "3w1 4b1", 2: "4w1 3b1", 3: "1b0 2w0", 4: "2b0 1w0"})

    assert values(two, "DE") == [None] * 4
    assert [line.rank for line in recompute(two, ["DE"]).lines] == [1, 1, 3, 3]


def test_a_tie_break_that_is_none_is_told():
    with pytest.raises(UnknownTiebreak, match="'BH/C9' is no tie-break; there are DE, WIN"):
        recompute(PLAYED, ["BH/C9"])


def test_those_of_leagues_go_by_their_names():
    assert values(UNPLAYED, "buchholz") == [Fraction(value) for value in ("9/2", "9/2", "9/2", "15/2", 0)]
    assert values(UNPLAYED, "wins") == [2, 0, 0, 0, 0]
