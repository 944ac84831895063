"""The page for operators names every setting and every metric, and nothing that is not there."""

import re
from pathlib import Path

import pytest

from service.operation.metrics import Metrics
from service.settings import Settings, SettingsError
from tests.installation import install

PAGE = Path("docs/operating.md").read_text()


def test_the_page_names_all_settings():
    with pytest.raises(SettingsError) as refused:
        Settings.from_env({"NIGHTLEDGER_NO_SUCH_SETTING": "1"})
    there = set(re.findall(r"NIGHTLEDGER_[A-Z_]+", str(refused.value))) - {"NIGHTLEDGER_NO_SUCH_SETTING"}
    table = PAGE.split("## Settings")[1].split("\n## ")[0]
    assert set(re.findall(r"NIGHTLEDGER_[A-Z_]+", table)) == there


def test_the_page_names_all_metrics(tmp_path):
    services = install(tmp_path / "home")
    services.clockwork.beat()
    there = {family.name for family in Metrics(services).registry.collect()}
    services.close()
    told = {name.removesuffix("_total") for name in re.findall(r"`(nightledger_\w+)`", PAGE)}
    assert told == there | {"nightledger_workers", "nightledger_queue_depth"}
