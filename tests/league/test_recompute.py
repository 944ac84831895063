"""`nightledger league recompute`, and leagues exported for it."""

from collections.abc import Mapping

import pytest
from click.testing import CliRunner

from domain.league.trf.writing import write
from service.cli.league import command
from tests.domain.league.trf.crosstable import crosstable
from tests.domain.league.trf.team_file import TEAMS
from tests.league.bots import MORE_GAMES

FOUR: Mapping[int, str] = {1: "3w1 2b1", 2: "4b1 1w0", 3: "1b0 4w1", 4: "2w0 3b0"}
"""1 before 2 and 3, who are level, before 4."""

VALUES = "number,BH,SB\n1,2,2\n2,2,0\n3,2,0\n4,2,0\n"


def run(*arguments, **environ):
    return CliRunner(env={"NIGHTLEDGER_EXTRA_GAMES": MORE_GAMES, **environ}).invoke(command, ["recompute", *arguments])


@pytest.fixture
def files(tmp_path):
    """Writes a file: its path."""

    def put(name, text):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return put


def test_where_nothing_differs_it_says_so(files):
    file = files("open.trf", write(crosstable(FOUR)))
    result = run(file, "--values", files("open.csv", VALUES), "--pairings")
    assert result.exit_code == 0, result.output
    assert result.output == (
        f"{file}: A tournament, 4 players, 2 rounds; C.07 of 2026\n"
        "  compared: 4 points, 0 ranks, 8 values of tie-breaks, 2 pairings; nothing differs\n"
    )


def test_each_difference_is_told(files):
    file = files("open.trf", write(crosstable(FOUR)).replace(" 2.0 ", " 1.5 "))
    result = run(file, "--values", files("open.csv", VALUES.replace("1,2,2", "1,2,3")))
    assert result.exit_code == 1
    assert result.output.splitlines()[1:] == [
        "  1 Player 1: points 1.5 published, 2 by the rules",
        "  1 Player 1: SB 3 published, 2 by the rules",
        "  compared: 4 points, 0 ranks, 8 values of tie-breaks; 2 differs",
    ]


@pytest.mark.parametrize(
    ("day", "arguments", "text"),
    [
        ("", [], 2026),
        ("042 2026/02/28\n", [], 2024),
        ("042 2026/3/1\n", [], 2026),
        ("042 28.02.2026\n", [], 2024),
        ("042 24/09/2010\n", [], 2024),
        ("042 1 March 2026\n", [], 2026),
        ("042 2026/02/28\n", ["--handbook", "2026"], 2026),
        ("", ["--handbook", "2024"], 2024),
    ],
)
def test_the_first_day_or_an_option_tells_which_text_of_the_handbook_it_is(files, day, arguments, text):
    """1 has two points, of 2 with one and of a bye: since 2026 of no more than three draws. Its missed round is cut."""
    file = files("open.trf", day + write(crosstable({1: "2w1 U Z", 2: "1b0 Z Z"})))
    result = run(file, "--values", files("open.csv", "number,BH/C1\n1,0\n"), *arguments)
    assert result.output.splitlines()[:2] == [
        f"{file}: A tournament, 2 players, 3 rounds; C.07 of {text}",
        f"  1 Player 1: BH/C1 0 published, {'2.5' if text == 2026 else '3'} by the rules",
    ]


def test_several_files_and_named_tie_breaks(files):
    same = write(crosstable(FOUR))
    result = run(files("a.trf", same), files("b.trf", same), "--tiebreaks", "BH/C1, sonneborn-berger")
    assert (result.exit_code, result.output.count("nothing differs")) == (0, 2)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--tiebreaks", "BH/C9"], "'BH/C9' is no tie-break; there are DE, "),
        (["--values", "{nothing}"], "there is no column 'number'"),
        (["--values", "{words}"], "words.csv: "),
        (["--values", "{stranger}"], "open.trf: there is no player 9"),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_line(files, arguments, says):
    known = {"nothing": files("nothing.csv", "BH\n1\n"), "words": files("words.csv", "number,BH\n1,many\n")}
    known["stranger"] = files("stranger.csv", "number,BH\n9,1\n")
    result = run(files("open.trf", write(crosstable(FOUR))), *(one.format_map(known) for one in arguments))
    assert (result.exit_code, says in result.output) == (1, True), result.output
    assert result.output.startswith("Error: ")


def test_what_is_no_file_is_said_in_one_line(files):
    result = run(files("x.trf", "012 Nothing"))
    assert result.exit_code == 1
    assert result.output.endswith("x.trf: there is no line of a player (001)\n")


def test_a_file_of_teams_is_said_to_be_one_with_an_exit_code_of_its_own(files):
    result = run(files("x.trf", write(crosstable(FOUR)).replace("092 Individual", "082 12\r\n092 Matches")))
    assert result.exit_code == 6
    assert "x.trf: it is a file of teams (line 082), and has no line of one (310, or 013)" in result.output


def test_teams_are_compared_by_match_points_game_points_and_ranks(files):
    assert run(files("a.trf", TEAMS)).output.splitlines()[1:] == [
        "  compared: 4 match points, 4 game points, 4 ranks, 3 rounds of line 802, 9 points of players; nothing differs"
    ]
    result = run(files("b.trf", TEAMS.replace("4.0    4.0   1", "5.0    4.0   3")))
    assert result.exit_code == 1
    assert result.output.splitlines()[1:3] == [
        "  team 1 Rooks: match points 5 published, 4 by the rules",
        "  team 1 Rooks: rank 3 published, 1 by the rules",
    ]


def test_of_teams_no_tie_breaks_are_asked_for(files):
    result = run(files("a.trf", TEAMS), "--tiebreaks", "BH")
    assert (result.exit_code, "tie-breaks, values and pairings are of single players" in result.output) == (6, True)


def test_the_tie_breaks_are_those_that_the_file_names_if_nobody_gives_others(files):
    """1 has won both games; 2 comes before 3, with whom it is level in all, by the number alone."""
    ranked = with_ranks(write(crosstable(FOUR)), 1, 2, 3, 4)
    assert run(files("a.trf", ranked)).exit_code == 0
    result = run(files("b.trf", "212 PTS, SB, TPN, XYZ\n" + with_ranks(write(crosstable(FOUR)), 1, 3, 2, 4)))
    assert result.output.splitlines()[0].endswith("; C.07 of 2026; tie-breaks SB, TPN")
    assert [line.split(":")[1] for line in result.output.splitlines()[1:3]] == [
        " rank 3 published, 2 by the rules",
        " rank 2 published, 3 by the rules",
    ]


def with_ranks(text, *ranks):
    """The file with these ranks of its players, which has none."""
    lines = text.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("001"))
    players = [f"{line[:85]}{rank:4d}{line[89:]}" for line, rank in zip(lines[first:], ranks)]
    return "\r\n".join([*lines[:first], *players])


def test_a_table_of_values_is_of_one_tournament(files):
    same = files("a.trf", write(crosstable(FOUR)))
    assert run(same, same, "--values", files("a.csv", VALUES)).exit_code == 2


def test_the_columns_of_values_are_among_the_tie_breaks(files):
    result = run(files("a.trf", write(crosstable(FOUR))), "--values", files("a.csv", VALUES), "--tiebreaks", "BH")
    assert (result.exit_code, "SB is not among the tie-breaks" in result.output) == (2, True)


def test_a_stage_of_a_league_is_exported_and_comes_out_the_same(seasons, files):
    league_id = seasons.begin()
    seasons.play_season(league_id)
    environ = {"NIGHTLEDGER_HOME": str(seasons.settings.home)}
    runner = CliRunner(env={"NIGHTLEDGER_EXTRA_GAMES": MORE_GAMES, **environ})
    exported = runner.invoke(command, ["export", league_id, "--trf", "1/A/1"])
    assert exported.exit_code == 0, exported.output
    result = run(files("league.trf", exported.stdout), "--tiebreaks", "wins", "--pairings")
    assert "The league, 4 players, 2 rounds" in result.output
    assert "4 points, 4 ranks, 0 values of tie-breaks, 2 pairings; nothing differs" in result.output
    assert runner.invoke(command, ["export", league_id, "--trf", "2/A/1"]).exit_code == 1


def test_a_stage_without_tables_of_two_is_refused(seasons):
    league_id = seasons.begin(seats=4, divisions=[{"name": "A", "size": 4}], stages=[{"kind": "balanced-groups"}])
    runner = CliRunner(env={"NIGHTLEDGER_EXTRA_GAMES": MORE_GAMES, "NIGHTLEDGER_HOME": str(seasons.settings.home)})
    result = runner.invoke(command, ["export", league_id, "--trf", "1/A/1"])
    assert (result.exit_code, "at tables of two" in result.output) == (1, True)
