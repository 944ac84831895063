"""Tournament report files: columns, codes of older and other programs, and what is refused."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.league.trf.reading import read
from domain.league.trf.tournament import BadFile, Cell
from domain.league.trf.writing import write
from tests.domain.league.trf.crosstable import crosstable

HEAD = "012 Open of the village\r\n022 Somewhere\r\nXXR 3\r\nXXC black1\r\n132 01/02/03\r\n013 A team line\r\n"

ONE = (
    "001    1 m GM Miller, Anna                      2210 ENG    12345678 1990/01/02  1.5    1     2 b 1  0000 - H\r\n"
)
TWO = "001    2      Meyer, Bernd                                                       0.0    2     1 w 0\r\n"
"""Two players, of a file's lines."""


def test_the_columns_of_players_and_their_rounds_are_read():
    tournament = read(HEAD + ONE + TWO)

    assert (tournament.name, tournament.rounds, tournament.first_colour) == ("Open of the village", 3, "b")
    anna, bernd = tournament.players.values()
    assert (anna.number, anna.name, anna.rating) == (1, "Miller, Anna", 2210)
    assert (anna.points, anna.rank) == (Fraction(3, 2), 1)
    assert anna.cells == (Cell(2, "b", "1"), Cell(None, None, "H"))
    assert (bernd.name, bernd.rating, bernd.cells) == ("Meyer, Bernd", None, (Cell(1, "w", "0"),))
    assert tournament.played == 2
    assert tournament.cell(2, 2) == Cell(None, None, " ")


@pytest.mark.parametrize(("older", "code"), [("+", "U"), ("1", "U"), ("=", "H"), ("-", "Z"), ("0", "Z"), ("f", "F")])
def test_codes_of_older_files_without_an_opponent(older, code):
    line = ONE.replace("0000 - H", f"0000 - {older}")

    assert read(line + TWO).players[1].cells[1] == Cell(None, None, code)


@pytest.mark.parametrize(
    ("lines", "brings"),
    [
        ("", {"1": 1, "=": Fraction(1, 2), "0": 0, "+": 1, "-": 0, "U": 1, "H": Fraction(1, 2), "F": 1, "Z": 0}),
        ("BBW  3.0\nBBD 1.0\n", {"1": 3, "=": 1, "0": 0, "+": 3, "U": 3, "H": 1, "F": 3}),
        (
            "BBW 2\nBBU 1.0\nBBL 0,5\nBBF 0.2\nBBZ 0.1\n",
            {"U": 1, "0": Fraction(1, 2), "-": Fraction(1, 5), "Z": Fraction(1, 10)},
        ),
        ("XXS W=3 D=1 PAB=2 ZPB=0.5\n", {"1": 3, "=": 1, "U": 2, "Z": Fraction(1, 2), "F": 3}),
    ],
)
def test_what_results_bring(lines, brings):
    found = read(lines + ONE + TWO).brings

    assert {code: found[code] for code in brings} == brings


def test_players_who_were_not_to_meet_are_read():
    assert read("XXP 1 2\n" + ONE + TWO).apart == ((1, 2),)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("012 Nothing\n", "no line of a player"),
        (ONE + ONE, "line 2: there is another player 1"),
        (ONE.replace("   1 m", "   x m"), "line 1: "),
        (ONE.replace(" b 1", " b 7") + TWO, "line 1: '7' is no result"),
        (ONE, "player 1, round 1: there is no player 2"),
        (ONE + TWO.replace("   1 w 0", "0000 - Z"), "do not agree on whom they met"),
        (ONE + TWO.replace("1 w 0", "1 w -"), "do not agree on whom they met"),
        (ONE + TWO.replace("1 w 0", "1 b 0"), "had the same colour, or none"),
        ("BBW 1/0\n" + ONE, "line 1: '1/0' is no number of points"),
        ("XXP 1 " + "9" * 5000 + "\n" + ONE, "line 1: '9{30}' is no number"),
        ("BBW " + "9" * 5000 + "\n" + ONE, "line 1: '9{30}' is no number of points"),
        ("BBW 0\n" + ONE, "a win brings nothing"),
        ("XXR many\n" + ONE, "line 1: "),
        (ONE.rstrip() + "  0000 - H" * 99, "a tournament has 100 rounds at most"),
        ("XXS WW=2\n" + ONE, "line 1: what WW brings is not understood"),
    ],
)
def test_what_is_no_file_is_refused(text, says):
    with pytest.raises(BadFile, match=says):
        read(text)


def test_what_was_written_is_read_again():
    brings = {**crosstable({1: "Z"}).brings, "1": Fraction(3), "W": Fraction(3), "+": Fraction(3), "F": Fraction(3)}
    written = crosstable(
        {1: "2w1 3b= U", 2: "1b0 H 3w-", 3: "U 1w= 2b+"}, ratings={1: 2000}, first_colour="b", brings=brings
    )

    assert read(write(written)) == written


def test_points_that_have_no_digits_for_them_are_not_written():
    thirds = {**crosstable({1: "Z"}).brings, "=": Fraction(1, 3)}
    with pytest.raises(ValueError, match="1/3 points cannot be written"):
        write(crosstable({1: "2w=", 2: "1b="}, brings=thirds))


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec="latin-1"), max_size=120))
def test_any_line_is_read_or_refused(line):
    with suppress(BadFile):
        assert {1, 2} <= set(read(f"001{line}\n{ONE}{TWO}").players)
