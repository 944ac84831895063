"""`nightledger data check`: the data of each game agree with themselves, and what is wrong in a file is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.games.catalog import Catalog
from domain.games.darkness.data import FILE
from service.cli import cli
from tests.distributions import bring_example, games_of


def check(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["data", "check", *arguments])
    return done.exit_code, done.output


@pytest.mark.parametrize("game", [*Catalog(), *games_of("oh_hell")])
def test_the_data_of_every_game_agree_with_themselves(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(bring_example(tmp_path, "oh_hell"))
    assert check(game) == (0, f"{game}: the data agree with themselves\n")


def test_faults_of_a_file_are_named_one_a_line(tmp_path: Path) -> None:
    file = tmp_path / "data.toml"
    file.write_text(FILE.read_text().replace("encounter_disks = 50", "encounter_disks = 51"))

    assert check("darkness", str(file)) == (1, "encounter_disks: 50, the box holds 51\n")


def test_a_file_that_is_no_data_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "data.toml"
    file.write_text("tile = 4")

    code, told = check("darkness", str(file))

    assert (code, len(told.splitlines())) == (1, 1)


def test_an_unknown_game_is_named() -> None:
    code, told = check("chess")

    assert code == 2
    assert "unknown game; there are nightfall, darkness, last-spell" in told


@pytest.mark.parametrize(
    "few",
    [["tune", "nightfall", "--games", "1"], *(["tune-ratings", "nightfall", f"--{of}", "0"] for of in (
        "generations", "games", "last",
    ))],
)  # fmt: skip
def test_weights_are_not_found_without_games(few: list[str]) -> None:
    assert CliRunner().invoke(cli, ["data", *few]).exit_code == 2
