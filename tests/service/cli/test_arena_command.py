"""`nightledger arena`: matches that can be broken off and gone on with."""

import json
import tomllib

import pytest
from click.testing import CliRunner

from domain.games.darkness.game import Darkness
from domain.games.nightfall.game import Nightfall
from service.cli.authors import data
from service.cli.authors.arena import command


@pytest.fixture
def arena(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NIGHTLEDGER_EXTRA_GAMES", "pig=tests.pigs.pig:Pig")
    return lambda *given: CliRunner().invoke(command, [*map(str, given)])


def test_a_match_is_told_with_its_intervals(arena):
    told = arena("nightfall", "--levels", "greedy,random", "--games", 4)
    assert told.exit_code == 0, told.output
    first, points, _ = told.output.splitlines()
    assert first.startswith("greedy against random, 2 seats: 100.0 % (51.0 to 100.0) of 4")
    assert points.startswith("Elo: +inf")


def test_the_expert_plays_against_its_twin_that_sees_all_hands(arena):
    told = arena("pig", "--levels", "search,seeing", "--games", 1, "--playouts", 1, "--options", '{"goal": 5}')
    assert told.exit_code == 0, told.output
    assert told.output.startswith("search against seeing, 2 seats: ")


def test_a_match_goes_on_where_it_was_broken_off(arena, tmp_path):
    file = tmp_path / "match.jsonl"
    given = ("nightfall", "--levels", "greedy,random", "--results", file)
    arena(*given, "--games", 2)
    half = file.read_text("utf-8")
    file.write_text(half + '{"game": 2, "wo', "utf-8")
    told = arena(*given, "--games", 3)
    assert "of 3" in told.output
    assert [json.loads(line)["won"] for line in file.read_text("utf-8").splitlines()[1:]] == [True, True, True]


def test_a_file_of_another_match_is_refused(arena, tmp_path):
    file = tmp_path / "match.jsonl"
    arena("nightfall", "--levels", "greedy,random", "--games", 1, "--results", file)
    told = arena("nightfall", "--levels", "random,greedy", "--games", 1, "--results", file)
    assert told.exit_code == 2
    assert "it holds another match" in told.output


@pytest.mark.parametrize("written", ["", "no JSON at all\n", "no line", b"\xff\n"])
def test_a_file_of_something_else_is_refused_and_an_empty_one_begun(arena, tmp_path, written):
    file = tmp_path / "match.jsonl"
    file.write_bytes(written if isinstance(written, bytes) else written.encode())
    told = arena("nightfall", "--levels", "greedy,random", "--games", 1, "--results", file)
    if written:
        assert (told.exit_code, "it holds no results of a match" in told.output) == (2, True), told.output
    else:
        assert (told.exit_code, len(file.read_text("utf-8").splitlines())) == (0, 2)


def test_it_stops_when_the_bar_is_surely_cleared(arena):
    told = arena("pig", "--levels", "random,random", "--games", 60, "--bar", 2, "--options", '{"goal": 20}')
    assert "above 2 %" in told.output
    assert "of 60" not in told.output


def test_a_game_is_counted_by_its_goal_with_one_level_at_all_seats(arena):
    told = arena("nightfall", "--goal", "--levels", "greedy,random", "--games", 1)
    assert "greedy at all 2 seats: 100.0 %" in told.output


def test_a_game_that_all_play_together_is_counted_alike_with_the_goal_and_without(arena):
    beaten = ("last-spell", "--levels", "random,random", "--seats", 1, "--games", 1)
    for told in (arena(*beaten), arena(*beaten, "--goal")):
        assert "random at all 1 seats: 0.0 %" in told.output


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("nothing",), "unknown game"),
        (("pig", "--goal"), "nobody looks ahead in this game"),
        (("nightfall", "--levels", "greedy"), "two of random, greedy, search"),
        (("nightfall", "--seats", "9"), "2 to 5 seats"),
        (("nightfall", "--value", "/dev/null"), "no data file of weights"),
    ],
)
def test_what_does_not_fit_is_refused(arena, given, said):
    told = arena(*given)
    assert told.exit_code != 0
    assert said in told.output


def test_the_first_level_goes_by_weights_of_ones_own(arena, tmp_path):
    given = ("nightfall", "--levels", "greedy,greedy", "--games", 8)
    nothing, unknown = tmp_path / "nothing.toml", tmp_path / "unknown.toml"
    lines = "\n".join(f"{name} = 0" for name in Nightfall().rating_weights)
    nothing.write_text(f"[weights]\n{lines}\n", "utf-8")
    unknown.write_text("[weights]\nluck = 1\n", "utf-8")
    assert "50.0 %" in arena(*given).output
    assert "50.0 %" not in arena(*given, "--ratings", nothing).output
    refused = arena(*given, "--ratings", unknown)
    assert refused.exit_code == 2
    assert "go by other weights" in refused.output


def test_tables_are_valued_by_weights_of_ones_own(arena, tmp_path):
    value, results = tmp_path / "value.toml", tmp_path / "match.jsonl"
    value.write_text("[weights]\nwounds = -1\n", "utf-8")
    given = ("nightfall", "--levels", "search,greedy", "--playouts", 2, "--games", 1, "--results", results)
    assert arena(*given, "--value", value).exit_code == 0
    assert json.loads(results.read_text("utf-8").splitlines()[0])["value"] == {"wounds": -1.0}
    assert arena(*given).exit_code == 2


def test_weights_are_tuned_the_same_from_the_same_seed(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    told = [CliRunner().invoke(data.command, ["tune", "nightfall", "--games", "6", "--seed", "one"]) for _ in range(2)]
    assert told[0].output == told[1].output
    assert {"wounds", "printed"} <= tomllib.loads(told[0].output)["weights"].keys()


def test_ratings_are_tuned_to_a_data_file_that_says_how_good_it_is(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    given = ["tune-ratings", "nightfall", "--generations", "1", "--games", "2", "--last", "4"]
    told = CliRunner().invoke(data.command, given)
    assert told.exit_code == 0, told.output
    assert tomllib.loads(told.stdout)["weights"].keys() == Nightfall().rating_weights.keys()
    assert "# In 4 games against the weights before it was won" in told.stdout
    assert told.stderr.startswith("generation 0: ")


def test_a_prior_is_printed_again_with_what_games_made_of_it(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(data.command, ["tune", "darkness", "--games", "3", "--seed", "one", "--penalty", "1"])
    tuned = tomllib.loads(told.output)
    assert tuned["prior"] == Darkness.prior
    assert tuned["weights"].keys() >= Darkness.prior.keys()
    assert "by the prior by " in told.output


def test_ratings_without_weights_cannot_be_tuned(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NIGHTLEDGER_EXTRA_GAMES", "pig=tests.pigs.pig:Pig")
    told = CliRunner().invoke(data.command, ["tune-ratings", "pig"])
    assert told.exit_code == 2
    assert "do not go by weights" in told.output
