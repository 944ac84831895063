"""Golden games: what was once decided is decided the same way by every later version of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.audit import CONSISTENT, audit
from domain.catalog import Catalog
from domain.replay import table_at
from service.golden import counted, golden_files, read_golden

ROOT = Path(__file__).parents[3]
FILES = golden_files(ROOT, "nightfall")


def test_there_are_at_least_fifty():
    assert len(FILES) >= 50


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_a_golden_game_is_folded_to_its_head_and_decided_again_to_the_same_events(path):
    record = read_golden(path)

    assert table_at(record, Catalog()).head.hex() == record.head
    verdict = audit(record, Catalog())
    assert (verdict.code, verdict.findings) == (CONSISTENT, ())


def test_the_golden_games_show_every_text_event_option_and_end():
    assert [feature for feature, games in counted("nightfall", ROOT, Catalog()).items() if not games] == []
