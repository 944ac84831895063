"""The journal as the service writes it: in the transactions that it tells of, in one chain, on every kind of store."""

import threading

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.log.journal import checked
from domain.records.export import read
from service.errors import ServiceError
from service.games.shapes import NewGame
from tests.installation import install
from tests.service.playing import HOLD, ME, OPEN, ROLL, act, open_pig


@pytest.fixture
def services(tmp_path, database):
    """A service of its own on each kind of database."""
    services = install(tmp_path / "home", **database.environ)
    yield services
    services.close()


def listed(services):
    """What the journal lists, in order; its chain holds."""
    return [line.listed for line in checked(services.journal.document())]


def kinds(services, game_id=None):
    return [type(one).__name__ for one in listed(services) if game_id in (None, getattr(one, "id", None))]


def test_reservation_start_and_end_of_a_game_are_listed(services, ledger, people):
    reserved = ledger.reserve(people["ann"])
    assert kinds(services, reserved.id) == ["ReservationListed"]
    game_id = ledger.open_game(people["ann"], NewGame("pig", [ME, OPEN], reservation=reserved.id))
    assert kinds(services, game_id) == ["ReservationListed"]
    ledger.sit(people["bob"], game_id)
    assert kinds(services, game_id) == ["ReservationListed", "StartListed"]
    act(ledger, people["ann"], game_id, HOLD)
    assert kinds(services, game_id) == ["ReservationListed", "StartListed"]
    ledger.close(game_id, "void")
    reservation, start, end, verdict = [one for one in listed(services) if getattr(one, "id", None) == game_id]
    assert (reservation.creator, reservation.commitment) == (people["ann"], reserved.commitment)
    events = ledger.events(game_id, limit=100)
    started = next(event for event in events if event["type"] == "GameStarted")
    assert (start.version, start.head, start.game, start.rules) == (started["version"], started["hash"], "pig", 1)
    assert (end.cause, end.version, end.head) == ("void", len(events), events[-1]["hash"])
    assert start.commitment == end.commitment == reserved.commitment
    assert (verdict.people, verdict.bots) == ("void", "void")


def test_a_game_that_begins_at_once_is_listed_once(services, ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, ME)
    assert kinds(services, game_id) == ["ReservationListed", "StartListed"]


def test_a_game_that_was_cancelled_is_listed(services, ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, OPEN)
    ledger.cancel(people["ann"], game_id)
    assert [one.cause for one in listed(services) if type(one).__name__ == "EndListed"] == ["cancelled"]
    assert kinds(services, game_id) == ["ReservationListed", "EndListed", "VerdictListed"]


def test_a_game_that_was_not_opened_is_not_listed(services, ledger, people):
    before = kinds(services)
    with pytest.raises(ServiceError, match="malformed: goal is a number from 1 to 1000"):
        ledger.open_game(people["ann"], NewGame("pig", [ME, ME], {"goal": -1}))
    assert kinds(services) == before


def test_a_branch_says_where_it_begins(services, ledger, people):
    source = open_pig(ledger, people["ann"], ME, ME)
    view = ledger.view(source)
    ledger.close(source, "void")
    made = services.practice.branch(people["ann"], source, view.version)
    assert kinds(services, made) == ["ReservationListed", "BranchListed", "StartListed"]
    branch = next(one for one in listed(services) if type(one).__name__ == "BranchListed")
    assert (branch.source, branch.version, branch.head) == (source, view.version, view.head)


def test_moves_do_not_touch_it(services, ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, ME, goal=1000)
    before = len(listed(services))
    for _ in range(10):
        act(ledger, people["ann"], game_id, ROLL)
    assert len(listed(services)) == before


def test_it_is_read_in_pieces(services, ledger, people):
    for _ in range(3):
        ledger.reserve(people["ann"])
    whole = services.journal.entries()
    assert [entry["version"] for entry in whole] == [1, 2, 3, 4]
    assert services.journal.entries(after=1, limit=2) == whole[1:3]
    assert services.journal.entries(after=4) == []


def test_games_opened_at_the_same_time_are_all_listed_in_one_chain(services, ledger, people):
    barrier, failed = threading.Barrier(8), []

    def open_some():
        barrier.wait()
        try:
            for _ in range(4):
                open_pig(ledger, people["ann"], ME, ME)
        except ServiceError as error:
            failed.append(error)

    threads = [threading.Thread(target=open_some) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    found = kinds(services)
    assert (found.count("ReservationListed"), found.count("StartListed")) == (32, 32)


def test_a_finished_game_stands_in_it(services, ledger, people):
    dropped = open_pig(ledger, people["ann"], ME, ME)
    ledger.close(dropped, "void")
    game_id = open_pig(ledger, people["ann"], ME, ME, goal=5)
    while (view := ledger.view(game_id, people["ann"])).status == "running":
        act(ledger, people["ann"], game_id, HOLD if view.table["turn_points"] > 2 else ROLL)
    record = read(canonical(ledger.record(game_id)))
    verdict = audit(record, services.catalog, journal=checked(services.journal.document()))
    assert (verdict.code, verdict.reason) == (CONSISTENT, None)
    assert f"of the same creator's other games 1 are void: {dropped}" in verdict.remarks


def test_read_models_pass_it_by(services, ledger, people):
    open_pig(ledger, people["ann"], ME, ME)
    assert services.read_models.follower.catch_up()
    assert services.read_models.follower.position() == services.store.position()
