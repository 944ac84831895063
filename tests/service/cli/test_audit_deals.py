"""`nightledger audit --deal`: games of a challenge once its seed is revealed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.audit import CONSISTENT, PREFIX, REFUSED
from domain.records.export import export
from service.cli import cli
from tests.domain.audit.test_deals import DEAL, SEED, dealt_game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The complete record of a game of the deal."""
    log = dealt_game("g1")
    path = tmp_path / "game.json"
    path.write_bytes(export(log.table, log.entries, {}, ["s1", "referee"]).encode())
    return path


def test_with_the_seed_everything_is_examined(record: Path) -> None:
    done = CliRunner().invoke(cli, ["audit", str(record), "--deal", f"{DEAL}:{SEED.hex()}"])

    assert (done.exit_code, "consistent" in done.output) == (CONSISTENT, True)


def test_without_it_the_record_is_a_prefix_and_another_seed_is_refused(record: Path) -> None:
    assert CliRunner().invoke(cli, ["audit", str(record)]).exit_code == PREFIX
    assert CliRunner().invoke(cli, ["audit", str(record), "--deal", f"{DEAL}:{bytes(32).hex()}"]).exit_code == REFUSED


@pytest.mark.parametrize("given", ["challenge", "challenge:00", f"challenge:{'x' * 64}"])
def test_a_deal_is_given_as_id_and_seed(record: Path, given: str) -> None:
    done = CliRunner().invoke(cli, ["audit", str(record), "--deal", given])

    assert (done.exit_code, "is not ID:SEED" in done.output) == (64, True)
