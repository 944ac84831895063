"""What a request stores is one unit of work, in however many transactions."""

from threading import Thread

import pytest

from service.people.blocks import ADD
from service.store.event_store import IntegrityError, Store, executing
from service.store.relations import shunned
from service.store.sqlite import SqliteRecorder
from service.store.unit_of_work import UnitOfWork


@pytest.fixture
def store(tmp_path):
    store = Store(SqliteRecorder(tmp_path / "events.db"), bytes(32))
    store.create_schema()
    yield store
    store.close()


@pytest.fixture
def unit(begun):
    return UnitOfWork(lambda cursor: begun.append("begun"))


@pytest.fixture
def begun():
    """What the unit has begun with, once for each transaction that did."""
    return []


def block(other):
    return executing(ADD, account="ann", other=other, how="blocked", since=0)


def test_its_first_transaction_alone_begins_with_its_changes(store, unit, begun):
    with unit:
        assert not unit.is_stored
        store.write(block("bob"))
        assert (unit.is_stored, begun) == (True, ["begun"])
        store.write(block("cy"))
    store.write(block("dan"))
    assert begun == ["begun"]


def test_a_transaction_that_was_not_stored_is_none_of_it(store, unit, begun):
    twice = executing(shunned.insert(), account="ann", other="bob", how="blocked", since=0)
    with unit:
        with pytest.raises(IntegrityError):
            store.write(twice, twice)
        assert not unit.is_stored
        store.write(block("bob"))
    assert (unit.is_stored, begun) == (True, ["begun", "begun"])


def test_what_is_written_aside_is_none_of_it(store, unit, begun):
    with unit:
        store.write_aside(block("bob"))
    assert (unit.is_stored, begun) == (False, [])


def test_of_two_units_the_inner_is_under_way(store, unit, begun):
    with UnitOfWork() as outer:
        with unit:
            store.write(block("bob"))
        assert (outer.is_stored, unit.is_stored) == (False, True)
        store.write(block("cy"))
    assert outer.is_stored


def test_other_threads_have_units_of_their_own(store, unit, begun):
    with unit:
        other = Thread(target=store.write, args=(block("bob"),))
        other.start()
        other.join()
        assert (unit.is_stored, begun) == (False, [])
