"""What the report file of 2026 has besides that of 2016, read and written."""

from fractions import Fraction

import pytest

from domain.league.pairing.accelerated import Acceleration
from domain.league.trf.reading import read
from domain.league.trf.tournament import BadFile
from domain.league.trf.writing import write

HEAD = """012 Open of the village
022 Somewhere
032 POL
042 2026/03/07
052 2026/03/08
062 2
102 IA Somebody
112 FA Another
122 90 minutes and 30 seconds a move
142 3
152 B
162  W 3.0    D 1.0    L 0.0    A 0.0    P 2.0
172 POL NIDOF
182 Nightledger
192 FIDE_DUTCH_2026
212 PTS,BH/C1,TPN
222 5400+30
### a remark
"""
ONE = "001    1 m GM Rook, Anna                        2500 POL     1234567 1990/01/31  3.0    1     2 b 1\n"
TWO = "001    2 wWIM Bishop, Bea                       2400 GER    12345678 1991/02/28  0.0    2     1 w 0\n"
NATIONAL = "POL    1      Rook, Anna                        2510 MAZ      MZ-77\n"
RECORDS = """240 H 003    2
250       3.0 001 001    1    1
260 001 002    1    2
299          -0.5  002    1
"""
WHOLE = HEAD + ONE + TWO + NATIONAL + RECORDS


def test_every_record_of_single_players_is_read():
    found = read(WHOLE)
    anna = found.players[1]
    assert (anna.sex, anna.title, anna.name) == ("m", "GM", "Rook, Anna")
    assert (anna.rating, anna.federation, anna.fide, anna.birth) == (2500, "POL", "1234567", "1990/01/31")
    assert [cell.code for cell in found.players[2].cells] == ["0", " ", "H"]
    assert found.accelerated == (Acceleration(Fraction(3), 1, 1, 1, 1),)
    assert [(group.players, group.first, group.last) for group in found.apart] == [((1, 2), 1, 2)]
    assert [(one.codes, one.points, one.round, one.players) for one in found.abnormal] == [
        ("", Fraction(-1, 2), 2, (1,))
    ]
    assert (found.type_code, found.rounds, found.first_colour) == ("FIDE_DUTCH_2026", 3, "b")
    assert found.tiebreaks == ("BH/C1", "TPN")
    assert (found.brings["1"], found.brings["="], found.brings["U"]) == (3, 1, 2)
    tags = [line[:3] for line in found.others]
    assert tags == ["022", "032", "052", "102", "112", "122", "172", "182", "222", "POL"]


def test_what_was_read_is_written_again():
    found = read(WHOLE)
    written = write(found)
    assert read(written) == found
    for line in (*RECORDS.splitlines()[1:], "022 Somewhere", "152 B", "182 Nightledger"):
        assert f"{line}\r\n" in written
    assert ONE.rstrip() in written
    assert NATIONAL.rstrip() in written


def test_older_programs_say_virtual_points_by_the_player():
    found = read(HEAD + ONE + TWO + "XXA    2  0.5 0.0 1.0\n")
    assert found.accelerated == (Acceleration(Fraction(1, 2), 1, 1, 2, 2), Acceleration(Fraction(1), 3, 3, 2, 2))


def test_a_type_that_is_accelerated_says_it_for_all():
    found = read(HEAD.replace("FIDE_DUTCH_2026", "FIDE_DUTCH_BAKU") + ONE + TWO)
    assert [(one.points, one.first, one.last, one.highest) for one in found.acceleration] == [
        (Fraction(3), 1, 1, 2),
        (Fraction(3, 2), 2, 2, 2),
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("240 Q 001    1", "F, H or Z"),
        ("240 H 000    1", "and a round"),
        ("240 H 001    9", "of whom there is no line 001"),
        ("250       1.0 001    1    2", "such a line has points, a first and a last round, and a first and a last"),
        ("250       1.0 001 002    1    2    3", "such a line has points, a first"),
        ("XXA    1  much", "no number of points"),
    ],
)
def test_records_that_say_nothing_are_refused(line, says):
    with pytest.raises(BadFile, match=says):
        read(HEAD + ONE + TWO + line + "\n")
