"""Tournament report files: columns, codes of older and other programs, and what is refused."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.league.trf import days, rebuilding
from domain.league.trf.reading import read
from domain.league.trf.teams import TeamsFile
from domain.league.trf.tournament import Apart, BadFile, Cell
from domain.league.trf.writing import write
from tests.domain.league.trf.crosstable import crosstable

HEAD = "012 Open of the village\r\n022 Somewhere\r\nXXR 3\r\nXXC black1\r\n132 01/02/03\r\n### a remark\r\n"

ONE = (
    "001    1 m GM Miller, Anna                      2210 ENG    12345678 1990/01/02  1.5    1     2 b 1  0000 - H\r\n"
)
TWO = "001    2      Meyer, Bernd                                                       0.0    2     1 w 0\r\n"
"""Two players, of a file's lines."""


def test_a_byte_that_means_an_ellipsis_ends_no_line():
    written = HEAD + ONE.replace("Miller, Anna ", "Miller, A\x85 \u2028 ") + TWO
    anna, _ = read(written).players.values()
    assert (anna.points, len(anna.cells)) == (Fraction(3, 2), 2)


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
        ("162  W 3.0     D 1.0     L 0.5\n", {"1": 3, "W": 3, "+": 3, "=": 1, "H": 1, "0": Fraction(1, 2), "U": 3}),
        (
            "162  W 3.0     A 0.1     P 2.0     X 1.0\n",
            {"U": 2, "-": Fraction(1, 10), "Z": Fraction(1, 10), "=": Fraction(1, 2)},
        ),
        ("162 W=2,D=1,L=0\n", {"1": 2, "=": 1, "0": 0}),
        ("XXS W=3 D=1 PAB=2 ZPB=0.5\n", {"1": 3, "=": 1, "U": 2, "Z": Fraction(1, 2), "F": 3}),
    ],
)
def test_what_results_bring(lines, brings):
    found = read(lines + ONE + TWO).brings

    assert {code: found[code] for code in brings} == brings


def test_players_who_were_not_to_meet_are_read():
    assert read("XXP 1 2\n" + ONE + TWO).apart == (Apart((1, 2)),)
    assert read("260 001 002  0001 0002\n" + ONE + TWO).apart == (Apart((1, 2), 1, 2),)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026/03/14", "2026-03-14"),
        ("2026-3-1", "2026-03-01"),
        ("2009.09.09", "2009-09-09"),
        ("2026-03-14T10:00:00Z", "2026-03-14"),
        ("20260314", "2026-03-14"),
        ("24/09/2010", "2010-09-24"),
        ("28.02.2026", "2026-02-28"),
        ("3. 4. 2026", "2026-04-03"),
        ("02/28/2026", "2026-02-28"),
        ("26/03/14", "2026-03-14"),
        ("24/09/23", "2024-09-23"),
        ("14/03/99", "1999-03-14"),
        ("14 March 2026", "2026-03-14"),
        ("14-Mar-2026", "2026-03-14"),
        ("March 14th, 2026", "2026-03-14"),
        ("2026 Mar 14", "2026-03-14"),
        ("2026/02/30", None),
        ("in spring", None),
        ("14 Brumaire 2026", None),
        ("", None),
    ],
)
def test_the_first_day_is_read_as_files_have_it(text, day):
    assert read(f"042 {text}\n{ONE}{TWO}").start == day


def test_where_the_file_has_no_first_day_it_is_that_of_the_first_round():
    rounds = "132" + " " * 88 + "26/02/27  26/02/28\n"
    assert read(rounds + ONE + TWO).start == "2026-02-27"
    assert read("042 2026/02/20\n" + rounds + ONE + TWO).start == "2026-02-20"


@settings(deadline=None)
@given(st.text(max_size=20) | st.from_regex(r"[0-9]{1,5}[-/. ][0-9]{1,3}[-/. ][0-9]{1,5}", fullmatch=True))
def test_any_day_is_read_or_passed_over(text):
    found = days.day(text)
    assert found is None or date.fromisoformat(found)


def test_a_rank_or_rating_of_0_is_none():
    """Programs write it of a tournament that goes on, or of who has left."""
    line = ONE.replace("  1.5    1 ", "  1.5    0 ").replace(" 2210 ", "    0 ")
    assert [getattr(read(line + TWO).players[1], name) for name in ("rank", "rating")] == [None, None]


def test_points_that_some_get_otherwise_and_penalties_are_counted():
    """299: player 1 gets a half for its win of round 1, player 2 a point less after it."""
    lines = "299 W        0.5   001 0001\n299          -1.0  001 0002\n"

    found = rebuilding.sheets(read(lines + ONE + TWO))

    assert [found["1"].points, found["2"].points] == [Fraction(1), Fraction(-1)]
    assert rebuilding.sheets(read(lines + ONE + TWO), 0)["2"].points == 0


def test_the_tie_breaks_that_a_file_names_are_read():
    assert read("212 PTS,BH/C1, SB\n" + ONE + TWO).tiebreaks == ("BH/C1", "SB")


@pytest.mark.parametrize(
    "line",
    [
        "013 The Rooks                          1    2",
        "082 2",
        "092 Team Swiss System",
        "192 FIDE_TEAM_TYPE",
        "092 Individual: Swiss-System\n310   1 The Rooks",
        "362    TW  2.0",
        "802   1 ROOKS   19.0   32.5",
    ],
)
def test_a_file_of_teams_is_said_to_be_one(line):
    with pytest.raises(TeamsFile, match="it is a file of teams"):
        read(f"{line}\n{ONE}{TWO}")


def test_a_tournament_of_single_players_may_tell_their_clubs():
    assert read(f"082 0\n{ONE}{TWO}").players.keys() == {1, 2}
    assert read(f"092 Individual: Swiss-System\n082 2\n013 The Rooks    1    2\n{ONE}{TWO}").players.keys() == {1, 2}


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
        ("XXR many\n" + ONE, "line 1: 'many' is no number of rounds from 0 to 100"),
        (ONE.rstrip() + "  0000 - H" * 99, "a tournament has 100 rounds at most"),
        ("162 9\n" + ONE, "line 1: '9' does not say what results bring"),
        ("162 Q 1.0\n" + ONE, "line 1: what Q brings is not understood"),
        ("260 1\n" + ONE, "line 1: such a line has a first and a last round, and who does not meet"),
        ("XXA\n" + ONE, "line 1: such a line has a player, and points for each round"),
        ("299 Q        0.5   001 0001\n" + ONE, "line 1: 'Q' is no result"),
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
