"""Games beside the program's own: by entry points of other distributions, and by a setting."""

import re
import subprocess
import sys

import pytest

from domain.games.catalog import GAMES, Catalog, UnloadableGame
from service.bootstrap import build
from service.installed import catalog_of, installed_games
from service.settings import Settings, SettingsError
from tests.distributions import bring
from tests.installation import prepare
from tests.pigs.pig import Pig

PIG = "tests.pigs.pig:Pig"


def beside(**environ):
    return catalog_of(Settings.from_env(environ))


def test_without_other_distributions_there_are_the_program_s_own_games():
    assert list(beside()) == list(GAMES)


def test_a_distribution_brings_a_game(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(bring(tmp_path, "a-sty", pig=PIG))
    assert installed_games() == {"pig": PIG}
    assert isinstance(beside()["pig"], Pig)


def test_a_distribution_that_is_found_twice_brings_its_game_once(tmp_path, monkeypatch):
    for folder in ("one", "two"):
        monkeypatch.syspath_prepend(bring(tmp_path / folder, "a-sty", pig=PIG))
    assert installed_games() == {"pig": PIG}


def test_two_distributions_cannot_bring_the_same_id(tmp_path, monkeypatch):
    bring(tmp_path, "a-sty", pig=PIG)
    monkeypatch.syspath_prepend(bring(tmp_path, "b-sty", pig="tests.other_pig:Pig"))
    with pytest.raises(SettingsError, match="a-sty and the distribution b-sty both bring a game 'pig'"):
        beside()


def test_no_distribution_takes_the_id_of_a_game_of_the_program(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(bring(tmp_path, "a-sty", nightfall=PIG))
    with pytest.raises(SettingsError, match="a-sty brings a game 'nightfall', which is one of the program's own"):
        beside()


def test_what_a_setting_says_stands_over_what_is_installed(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(bring(tmp_path, "a-sty", pig="tests.nowhere:Pig"))
    assert isinstance(beside(NIGHTLEDGER_EXTRA_GAMES=f"pig={PIG}")["pig"], Pig)


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("tests.nowhere:Pig", "ModuleNotFoundError: No module named 'tests.nowhere'"),
        ("tests.pigs.pig:Ox", "AttributeError: module 'tests.pigs.pig' has no attribute 'Ox'"),
        ("tests.pigs.pig:PigState", "TypeError: "),
        ("tests.pigs.pig:Roll", "tests.pigs.pig:Roll is no game"),
        (
            "tests.pigs.thinking_pig:ThinkingPig",
            "the one at tests.pigs.thinking_pig:ThinkingPig calls itself 'thinking-pig'",
        ),
    ],
)
def test_a_game_that_cannot_be_loaded_is_named_with_the_reason(tmp_path, monkeypatch, place, reason):
    with pytest.raises(UnloadableGame, match=re.escape(reason)):
        Catalog({"pig": place})["pig"]
    monkeypatch.syspath_prepend(bring(tmp_path, "a-sty", pig=place))
    with pytest.raises(SettingsError) as refused:
        beside()
    assert "the game 'pig' cannot be loaded" in str(refused.value)
    assert reason in str(refused.value)


def test_an_installation_does_not_start_without_one_of_its_games(tmp_path, monkeypatch):
    settings = prepare(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES="")
    monkeypatch.syspath_prepend(bring(tmp_path / "site", "a-sty", pig="tests.nowhere:Pig"))
    with pytest.raises(SettingsError, match="'pig' cannot be loaded"):
        build(settings)


def test_a_command_says_in_one_line_what_cannot_be_loaded(tmp_path):
    site = bring(tmp_path, "a-sty", pig="tests.nowhere:Pig")
    code = f"import sys; sys.path.insert(0, {str(site)!r}); sys.argv[1:] = ['data', 'check', 'darkness']\n"
    command = [sys.executable, "-c", f"{code}from service.cli import main; main()"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "nightledger: the game 'pig' cannot be loaded from tests.nowhere:Pig: "
        "ModuleNotFoundError: No module named 'tests.nowhere'\n"
    )
