"""A tournament of four teams at two boards, as a file has it: a forfeited match, byes, a board that stayed empty, and a
penalty."""

NONE, WON = (0, "-", "-"), (0, "-", "+")

PLAYERS = {
    1: ("2.5", [(3, "w", "1"), WON, (2, "w", "=")]),
    2: ("0.5", [(4, "w", "0"), NONE, (1, "b", "=")]),
    3: ("0.0", [(1, "b", "0"), NONE, (9, "b", "0")]),
    4: ("1.0", [(2, "b", "1"), NONE, NONE]),
    5: ("2.0", [(7, "b", "="), WON, (6, "b", "=")]),
    6: ("0.5", [(8, "b", "0"), NONE, (5, "w", "=")]),
    7: ("1.5", [(5, "w", "="), NONE, WON]),
    8: ("1.0", [(6, "w", "1"), NONE, NONE]),
    9: ("1.0", [NONE, NONE, (3, "w", "1")]),
}
"""Number -> points, and round by round the opponent, the colour and the code."""

HEAD = """012 Cup of the four
022 Somewhere
062 9
082 4
092 Team: Swiss-System
142 3
192 FIDE_TEAM
202 MPvGP
352 WB
"""

RECORDS = """310   1 Rooks                            ROOKS   2100    4.0    4.0   1     1    5
310   2 Bishops                          BISHO   2000    2.0    2.0   4     2    6
310   3 Knights                          KNIGH   1900    2.0    2.5   3     3    7
310   4 Queens                           QUEEN   1800    3.0    3.0   2     4    8    9
240 H 002    3
299    -1.0  -0.5  000    1
300 003   4   3    9    0
320  1.0  1.0 000 002 000
330 +- 002   1   4
802   1 ROOKS    4.0    4.0   3 w  1.5     4 w  2.0f    2 w  1.0
"""


def _player(number, points, cells):
    born = "1990/01/01"
    told = f"001 {number:4d} m    Player {number:<26} {2000 + number:4d} POL             {born} {points:>4} {number:4d}"
    return told + "".join(f"  {opponent or '0000':>4} {colour} {code}" for opponent, colour, code in cells)


LINES = "\n".join(_player(number, *told) for number, told in PLAYERS.items()) + "\n"

TEAMS = HEAD + LINES + RECORDS
"""The whole file, in which everything is as the rules make it."""
