"""The public games of a month as a file: which ones, in which order, and always the same bytes."""

import gzip
import json

import pytest
from click.testing import CliRunner

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.records.export import read
from service.bootstrap import build
from service.cli import cli
from service.games.archive import Month
from service.games.shapes import NewGame
from tests.installation import prepare
from tests.service.playing import ME

NOVEMBER = Month(2025, 11)


@pytest.fixture
def played(tmp_path, monkeypatch):
    """An installation with games closed in October, in November, two of which are public, and in December; by name."""
    settings, now = prepare(tmp_path / "home"), [NOVEMBER.begins - 1]
    services = build(settings, lambda: now[0])
    ann = services.accounts.create("Ann")[0].id
    games = {}

    def close(name, at, visibility="public"):
        now[0] = at
        games[name] = services.ledger.open_game(ann, NewGame("pig", [ME, ME], visibility=visibility))
        services.ledger.close(games[name], "void")

    close("october", NOVEMBER.begins - 1)
    close("first", NOVEMBER.begins)
    close("private", NOVEMBER.begins + 1, visibility="private")
    close("last", NOVEMBER.next.begins - 1)
    close("december", NOVEMBER.next.begins)
    monkeypatch.setenv("NIGHTLEDGER_HOME", str(settings.home))
    monkeypatch.setenv("NIGHTLEDGER_EXTRA_GAMES", "pig=tests.pigs.pig:PIG")
    yield services, games
    services.close()


def dump(file, month="2025-11"):
    return CliRunner().invoke(cli, ["dump", "--month", month, str(file)])


def test_a_month_holds_its_public_games_the_first_closed_first(played, tmp_path):
    services, games = played
    assert dump(tmp_path / "games.ndjson").output == "2 games\n"
    head, *records, end = map(json.loads, (tmp_path / "games.ndjson").read_text("utf-8").splitlines())
    assert (head, end) == ({"format": "nightledger/dump/1", "month": "2025-11"}, {"games": 2})
    assert [record["id"] for record in records] == [games["first"], games["last"]]
    assert [record["names"] for record in records] == [{}, {}]
    for record in records:
        assert audit(read(canonical(record)), services.catalog).code == CONSISTENT


def test_it_is_the_same_bytes_whatever_becomes_of_who_played(played, tmp_path):
    services, _ = played
    ann = services.accounts.by_name("Ann").id
    files = [tmp_path / "before.gz", tmp_path / "after.gz"]
    assert dump(files[0]).exit_code == 0
    services.accounts.change(ann, name="Anna")
    services.account_deletion.forget(ann)
    assert dump(files[1]).exit_code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert gzip.decompress(files[0].read_bytes()).endswith(b'\n{"games":2}\n')


@pytest.mark.parametrize("month", ["2026-13", "2026-00", "november", "2026-1", "1926-11"])
def test_what_is_no_month_is_refused(tmp_path, month):
    refused = dump(tmp_path / "games", month)
    assert (refused.exit_code, "no month such as 2026-11" in refused.output) == (2, True)


def test_a_month_that_is_not_over_is_refused_and_leaves_no_file(played, tmp_path):
    refused = dump(tmp_path / "games", "2999-01")
    assert (refused.exit_code, refused.output) == (1, "Error: the month is not over: games may still be closed in it\n")
    assert not [*tmp_path.glob("games*")]
