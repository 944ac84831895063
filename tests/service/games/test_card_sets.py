"""Card sets in the installation's folder, and the command that checks them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.games.nightfall.data import built_in
from service.bootstrap import build
from service.cli import cli
from service.store.own_files import own_files
from tests.installation import prepare

TEXT = built_in().decode()


def test_a_new_game_can_name_a_set_of_the_folder(tmp_path: Path) -> None:
    settings = prepare(tmp_path / "home")
    (settings.home / "cards").mkdir()
    (settings.home / "cards/printed.toml").write_text(TEXT.replace("archive = 7", "archive = 6"))

    services = build(settings)
    game = services.catalog["nightfall"]
    options = game.check_options({"cards": "printed"}, ("s1", "s2"))
    services.close()

    assert game.describe().options["properties"]["cards"]["enum"] == ["built-in", "printed"]
    assert game.data_file(options["cards"]) == TEXT.replace("archive = 7", "archive = 6")


def test_what_is_no_text_is_no_set(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/broken.toml").write_bytes(b"\xff\xfe")

    assert own_files(tmp_path) == {"nightfall": {}}


def test_a_fit_set_is_told_with_how_much_of_it_is_reconstructed(tmp_path: Path) -> None:
    file = tmp_path / "printed.toml"
    file.write_text(TEXT)

    done = CliRunner().invoke(cli, ["cards", "check", str(file)])

    assert done.exit_code == 0
    assert f"{file}: fit to play with, 33 cards, " in done.output


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('id = "vulko"', 'id = "nosferatu"', "nosferatu: there is no such card"),
        ("schema = 1", "schema = ", "the file is not TOML"),
        ("archive = 7", "archive = 0", "copies.archive is a number from 1 to 99"),
    ],
)
def test_each_fault_of_a_set_is_a_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    file = tmp_path / "printed.toml"
    file.write_text(TEXT.replace(old, new))

    done = CliRunner().invoke(cli, ["cards", "check", str(file)])

    assert done.exit_code == 1
    assert f"{file}: {told}" in done.output
