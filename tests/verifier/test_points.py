"""The points, rounds and values of the file that works out standings, one rule after the other (docs/leagues.md)."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

SEATS = ["e1", "e2", "e3", "e4"]
SCALE = [Fraction(points) for points in (6, 3, 1, 0)]
"""What the places at a table bring."""


@pytest.fixture
def league(standings):
    """A league without any event."""
    league = standings.League.__new__(standings.League)
    league.lowest = True
    return league


def stage(bye=None, **plan):
    """A stage with this plan, in a season whose tables are of four, in which four play."""
    return SimpleNamespace(
        plan={"kind": "swiss", "rounds": 3, **plan}, season={"seats": 4, "bye": bye}, scale=SCALE, entrants=SEATS,
        rounds=[1, 2], left={}, tables={},
    )  # fmt: skip


def points(league, result, **plan):
    told = {"places": {}, "absent": (), "void": False} | result
    return league.points_of(stage(**plan), {"seats": SEATS}, told)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({"places": {"e1": 1, "e2": 2, "e3": 3, "e4": 4}}, [6, 3, 1, 0]),
        ({"places": {"e1": 2, "e2": 1, "e3": 4, "e4": 3}}, [3, 6, 0, 1]),
        ({"places": {"e1": 1, "e2": 1, "e3": 3, "e4": 4}}, [Fraction(9, 2), Fraction(9, 2), 1, 0]),
        ({"places": {"e1": 1, "e2": 2, "e3": 2, "e4": 2}}, [6, Fraction(4, 3), Fraction(4, 3), Fraction(4, 3)]),
        ({"places": {"e1": 1, "e2": 2}, "absent": ("e3", "e4")}, [6, 3, 0, 0]),
        ({"places": {"e1": 1, "e2": 2}, "absent": ("e3",)}, [6, 3, 0, Fraction(5, 2)]),
        ({"void": True, "places": {"e1": 1, "e2": 2, "e3": 3, "e4": 4}}, [0, 0, 0, 0]),
        ({"won": True}, [6, 6, 6, 6]),
        ({"won": False}, [0, 0, 0, 0]),
        ({"won": True, "absent": ("e2",)}, [6, 0, 6, 6]),
        ({"absent": ("e1", "e2")}, [0, 0, Fraction(9, 2), Fraction(9, 2)]),
        ({"absent": ("e2", "e3", "e4")}, [6, 0, 0, 0]),
    ],
)
def test_what_a_table_brings(league, result, expected):
    """LG-PTS-1, LG-PTS-2: by place, shared by those who are level; of a game won together each has a winner's."""
    assert list(points(league, result).values()) == expected


def test_a_bye_brings_what_the_plan_says_else_a_win_of_two_or_the_mean(league):
    """LG-RES-2"""
    assert league.bye(stage()) == Fraction(5, 2)
    assert league.bye(stage(seats=2)) == 6
    assert league.mean(stage(seats=2)) == Fraction(9, 2)
    assert league.bye(stage("7/2")) == league.bye(stage("7/2", seats=2)) == Fraction(7, 2)


@pytest.mark.parametrize(
    ("plan", "count", "rounds"),
    [
        ({"kind": "swiss", "rounds": 5}, 4, 5),
        ({"kind": "swiss", "rounds": None}, 4, 2),
        ({"kind": "round-robin", "rounds": None}, 4, 3),
        ({"kind": "round-robin", "rounds": None}, 5, 5),
        ({"kind": "round-robin", "rounds": None, "cycles": 2}, 4, 6),
        ({"kind": "round-robin", "rounds": None, "cycles": 2}, 5, 10),
        ({"kind": "knock-out", "rounds": None}, 4, 2),
        ({"kind": "single", "rounds": None}, 4, 1),
    ],
)
def test_how_many_rounds_are_planned(standings, plan, count, rounds):
    of = stage(**plan)
    of.entrants = [f"e{number}" for number in range(count)]
    assert standings.planned(of) == rounds


@pytest.mark.parametrize(
    ("lowest", "tally", "best", "expected"),
    [
        (True, 0, 0, 1),
        (True, 3, 1, Fraction(1, 2)),
        (True, 1, 1, 1),
        (True, None, 1, 0),
        (True, 1, None, 0),
        (False, 3, 4, Fraction(3, 4)),
        (False, 4, 4, 1),
        (False, 0, 4, 0),
        (False, 0, 0, 1),
        (False, -1, 0, 0),
    ],
)
def test_a_share_of_the_best_of_the_table(standings, lowest, tally, best, expected):
    """LG-TIE-3"""
    contest = standings.Contest.__new__(standings.Contest)
    contest.lowest = lowest
    assert contest.share(standings.Entry(1, 0, "game", {}, tally=tally, best=best)) == expected


@pytest.mark.parametrize(
    ("own", "other", "won"), [(1, 2, 1), (2, 1, 0), (1, 1, "1/2"), (None, 1, "1/2"), (1, None, "1/2")]
)
def test_who_came_before_whom(standings, own, other, won):
    assert standings.score(own, other) == Fraction(won)


@pytest.mark.parametrize(
    ("value", "told"),
    [(None, None), (Fraction(3), 3), (0, 0), (Fraction(1, 2), "1/2"), (2**53, str(2**53)), (-(2**53), str(-(2**53)))],
)
def test_values_are_whole_numbers_or_fractions_in_words(standings, value, told):
    found = standings.shown(value)
    assert (found, type(found)) == (told, type(told))


@pytest.mark.parametrize(
    ("result", "playing"),
    [
        ({}, SEATS),
        ({"void": True}, []),
        ({"absent": ("e1",)}, []),
        ({"absent": ("e1",), "places": {"e2": 1}}, ["e2", "e3", "e4"]),
        ({"absent": ("e1", "e2", "e3"), "places": {"e4": 1}}, []),
    ],
)
def test_who_met_at_a_table(standings, result, playing):
    assert standings.met({"seats": SEATS}, {"places": {}, "absent": (), "void": False} | result) == playing


def rounds(standings, *parts):
    return [(standings.Entry(number, 0, cause, {}), Fraction(value)) for number, (cause, value) in enumerate(parts, 1)]


def test_the_weakest_round_is_cut(standings):
    """16.5: in the rules of 2026 first of those that were not played by one's own doing."""
    parts = rounds(standings, ("game", 3), ("game", 1), ("forfeit", 2), ("bye", 0), ("absent", 4))
    assert [value for _, value in standings.cut(parts)] == [3, 1, 2, 4]
    assert [value for _, value in standings.cut_2026(parts)] == [3, 1, 0, 4]
    played = rounds(standings, ("game", 3), ("bye", 1))
    assert [value for _, value in standings.cut_2026(played)] == [3]
    assert standings.cut([]) == standings.cut_2026([]) == []


@pytest.mark.parametrize(
    ("more", "cause", "told"),
    [
        ({}, "over", "over"),
        ({}, "void", "void"),
        ({}, "abandoned", "abandoned"),
        ({}, "due", None),
        ({}, None, None),
        ({"series": False}, "over", "over"),
        ({"series": True}, "over", None),
    ],
)
def test_how_the_game_of_a_table_must_have_ended(standings, more, cause, told):
    """As it told it, if it did; how a series ended is told by its own log."""
    of = SimpleNamespace(games={}, seed=None)
    league = SimpleNamespace(stages={"A": of})
    standings.League.end(league, of, {"game_id": "g1", "game": 7, **more}, cause)
    assert standings.games_of({}, league) == {"g1": (None, told)}
    of.seed = bytes(32)
    [(seed, _)] = standings.games_of({}, league).values()
    assert seed == standings.derived(of.seed, 7) != standings.derived(of.seed, 8)
