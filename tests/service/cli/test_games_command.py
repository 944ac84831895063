"""`nightledger games`: what is printed, and the exit status."""

import json
from types import MappingProxyType

import msgspec
import pytest
from click.testing import CliRunner

from domain.games.catalog import Catalog
from domain.games.nightfall.rules.cards import TEXTS
from service.bootstrap import build
from service.cli.games import command
from tests.installation import prepare
from tests.stored_games import seed_of, stored_games

CARD = "rend-and-tear"
GAMES = 30
RULES = Catalog()["nightfall"].rules


@pytest.fixture(scope="module")
def logs():
    return stored_games(count=GAMES)


@pytest.fixture
def settings(tmp_path, logs):
    """An installation with games of Nightfall."""
    settings = prepare(tmp_path / "home")
    services = build(settings)
    for number, log in enumerate(logs):
        seed = services.store.seed_kept(log.id, seed_of(number), "ann", 0)
        services.store.append([(log.id, 0, log.entries)], [seed])
    services.close()
    return settings


def run(settings, *arguments):
    return CliRunner(env={"NIGHTLEDGER_HOME": str(settings.home)}).invoke(command, arguments)


def alter(monkeypatch):
    """Take the effect out of a card's text."""
    text = TEXTS[CARD]
    clause = msgspec.structs.replace(text.chain, effect=lambda run, text, target: None)
    altered = {**TEXTS, CARD: msgspec.structs.replace(text, chain=clause)}
    monkeypatch.setattr("domain.games.nightfall.setup.TEXTS", MappingProxyType(altered))


def test_a_release_that_changes_nothing_passes(settings, tmp_path, logs):
    digests = tmp_path / "digests.jsonl"
    assert run(settings, "digest", "--out", str(digests)).exit_code == 0
    told = [json.loads(line) for line in digests.read_text().splitlines()]
    assert {one["id"] for one in told} == {log.id for log in logs}
    result = run(settings, "check-release", str(settings.events_path), "--digests", str(digests))
    commands = sum(log.table.command for log in logs)
    assert result.output == f"nightfall, rules {RULES}: {GAMES} games, {commands} commands, 0 games differ\n"
    assert result.exit_code == 0


def test_without_a_game_there_is_an_empty_file_of_digests(tmp_path):
    settings, digests = prepare(tmp_path / "home"), tmp_path / "digests.jsonl"
    result = run(settings, "digest", "--out", str(digests))
    assert (result.exit_code, result.output) == (0, "0 digests\n")
    assert digests.read_bytes() == b""
    result = run(settings, "check-release", str(settings.events_path), "--digests", str(digests))
    assert (result.exit_code, result.output) == (0, "")


def test_a_release_that_decides_otherwise_fails_and_names_the_games(settings, logs, monkeypatch):
    alter(monkeypatch)
    result = run(settings, "check-release", str(settings.events_path))
    assert result.exit_code == 1
    summary, *differing = result.output.splitlines()
    assert f"{len(differing)} games differ" in summary
    assert 0 < len(differing) < GAMES
    assert {line.split(",")[0].strip() for line in differing} <= {log.id for log in logs}
    assert all(f", under rules {RULES}: " in line for line in differing)


def test_a_release_that_folds_otherwise_fails_on_the_digests(settings, tmp_path, monkeypatch):
    digests = tmp_path / "digests.jsonl"
    run(settings, "digest", "--out", str(digests))
    monkeypatch.setattr("domain.games.nightfall.view.view", lambda state, audience: {})
    result = run(settings, "check-release", str(settings.events_path), "--digests", str(digests))
    assert result.exit_code == 1
    lines = result.output.splitlines()[1:]
    assert len(lines) == len(digests.read_text().splitlines())
    assert all(line.endswith(": other table") for line in lines)


def test_the_old_store_may_lie_in_any_kind_of_database(tmp_path, database, logs):
    settings = prepare(tmp_path / "home", **database.environ)
    services = build(settings)
    for number, log in enumerate(logs[:2]):
        seed = services.store.seed_kept(log.id, seed_of(number), "ann", 0)
        services.store.append([(log.id, 0, log.entries)], [seed])
    services.close()
    result = run(settings, "check-release", settings.database_url or str(settings.events_path))
    assert result.exit_code == 0
    assert f"nightfall, rules {RULES}: 2 games" in result.output


@pytest.mark.parametrize("place", ["nowhere.sqlite", "postgresql://ann@127.0.0.1:1/x"])
def test_no_database_is_said_in_one_line(settings, tmp_path, place):
    result = run(settings, "check-release", str(tmp_path / place) if "sqlite" in place else place)
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert result.output.count("\n") == 1
    assert not (tmp_path / "nowhere.sqlite").exists()
