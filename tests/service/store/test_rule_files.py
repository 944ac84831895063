"""The data that a game was begun with stays with it, whatever a later release brings."""

import hashlib

import pytest

from domain.games.catalog import Catalog
from domain.games.nightfall.data import built_in
from domain.games.nightfall.data.card_sets import BadSet
from service.errors import ServiceError
from service.games.shapes import NewGame
from service.store.rule_files import RuleFile
from tests.installation import install
from tests.service.parts import other_games
from tests.service.playing import AI, ME, OPEN, act, open_pig

TEXT = built_in().decode() + "\n# a set of our own\n"
SHA256 = hashlib.sha256(TEXT.encode()).hexdigest()


def ledger_with(services, **catalog):
    """A ledger of a release whose catalogue has other data."""
    found = Catalog(**catalog)
    return other_games(services, lambda: 1000, catalog=found).ledger


@pytest.fixture
def services(tmp_path, database):
    services = install(tmp_path / "home", **database.environ)
    yield services
    services.close()


@pytest.fixture
def own_set(services, people):
    """A game of Nightfall begun with a card set that the program of `services` does not have."""
    ledger = ledger_with(services, data={"nightfall": {"ours": TEXT}})
    return ledger.open_game(people["ann"], NewGame("nightfall", [ME, AI], {"cards": "ours"}))


def test_the_files_of_a_game_are_kept_when_it_is_opened(services, people):
    services.ledger.open_game(people["ann"], NewGame("nightfall", [ME, AI]))
    [(name, sha256)] = services.catalog["nightfall"].describe().data.items()
    assert services.rule_files.file(sha256) == RuleFile("nightfall", name, sha256, built_in().decode())
    services.ledger.open_game(people["ann"], NewGame("nightfall", [ME, AI]))
    assert len(services.store.rows("SELECT * FROM rule_files")) == 1


def test_a_game_without_data_has_none(services, people):
    open_pig(services.ledger, people["ann"], ME, ME)
    assert services.store.rows("SELECT * FROM rule_files") == []


def test_a_game_goes_on_with_data_that_the_program_no_longer_has(services, people, own_set):
    assert services.rule_files.text(SHA256) == TEXT
    seen = services.ledger.view(own_set, people["ann"])
    assert seen.options["cards"] == SHA256
    after = act(services.ledger, people["ann"], own_set, seen.legal[0]).game
    assert after.version > seen.version


def test_its_record_carries_them(services, own_set):
    assert services.ledger.record(own_set)["files"] == {SHA256: TEXT}


def test_without_the_kept_file_the_game_could_not_be_read(services, people, own_set):
    blind = ledger_with(services)
    with pytest.raises(ServiceError) as error:
        blind.view(own_set, people["ann"])
    assert error.value.code == "unreadable"
    assert isinstance(error.value.__cause__, BadSet)


def test_it_is_branched_and_goes_on_with_its_own_data(services, people, own_set):
    services.ledger.close(own_set, "void")
    branch = services.practice.branch(people["ann"], own_set, services.ledger.view(own_set).version - 2)
    seen = services.ledger.view(branch, people["ann"])
    assert seen.options["cards"] == SHA256
    assert services.ledger.record(branch)["files"] == {SHA256: TEXT}
    assert act(services.ledger, people["ann"], branch, seen.legal[0]).game.version > seen.version


def test_a_set_that_is_deleted_before_the_start_does_no_harm(services, people):
    release = ledger_with(services, data={"nightfall": {"ours": TEXT}})
    game_id = release.open_game(people["ann"], NewGame("nightfall", [ME, OPEN], {"cards": "ours"}))
    assert services.ledger.view(game_id).status == "open"
    assert services.ledger.sit(people["bob"], game_id).game.status == "running"
    assert services.ledger.record(game_id)["files"] == {SHA256: TEXT}


@pytest.mark.parametrize("game", ["darkness", "last-spell"])
def test_the_record_of_each_game_carries_its_data(services, people, game):
    game_id = services.ledger.open_game(people["ann"], NewGame(game, [ME, AI]))
    record = services.ledger.record(game_id)
    assert list(record["files"]) == list(record["data"].values())
    assert len(record["files"]) == 1
