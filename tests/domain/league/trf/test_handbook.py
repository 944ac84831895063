"""FIDE's tie-breaks, worked out by hand (Handbook C.07, both texts; the articles are named in the code)."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from domain.league.tiebreaks.contest import EDITIONS
from domain.league.trf.comparing import UnknownTiebreak, recompute
from tests.domain.league.trf.crosstable import crosstable

PLAYED = crosstable(
    {1: "2w1 3b= 4w1", 2: "1b0 4w1 3b1", 3: "4b1 1w= 2w0", 4: "3w0 2b0 1b0"}, ratings={1: 2000, 2: 1900, 3: 1801}
)
"""Four players, all against all: 2 1/2, 2, 1 1/2 and no points."""

UNPLAYED = crosstable({1: "2w1 3b1 Z", 2: "1b0 U 3w=", 3: "H 1w0 2b=", 4: "5w+ H U", 5: "4b- Z Z"})
"""1 goes home before the last round; 2 has a bye, 3 asked for one; 4 never meets anybody, and 5 never comes."""


def values(tournament, code, text=None):
    """What everybody has, by starting number."""
    made = recompute(tournament, [code], text).values()
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
@pytest.mark.parametrize("text", EDITIONS)
def test_where_everybody_has_played(code, expected, text):
    assert values(PLAYED, code, text) == [Fraction(value) for value in expected]


@pytest.mark.parametrize("text", EDITIONS)
def test_who_has_less_than_half_of_all_points_counts_for_nobody(text):
    """9.2: of three rounds 3 has a point, which is less than half; so 1 and 2 have theirs against each other alone."""
    four = crosstable({1: "2w1 3w1 4w1", 2: "1b0 4w1 3w1", 3: "4w1 1b0 2b0", 4: "3b0 2b0 1b0"})

    assert values(four, "KS", text) == [1, 0, 0, 0]


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
    assert values(UNPLAYED, code, 2024) == [Fraction(value) for value in expected]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # 16.4.2: the missed round of 1 and the byes of 4 add 3/2 at most, draws in three rounds. 16.4.1: 4 with 5/2 was
        # to meet 5, who has half a point for each of the two rounds after its forfeit: 1.
        ("BH", [4, 5, 5, 4, 0]),
        # 16.5: of 4's the bye that was asked for goes first, and not the forfeit of the other.
        ("BH/C1", ["5/2", 4, 4, "5/2", 0]),
        ("SB", ["5/2", 2, "5/4", "13/4", 0]),
        ("WIN", [2, 1, 0, 2, 0]),
        ("PS", [5, "5/2", 2, 5, 0]),
    ],
)
def test_where_rounds_went_without_a_game_since_2026(code, expected):
    assert values(UNPLAYED, code, 2026) == [Fraction(value) for value in expected]


@pytest.mark.parametrize("text", EDITIONS)
def test_who_forfeits_with_more_points_than_the_other_is_limited_by_the_other(text):
    """16.4.1 is for both of them: 1 has two points and 3 has one by it. 1 has met 2 with two and 4 with one."""
    four = crosstable({1: "2w1 4b1 3w-", 2: "1b0 3w1 4w1", 3: "4w0 2b0 1b+", 4: "3b1 1w0 2b0"})

    assert values(four, "BH", text)[0] == 2 + 1 + (2 if text == 2024 else 1)


@pytest.mark.parametrize("text", EDITIONS)
def test_a_full_point_bye_was_not_asked_for(text):
    """16.1.1: half points and none are asked for. So 1's last round stays a whole point for 2, and is not cut first."""
    two = crosstable({1: "2w0 F", 2: "1b1 Z"})

    assert values(two, "BH", text)[1] == 1 + 1
    assert values(two, "BH/C1", text)[0] == Fraction(3, 2)


@pytest.mark.parametrize(
    ("start", "text"), [("2026-02-28", 2024), ("2026-03-01", 2026), ("2019-05-01", 2024), (None, 2026)]
)
def test_a_tournament_follows_the_text_that_was_in_force_when_it_began(start, text):
    begun = msgspec.structs.replace(UNPLAYED, start=start)

    assert recompute(begun, []).edition == text
    assert values(begun, "BH") == values(UNPLAYED, "BH", text)


def test_the_pairing_number_and_the_rating_separate_whom_nothing_else_does_since_2026():
    """7.8, 10.6"""
    two = crosstable({1: "2w=", 2: "1b="}, ratings={1: 1800, 2: 1900})

    assert order(two, "TPN") == [1, 2]
    assert values(two, "TPN") == [1, 2]
    assert order(two, "RTNG") == [2, 1]
    with pytest.raises(UnknownTiebreak, match="'TPN' is no tie-break"):
        recompute(two, ["TPN"], 2024)


def test_a_rating_that_is_missing_separates_nobody():
    """10.6"""
    lines = recompute(crosstable({1: "2w=", 2: "1b="}, ratings={2: 1900}), ["RTNG"]).lines

    assert [line.rank for line in lines] == [1, 1]


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


def test_nor_where_a_missing_game_could_make_another_level_with_the_first():
    """6.2: 1 has 1 1/2 of the games with 2 and 3, and 3 would have as much if it beat 2. Nor have 4 and 5 met."""
    three = crosstable(
        {1: "2w1 3b= 4w0", 2: "1b0 5w1 6b=", 3: "4w1 1w= 5b0", 4: "3b0 6w1 1b1", 5: "6w1 2b0 3w1", 6: "5b0 4b0 2w="}
    )

    assert values(three, "DE") == [None] * 6
    assert [line.rank for line in recompute(three, ["DE"]).lines] == [1, 1, 3, 3, 3, 6]


def test_who_is_surely_second_comes_next():
    """6.2: 1 has beaten all others and 2 the rest; 3 and 4 have not met."""
    four = crosstable({1: "2w1 3b1 4w1 Z Z", 2: "1b0 4w1 3b1 F Z", 3: "F 1w0 2w0 F F", 4: "F 2b0 1b0 F F"})

    assert values(four, "DE") == [4, 3, 0, 0]
    assert [(line.rank, line.entrant) for line in recompute(four, ["DE"]).lines] == [
        (1, "1"),
        (2, "2"),
        (3, "3"),
        (3, "4"),
    ]


def test_a_missing_game_against_the_first_counts_for_the_second_too():
    """6.2: 4 has met neither 1 nor 5, and with both games would have the 2 1/2 that 2 has: 2 is not surely second."""
    five = crosstable(
        {
            1: "2w1 3b1 5w1 Z Z Z",
            2: "1b0 4w1 3b1 5w= H Z",
            3: "4w= 1w0 2w0 F 5w1 H",
            4: "3b= 2b0 F F H Z",
            5: "F F 1b0 2b= 3b0 H",
        }
    )

    assert values(five, "DE") == [5, 0, 0, 0, 0]


def test_a_tie_break_that_is_none_is_told():
    with pytest.raises(UnknownTiebreak, match="'BH/C9' is no tie-break; there are DE, WIN"):
        recompute(PLAYED, ["BH/C9"])


def test_those_of_leagues_go_by_their_names():
    assert values(UNPLAYED, "buchholz") == [Fraction(value) for value in ("9/2", "9/2", "9/2", "15/2", 0)]
    assert values(UNPLAYED, "wins") == [2, 0, 0, 0, 0]
