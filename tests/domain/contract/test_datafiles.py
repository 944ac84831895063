"""The editions of a data file: found by what they hold, and kept apart."""

import hashlib

import pytest

from domain.audit import CONSISTENT, audit
from domain.contract.datafiles import Editions, UnknownData, nowhere
from domain.games.catalog import Catalog
from domain.games.darkness.data import built_in, load, read_data
from domain.games.darkness.game import Darkness
from domain.records.export import export
from domain.table.actions import Close
from tests.other_data import CHANGED, LATER
from tests.stored_games import played

TEXT = CHANGED["darkness"]
SHA256 = hashlib.sha256(TEXT.encode()).hexdigest()
SEATS = ("s1", "s2")


def test_the_packages_own_is_the_newest():
    editions = Editions(built_in, read_data)
    assert editions.newest is load()
    assert editions.by_hash(load().sha256) is load()
    assert editions.text(load().sha256) == built_in().decode()


def test_others_are_found_by_their_hash():
    editions = Editions(built_in, read_data, {SHA256: TEXT}.get)
    found = editions.by_hash(SHA256)
    assert found.sha256 == SHA256
    assert editions.by_hash(SHA256) is found
    assert found.encounters["item-rope"].vp == load().encounters["item-rope"].vp + 1
    assert editions.text(SHA256) == TEXT


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ({}, "there is no data file"),
        ({SHA256: built_in().decode()}, "is another one"),
        ({SHA256: "[[tile]]"}, "cannot be read"),
        ({SHA256: "no TOML"}, "cannot be read"),
    ],
)
def test_what_is_not_to_be_had_is_told(kept, told):
    with pytest.raises(UnknownData, match=told):
        Editions(built_in, read_data, kept.get).by_hash(SHA256)


def test_a_game_is_what_it_was_begun_with():
    game = Darkness(Editions(built_in, read_data, {SHA256: TEXT}.get))
    then = game.begun_with({"data.toml": SHA256})
    assert (game.data, then.data.sha256) == (load(), SHA256)
    assert then is game.begun_with({"data.toml": SHA256})
    assert game is game.begun_with({"data.toml": load().sha256}) is game.begun_with({})
    assert (game.data_for({}), then.data_for({})) == ({"data.toml": load().sha256}, {"data.toml": SHA256})


@pytest.fixture(scope="module", params=LATER)
def log(request):
    """A closed game that was played with other data."""
    log = played(Catalog(LATER), request.param, {}, SEATS, 2)
    if log.table.closed is None:
        log.post("service", None, Close("void"), 0)
    return log


def test_data_that_a_record_brings_along_are_remarked_on(log):
    record = export(log.table, log.entries, {}, ())
    assert list(record.files.values()) == [CHANGED[record.game]]
    [remark] = (f"{name} is one that the record brings along" for name in record.data)
    there, here = audit(record, Catalog(LATER)), audit(record, Catalog())
    assert there.code == here.code == CONSISTENT
    assert not any(told.startswith(remark) for told in there.remarks)
    assert any(told.startswith(remark) for told in here.remarks)


def test_without_its_data_a_record_is_refused(log):
    [finding] = audit(export(log.table, log.entries, {}, (), data_file=nowhere), Catalog()).findings
    [sha256] = log.table.header.data.values()
    assert (finding.verb, sha256 in finding.reason) == ("table/start", True)
