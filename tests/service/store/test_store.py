"""The event store, on each kind of database."""

import threading
from uuid import uuid4

import pytest
from cryptography.exceptions import InvalidTag

from domain.table import actions
from domain.table.gamelog import GameLog
from service.errors import ServiceError
from service.store.event_store import Conflict, Store, executing
from service.store.recorder import EVENT_CATALOGUE
from tests.streams import random_bytes

SECRET = b"installation"
SEED = bytes(range(32))


@pytest.fixture
def opened(database):
    """Opens the store as a process does."""
    stores = []

    def open_store(secret=SECRET):
        stores.append(Store(database.recorder(), secret))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


@pytest.fixture
def store(opened):
    store = opened()
    store.create_schema()
    return store


@pytest.fixture
def new_log(catalog):
    """Logs of pig with two AIs, kept in memory and begun."""

    def make():
        log = GameLog(catalog, str(uuid4()), SEED, random_bytes())
        log.post("service", None, log.opening("pig", {}, ["s1", "s2"]), 1000)
        log.post("service", "s1", actions.Sit(level="random"), 1000)
        log.post("service", "s2", actions.Sit(level="random"), 1000)
        log.post("service", None, actions.Start(), 1000)
        return log

    return make


def stored(entries):
    """The bytes of entries."""
    return [entry.encode() for entry in entries]


def test_entries_are_read_as_they_were_stored(store, new_log):
    log = new_log()
    store.append([(log.id, 0, log.entries)])
    assert stored(store.entries(log.id)) == stored(log.entries)
    assert stored(store.entries(log.id, after=4)) == stored(log.entries[4:])
    assert store.version(log.id) == log.table.version


UNKNOWN = "0f8c3a52-6f0e-4c1e-9d53-7a1b2c3d4e5f"


@pytest.mark.parametrize("game_id", [UNKNOWN, "", "no-uuid", UNKNOWN.replace("-", ""), UNKNOWN.upper()])
def test_an_unknown_game_has_no_log(store, game_id):
    assert store.entries(game_id) == []
    assert store.version(game_id) == 0
    assert store.reservation(game_id) is None


def test_notifications_tell_all_games_in_the_order_stored(store, new_log):
    first, second = new_log(), new_log()
    assert store.position() == 0
    store.append([(first.id, 0, first.entries[:2])])
    store.append([(second.id, 0, second.entries)])
    last = store.append([(first.id, 2, first.entries[2:])])
    told = store.notifications(0, 100)
    assert [position for position, _, _ in told] == list(range(1, last + 1))
    assert stored(entry for _, game_id, entry in told if game_id == first.id) == stored(first.entries)
    assert [game_id for _, game_id, _ in told[:3]] == [first.id] * 2 + [second.id]
    assert store.notifications(2, 1) == told[2:3]
    assert store.position() == last


def test_the_games_are_those_whose_logs_were_opened(store, new_log):
    logs = [new_log() for _ in range(3)]
    for log in logs:
        store.append([(log.id, 0, log.entries)])
    assert store.games() == sorted(log.id for log in logs)


def test_a_log_that_has_moved_is_a_conflict_and_nothing_is_stored(store, new_log):
    moved, other = new_log(), new_log()
    store.append([(moved.id, 0, moved.entries)])
    before = store.position()
    with pytest.raises(Conflict, match="stored_events"):
        store.append([(other.id, 0, other.entries), (moved.id, 2, moved.entries[2:])])
    assert store.position() == before
    assert store.entries(other.id) == []


def test_what_is_written_beside_a_log_can_expect_that_it_has_not_moved(store, new_log):
    log = new_log()
    store.append([(log.id, 0, log.entries)])
    version = len(log.entries)
    beside = store.seed_kept(log.id, SEED, "ann", 1000)
    with pytest.raises(Conflict, match=f"has moved on from version {version - 1}"):
        store.append((), [beside], expected=[store.unmoved(log.id, version - 1)])
    assert store.reservation(log.id) is None
    store.append((), [beside], expected=[store.unmoved(log.id, version)])
    assert store.reservation(log.id).seed == SEED


def test_no_version_may_be_left_out(store, new_log):
    log = new_log()
    store.append([(log.id, 0, log.entries[:2])])
    with pytest.raises(Conflict, match=f"{log.id} has no version 3"):
        store.append([(log.id, 3, log.entries[3:])])
    with pytest.raises(ValueError, match="do not follow version 2"):
        store.append([(log.id, 2, log.entries[3:])])
    assert store.version(log.id) == 2


def test_what_else_is_written_shares_the_fate_of_the_entries(store, new_log):
    log = new_log()

    def fail(cursor):
        raise RuntimeError("the disk is on fire")

    with pytest.raises(RuntimeError, match="the disk is on fire"):
        store.append([(log.id, 0, log.entries)], [store.seed_kept(log.id, SEED, "ann", 1000), fail])
    assert store.entries(log.id) == []
    assert store.reservation(log.id) is None


def test_of_threads_that_append_the_same_version_one_succeeds(store, new_log):
    log = new_log()
    store.append([(log.id, 0, log.entries[:4])])
    barrier, outcomes = threading.Barrier(6), []

    def append():
        barrier.wait()
        try:
            store.append([(log.id, 4, log.entries[4:])])
            outcomes.append("stored")
        except Conflict:
            outcomes.append("conflict")

    threads = [threading.Thread(target=append) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["conflict"] * 5 + ["stored"]
    assert stored(store.entries(log.id)) == stored(log.entries)


def test_topics_name_game_type_and_schema(store, new_log):
    log = new_log()
    store.append([(log.id, 0, log.entries[:3])])
    store.append([(log.id, 3, log.entries[3:])])
    rows = store.rows("SELECT topic FROM stored_events ORDER BY originator_version")
    assert [row["topic"] for row in rows] == [
        "pig:GameOpened:1",
        "pig:SeatTaken:1",
        "pig:SeatTaken:1",
        "pig:GameStarted:1",
        "pig:GameCreated:1",
        "pig:Asked:1",
    ]


def test_creating_the_schema_again_keeps_everything(store, opened, new_log):
    log = new_log()
    store.append([(log.id, 0, log.entries)])
    again = opened()
    again.create_schema()
    assert stored(again.entries(log.id)) == stored(log.entries)


def set_catalogue(store, number):
    """Number the store's events as another release would."""
    store.write(executing("UPDATE installation SET value=:value WHERE key='event catalogue'", value=number))


def test_a_program_older_than_the_store_reads_and_does_not_write(store, new_log):
    log = new_log()
    store.append([(log.id, 0, log.entries[:2])])
    set_catalogue(store, EVENT_CATALOGUE + 1)
    with pytest.raises(ServiceError) as refused:
        store.append([(log.id, 2, log.entries[2:])])
    assert (refused.value.code, refused.value.status) == ("read-only", 503)
    with pytest.raises(ServiceError, match="this program knows"):
        store.check_writable()
    assert stored(store.entries(log.id)) == stored(log.entries[:2])


def test_an_upgrade_raises_the_number_and_never_lowers_it(store):
    set_catalogue(store, EVENT_CATALOGUE - 1)
    assert store.upgrade() == (EVENT_CATALOGUE - 1, EVENT_CATALOGUE)
    assert store.upgrade() == (EVENT_CATALOGUE, EVENT_CATALOGUE)
    set_catalogue(store, EVENT_CATALOGUE + 1)
    with pytest.raises(ServiceError) as refused:
        store.upgrade()
    assert refused.value.code == "read-only"


def test_a_seed_is_kept_encrypted_under_the_installations_secret(store, opened):
    game_id = str(uuid4())
    store.write(store.seed_kept(game_id, SEED, "nobody who is there", 1000))
    reserved = store.reservation(game_id)
    assert (reserved.seed, reserved.account) == (SEED, "")
    [kept] = store.rows("SELECT * FROM seeds")
    assert SEED not in bytes(kept["sealed"])
    with pytest.raises(InvalidTag):
        opened(b"another secret").reservation(game_id)


def test_a_seed_belongs_to_its_game(store):
    game_id, other = str(uuid4()), str(uuid4())
    store.write(store.seed_kept(game_id, SEED, "ann", 1000))
    store.write(lambda cursor: cursor.execute("UPDATE seeds SET game=:game", game=other))
    with pytest.raises(InvalidTag):
        store.reservation(other)
