"""`nightledger puzzle`: solving what there is, and making more of games that were played."""

import json

import yaml
from click.testing import CliRunner

from domain.games.catalog import Catalog
from domain.lessons.puzzle import posed, puzzles_of
from service.cli import cli

PUZZLE = puzzles_of(Catalog()["nightfall"])[0]


def run(*arguments):
    return CliRunner().invoke(cli, arguments)


def test_the_best_answer_is_right_and_another_is_not():
    [(best, value), (second, less), *_] = PUZZLE.answers
    right, wrong = (json.dumps(posted(step)) for step in (best, second))
    found = run("puzzle", "solve", "nightfall", PUZZLE.id, "--answer", right)
    assert (found.exit_code, found.stdout) == (0, f"Right: it wins {100 * value:.0f} %.\n")
    found = run("puzzle", "solve", "nightfall", PUZZLE.id, "--answer", wrong, "--json")
    assert found.exit_code == 1
    assert json.loads(found.stdout) == {"is_best": False, "value": less, "best": value}


def posted(step):
    return posed(Catalog(), PUZZLE).posted(step)


def test_an_answer_that_is_none_says_why():
    found = run("puzzle", "solve", "nightfall", "--answer", "perhaps")
    assert found.exit_code == 1
    assert "an action as JSON" in found.stderr


def test_they_are_listed():
    lines = run("puzzle", "list", "nightfall").stdout.splitlines()
    assert f"nightfall {PUZZLE.id}" in lines


def test_puzzles_are_made_of_records(tmp_path):
    games, out = tmp_path / "games", tmp_path / "puzzles"
    made = run(
        "simulate",
        "nightfall",
        "--seats",
        "2",
        "--ai",
        "greedy",
        "--games",
        "1",
        "--seed",
        "puzzles",
        "--records",
        str(games),
    )
    assert made.exit_code == 0, made.output
    found = run("puzzle", "extract", *map(str, games.iterdir()), "--out", str(out), "--playouts", "4", "--last", "30")
    assert found.exit_code == 0, found.output
    for file in out.iterdir():
        assert {"seed", "seats", "plays", "answers", "position"} <= yaml.safe_load(file.read_text()).keys()
    assert len(found.stdout.splitlines()) == len(list(out.iterdir()))
