"""`nightledger golden make` and `nightledger coverage`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.games.catalog import Catalog
from service.cli import cli
from service.dev.golden import Found, golden_files, has_golden, read_golden, write
from service.dev.rules_run import rules_run

ROOT = Path(__file__).parents[3]


def test_golden_games_are_never_made_anew() -> None:
    done = CliRunner().invoke(cli, ["golden", "make", "nightfall", "--root", str(ROOT)])

    assert done.exit_code == 1
    assert "never made anew" in done.output


def test_a_later_number_of_the_rules_has_golden_games_of_its_own() -> None:
    assert {read_golden(path).rules for path in golden_files(ROOT, "nightfall")} == {1, 2}
    assert not has_golden(ROOT, "nightfall", 3)


def test_a_golden_file_is_never_written_over(tmp_path: Path) -> None:
    write(Found("000-2-seats", b"{}", frozenset()), tmp_path, "pig")

    with pytest.raises(FileExistsError, match="000-2-seats"):
        write(Found("000-2-seats", b"[]", frozenset()), tmp_path, "pig")


def test_coverage_fails_where_no_game_shows_a_feature(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["coverage", "nightfall", "--root", str(tmp_path)])

    assert done.exit_code == 1
    assert "   0 vulko: kick text" in done.output


def test_a_rule_is_run_when_a_function_that_names_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "docs/rules").mkdir(parents=True)
    for name in ("docs/rules/nightfall.md", "docs/rules/definitions.toml", "domain/games/nightfall/rules/ending.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    [golden, *_] = golden_files(ROOT, "nightfall")
    (tmp_path / "tests/games/nightfall").mkdir(parents=True)
    (tmp_path / "tests/games/nightfall" / golden.name).write_bytes(golden.read_bytes())

    run = rules_run("nightfall", tmp_path, Catalog())

    assert run["NF-END-7"]
    assert not run["NF-OPT-7"]
