"""Golden games: what was once decided is decided the same way by every later version of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.audit import CONSISTENT, audit
from domain.games.catalog import Catalog
from domain.records.replay import table_at
from service.dev.golden import counted, golden_files, read_golden
from tests.other_data import LATER

ROOT = Path(__file__).parents[3]
GAMES = sorted(folder.name for folder in (ROOT / "tests/games").iterdir())
FILES = [path for game in GAMES for path in golden_files(ROOT, game)]
FEWEST = {"nightfall": 50}
MANY = 30


@pytest.mark.parametrize("game", GAMES)
def test_there_are_many_of_each_game(game):
    assert len(golden_files(ROOT, game)) >= FEWEST.get(game, MANY)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name.partition('.')[0]}")
def test_a_golden_game_is_decided_again_to_the_same_events_and_folded_to_its_head(path):
    """The audit does both."""
    record = read_golden(path)

    assert list(record.files) == list(record.data.values())
    verdict = audit(record, Catalog())
    assert (verdict.code, verdict.findings) == (CONSISTENT, ())


@pytest.mark.parametrize("path", FILES[::12], ids=lambda path: f"{path.parent.name}/{path.name.partition('.')[0]}")
def test_a_golden_game_is_what_it_was_whatever_data_the_program_has(path):
    """Each brings the data that it was played with."""
    record = read_golden(path)

    assert table_at(record, Catalog(LATER)).head.hex() == record.head
    verdict = audit(record, Catalog(LATER))
    assert (verdict.code, verdict.findings) == (CONSISTENT, ())


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_games_show_every_feature_of_the_game(game):
    assert [feature for feature, games in counted(game, ROOT, Catalog()).items() if not games] == []
