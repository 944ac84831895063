"""A record is seen again with the data that its game was begun with, whatever the program has today."""

import json
import re

import pytest
from click.testing import CliRunner

from domain.contract.datafiles import nowhere
from domain.games.catalog import Catalog
from domain.records.export import BadRecord, export
from domain.records.replay import shown, table_at
from domain.table.actions import Close
from service.cli.record import command
from tests.other_data import CHANGED, LATER
from tests.stored_games import played

SEATS = ("s1", "s2")
EYES = (*SEATS, "spectator", "referee")


def recorded(catalog, game, **how):
    """The record of a game that was played with the data of this catalogue, and is closed."""
    log = played(catalog, game, {}, SEATS, 3)
    if log.table.closed is None:
        log.post("service", None, Close("void"), 0)
    return export(log.table, log.entries, {}, (), **how)


@pytest.fixture(scope="module", params=LATER)
def record(request):
    """The record of a game that was played with other data than this program has."""
    return recorded(Catalog(LATER), request.param)


def test_a_record_brings_the_data_that_it_is_seen_with(record):
    assert list(record.files.values()) == [CHANGED[record.game]]
    for version in range(len(record.events), 0, -150):
        for eyes in EYES:
            assert shown(record, Catalog(), eyes, version) == shown(record, Catalog(LATER), eyes, version)


def test_two_records_with_different_data_are_seen_side_by_side(record):
    """One catalogue, and one process, may have both at once."""
    catalog = Catalog()
    records = [record, recorded(catalog, record.game)] * 2
    seen = [table_at(one, catalog) for one in records]
    assert [table.head.hex() for table in seen] == [one.head for one in records]
    assert [[table.game.data.sha256] for table in seen] == [list(one.data.values()) for one in records]
    assert records[0].data != records[1].data


def test_without_its_data_it_is_said_which_are_missing(record):
    bare = recorded(Catalog(LATER), record.game, data_file=nowhere)
    [sha256] = bare.data.values()
    with pytest.raises(BadRecord, match=sha256):
        table_at(bare, Catalog())
    assert table_at(bare, Catalog(LATER)).head.hex() == record.head


def test_the_command_says_it_too(record, tmp_path):
    file = tmp_path / "game.json"
    file.write_bytes(recorded(Catalog(LATER), record.game, data_file=nowhere).encode())
    done = CliRunner().invoke(command, ["show", str(file)])
    assert (done.exit_code, "Error: event " in done.output, *record.data.values()) == (1, True, sha_in(done.output))
    file.write_bytes(record.encode())
    told = CliRunner().invoke(command, ["show", str(file), "--as", "s1"])
    assert json.loads(told.output) == json.loads(json.dumps(shown(record, Catalog(LATER), "s1")))


def sha_in(text):
    """The first hash in a text."""
    return re.search("[0-9a-f]{64}", text)[0]
