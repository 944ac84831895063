"""The bots of `examples/bots`, run as their readers would: they play each game to its end."""

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from nightledger_client.decisions import ANSWERED
from tests.npm import Package

BOTS = Path(__file__).parents[2] / "examples" / "bots"

SHORT = {"nightfall": '{"draft": "quick"}', "darkness": "{}", "last-spell": '{"scenario": "introduction"}'}
"""Game -> options with which it ends soon."""


def ends(told, game):
    """Whether the last line that was printed says that the game is over."""
    return told.splitlines()[-1].startswith(f"{game} is over: ")


@pytest.mark.parametrize(
    "game", [game if game == "darkness" else pytest.param(game, marks=pytest.mark.slow) for game in SHORT]
)
def test_the_one_in_python_plays_to_the_end(address, game):
    program = [sys.executable, BOTS / "bot.py", address, game, SHORT[game]]
    done = subprocess.run(program, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert ends(done.stdout, game)


def test_the_one_in_typescript_leaves_the_decisions_that_the_client_leaves():
    [listed] = re.findall(r"CLOSED = \[(.*)\]", (BOTS / "typescript" / "bot.ts").read_text("utf-8"))
    assert set(re.findall(r'"([\w-]+)"', listed)) == ANSWERED


@pytest.mark.slow
def test_the_one_in_typescript_plays_each_game_to_its_end_with_types_made_of_the_document(tmp_path, address):
    """The packages that it needs come from the registry of npm."""
    package = Package(BOTS / "typescript", tmp_path / "typescript")
    (package.folder / "openapi.json").write_bytes(httpx.get(f"{address}/api/v1/openapi.json").content)
    package.run("generate")
    package.run("check")
    for game, options in SHORT.items():
        assert ends(package.node("bot.ts", address, game, options), game)
