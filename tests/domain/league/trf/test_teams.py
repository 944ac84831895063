"""Files of teams: their records read and written, match points and game points made from what the boards brought."""

from fractions import Fraction

import pytest

from domain.league.trf.comparing import recompute
from domain.league.trf.team_comparing import recompute_teams
from domain.league.trf.team_reading import read_teams
from domain.league.trf.team_writing import write_teams
from domain.league.trf.teams import Allocated, Bye, Forfeit, Given, LineUp, RoundTold, Team, TeamsFile
from domain.league.trf.tournament import BadFile
from tests.domain.league.trf.team_file import HEAD, LINES, RECORDS, TEAMS

HALF = Fraction(1, 2)


def differences(text):
    return [str(one) for one in recompute_teams(read_teams(text)).differences()]


def test_every_record_of_teams_is_read():
    read = read_teams(TEAMS)
    assert read.teams[4] == Team(4, "Queens", (4, 8, 9), "QUEEN", "1800", Fraction(3), Fraction(3), 2)
    assert (read.kind, read.boards, read.numbered) == ("Team: Swiss-System", "WB", True)
    assert read.byes == (Bye("H", 2, (3,)),)
    assert read.given == (Given("", Fraction(-1), -HALF, None, (1,)),)
    assert read.line_ups == (LineUp(3, 4, 3, (9, 0)),)
    assert read.allocated == (Allocated(Fraction(1), Fraction(1), (0, 2, 0)),)
    assert read.forfeits == (Forfeit("+-", 2, 1, 4),)
    assert read.summaries[0].rounds[:2] == (
        RoundTold("3", "w", Fraction(3, 2), forfeited=False),
        RoundTold("4", "w", Fraction(2), forfeited=True),
    )
    assert (len(read.tournament.players), read.tournament.played, read.tournament.type_code) == (9, 3, "FIDE_TEAM")


def test_what_was_read_is_written_again():
    written = write_teams(read_teams(TEAMS))
    assert read_teams(written) == read_teams(TEAMS)
    lines = set(written.split("\r\n"))
    assert {line.rstrip() for line in (HEAD + LINES + RECORDS).splitlines()} - lines == set()


def test_whole_points_that_fill_their_columns_are_written_without_a_point():
    read = read_teams(TEAMS.replace("320  1.0", "320 1000"))
    assert read_teams(write_teams(read)).allocated == read.allocated


def test_match_points_and_game_points_are_made_of_the_boards():
    made = recompute_teams(read_teams(TEAMS))
    assert made.totals == {1: (4, 4), 2: (2, 2), 3: (2, Fraction(5, 2)), 4: (3, 3)}
    told = {
        team: [(one.letter, one.bye, one.opponent, one.game_points) for one in own] for team, own in made.rounds.items()
    }
    assert told[1] == [("W", "", 3, Fraction(3, 2)), ("+", "", 4, 2), ("D", "", 2, 1)]
    assert told[2] == [("L", "", 4, 0), ("", "PAB", None, 1), ("D", "", 1, 1)]
    assert told[3] == [("L", "", 1, HALF), ("H", "HPB", None, 1), ("D", "", 4, 1)]
    assert told[4] == [("W", "", 2, 2), ("-", "", 1, 0), ("D", "", 3, 1)]
    assert differences(TEAMS) == []
    assert [one for one in recompute(made.read.tournament, []).differences() if one.what == "points"] == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("2.0    2.0   4", "1.0    2.0   4", "team 2 Bishops: match points 1 published, 2 by the rules"),
        ("2.0    2.5   3", "2.0    3.5   3", "team 3 Knights: game points 3.5 published, 2.5 by the rules"),
        ("2.0    2.5   3", "2.0    2.5   2", "team 3 Knights: rank 2 published, 3 to 4 by the rules"),
        ("3 w  1.5", "3 w  1.0", "team 1 Rooks: round 1, game points 1 published, 1.5 by the rules"),
        ("3 w  1.5", "2 w  1.5", "team 1 Rooks: round 1, opponent 2 published, 3 by the rules"),
    ],
)
def test_what_was_published_otherwise_is_named(old, new, says):
    assert differences(TEAMS.replace(old, new)) == [says]


def test_who_has_as_many_match_points_may_stand_in_any_order():
    assert differences(TEAMS.replace("2.0   4", "2.0   3").replace("2.5   3", "2.5   4")) == []


def test_matches_bring_what_the_file_says():
    made = recompute_teams(read_teams(TEAMS + "362 TW 3.0    TD 1.0    TL 0.0\n"))
    assert made.totals[1] == (6, 4)
    assert write_teams(made.read).count("362 TW 3.0    TD 1.0    TL 0.0\r\n") == 1


def test_a_bye_of_all_points_brings_all_boards():
    read = read_teams(TEAMS.replace("240 H 002", "240 F 002"))
    assert recompute_teams(read).totals[3] == (3, Fraction(7, 2))


def test_a_result_may_bring_one_team_other_points():
    """The winners of a forfeited match get one board less."""
    read = read_teams(TEAMS + "299 +   2.0   1.0  002    1\n")
    assert recompute_teams(read).totals[1] == (4, 3)


def test_older_files_have_teams_without_numbers():
    old = "013 Rooks                              1    5\n013 Knights                            3    7\n"
    players = "\n".join(line for line in LINES.splitlines() if line[7] in "1357")
    played = players.replace("     2 w =", "  0000 - -").replace("     6 b =", "  0000 - -").replace("     9 b 0", "")
    read = read_teams(f"012 Old\n082 2\n{played}\n{old}")
    assert [(team.number, team.name, team.players) for team in read.teams.values()] == [
        (1, "Rooks", (1, 5)),
        (2, "Knights", (3, 7)),
    ]
    assert read_teams(write_teams(read)) == read


def test_both_kinds_of_teams_lines_may_stand_in_a_file():
    old = "013 Rooks                              1    5"
    read = read_teams(f"{TEAMS}{old}\n")
    assert len(read.teams) == 4
    assert f"{old}\r\n" in write_teams(read)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (TEAMS.replace("310   2", "310   1"), "there is another team 1"),
        (TEAMS.replace("    4    8    9", "    4    8   10"), "team 4: there is no player 10"),
        (TEAMS.replace("    4    8    9", "    4    8    1"), "player 1 plays for teams 1 and 4"),
        (TEAMS.replace("330 +-", "330 ++"), "is no forfeit; there are"),
        (TEAMS.replace("1   4\n802", "1   7\n802"), "a line 330 names team 7, of which there is no line"),
        (TEAMS.replace("352 WB", "352 XY"), "is no sequence of colours"),
        (TEAMS.replace("240 H", "240  "), "a line 240 has a bye F, H or Z, and a round"),
        (TEAMS.replace("240 H", "240 X"), "a line 240 has a bye F, H or Z, and a round"),
        (TEAMS + "362 nothing\n", "does not say what matches bring"),
        (TEAMS.replace("299  ", "299 Q"), "'Q' is no result to which other points are given"),
    ],
)
def test_what_is_no_file_of_teams_says_why(text, says):
    with pytest.raises(BadFile, match=says):
        read_teams(text)


def test_a_file_of_teams_without_teams_is_said_to_be_none():
    with pytest.raises(TeamsFile, match="line 082"):
        read_teams(f"082 4\n{LINES}")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (TEAMS.replace("330 +- 002   1   4\n", ""), "round 2: nothing says whom team 1 has met"),
        (TEAMS.replace("300 003   4   3", "300 003   4   2"), "round 3: team 4 meets 2 and 3"),
        (TEAMS + "162  A 0.5\n", "who is absent gets points"),
    ],
)
def test_points_that_the_file_does_not_explain_are_refused(text, says):
    with pytest.raises(BadFile, match=says):
        recompute_teams(read_teams(text))
