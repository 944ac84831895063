"""Tie-breaks of 2026: rounds without a game by FIDE's Handbook C.07, article 16, computed by hand."""

from __future__ import annotations

from fractions import Fraction

from domain.league import actions as a
from domain.league.sheet import Game, Rest, Sheet
from domain.league.tiebreaks.unplayed import Opposition
from tests.domain.league.by_hand import STAGE, ByHand, column

NAMES = ("buchholz-2026", "buchholz-cut-1-2026", "sonneborn-berger-2026")
WIN = {"points": [1, 0], "tiebreaks": [*NAMES, "buchholz"]}


def columns(table):
    """The values of the three, by entrant."""
    lines = table.now()
    return {
        line.entrant: [Fraction(column(lines, name)[line.entrant]) for name in NAMES]
        for line in sorted(lines, key=lambda line: line.entrant)
    }


def test_a_forfeit_counts_no_more_than_whom_one_was_to_meet():
    """16.4.1 (LG-TIE-10, LG-TIE-11, LG-TIE-12): e2 with two points was to meet e4 with none, so adds 3 + 0 + 1."""
    table = ByHand(4, 3, **WIN)
    table.round("e1>e2", "e3>e4")
    table.seat("e1>e3", "e2>e4")
    table.finish("e1>e3")
    table.running.organiser(a.Forfeit(STAGE, table.number("e2>e4"), ("e4",)))
    table.close()
    table.round("e1>e4", "e2>e3")

    assert columns(table) == {"e1": [3, 3, 3], "e2": [4, 4, 1], "e3": [5, 5, 0], "e4": [4, 4, 0]}
    assert column(table.now(), "buchholz") == {"e1": 3, "e2": 6, "e3": 5, "e4": 4}


def test_every_other_round_without_a_game_counts_no_more_than_draws_in_all_rounds():
    """16.4.2: 3/2 for the two points of e1 and e2. 16.3: e1 counts 2 + 1/2 for the others. 16.5: its own round goes
    first."""
    table = ByHand(3, 3, **WIN)
    table.round("e1>e2")
    table.round("e1>e3")
    table.running.post("seat", a.Withdraw("e1"), "e1")
    table.round("e2>e3")

    half = Fraction(1, 2)
    assert columns(table) == {"e1": [4 + half, 3, 3], "e2": [5, 4, 2 + half], "e3": [5 + half, 4 + half, 1]}


def test_who_comes_late_counts_with_the_points_that_it_has():
    """16.2.3: a round missed before one that was played stays as it was."""
    own = {
        "e1": Sheet(
            "e1", (won(2, "e2"),), (Rest(1, Fraction(0), cause="absent"),), start=Fraction(0), points=Fraction(1)
        ),
        "e2": Sheet("e2", (), (Rest(1, Fraction(0), cause="absent"),), start=Fraction(0), points=Fraction(0)),
    }
    opposition = Opposition(own, Fraction(1, 2), 2)

    assert (opposition.of("e1"), opposition.of("e2")) == (1, Fraction(1, 2))


def test_what_one_brought_along_comes_on_top_of_the_draws():
    """Four points of the stage before and one of a bye; 4 + 1/2 is the limit of a stage of one round."""
    own = {"e1": Sheet("e1", (), (Rest(1, Fraction(1), cause="bye"),), start=Fraction(4), points=Fraction(5))}

    [part] = Opposition(own, Fraction(1, 2), 1).parts(own["e1"])
    assert part.points == Fraction(9, 2)


def test_at_a_table_of_four_the_mean_of_all_others_is_the_limit():
    """19/3 each for the three who came: e1 has 49/3, and the others 37/3, 28/3 and 1, 68/9 on average."""
    table = ByHand(4, 2, seats=4, tiebreaks=list(NAMES))
    table.round("e1>e2>e3>e4")
    table.seat("e1>e2>e3>e4")
    table.running.organiser(a.Forfeit(STAGE, 2, ("e4",)))
    table.close()

    made = columns(table)
    assert made["e1"][0] == Fraction(68, 9) + Fraction(68, 9)
    assert made["e3"][0] == Fraction(89, 9) + Fraction(28, 3)
    assert made["e4"][0] == Fraction(38, 3) + 1
    assert made["e4"][1] == Fraction(38, 3)
    assert made["e1"][2] == Fraction(68, 9) + Fraction(68, 9) * Fraction(19, 30)


def test_each_value_is_shown_with_its_rule():
    table = ByHand(2, 1, **WIN)
    table.round("e1>e2")

    assert [(value.rule, value.name) for value in table.end()[0].values] == [
        ("LG-TIE-10", "buchholz-2026"),
        ("LG-TIE-11", "buchholz-cut-1-2026"),
        ("LG-TIE-12", "sonneborn-berger-2026"),
        ("LG-TIE-6", "buchholz"),
    ]


def test_a_void_game_is_nobodys_own_doing():
    """e1 with two points: 3/2 for the void game of three rounds, and the game of no points is cut before it."""
    table = ByHand(4, 3, **WIN)
    table.round("e1>e2", "e3>e4")
    table.round("e1>e4", "e3>e2")
    table.seat("e1>e3", "e2>e4")
    table.running.service(a.Report(STAGE, table.number("e1>e3"), "void"))
    table.finish("e2>e4")
    table.close()

    assert columns(table)["e1"] == [1 + 0 + Fraction(3, 2), 1 + Fraction(3, 2), 1]


def won(number, other):
    return Game(number, Fraction(1), seat=0, place=1, shared=False, against={other: Fraction(1)})
