"""Groups of appends: what is told to those whose append somebody else was to store."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from uuid import uuid4

from eventsourcing.persistence import StoredEvent

from projections.unavailable import Unavailable
from service.store.postgres.groups import Append, Groups

PATIENCE = 30


class Stopped(BaseException):
    """What ends a thread in the middle, as an interrupt does."""


def append():
    return Append([StoredEvent(uuid4(), 1, "pig:GameOpened:1", b"")])


def test_nobody_is_told_that_something_is_stored_which_a_leader_that_was_stopped_did_not_store():
    leading, gathered = Event(), Event()
    sizes = []

    def store(group):
        sizes.append(len(group))
        if len(sizes) == 1:  # The first leads alone; while it does two more come, of which one leads.
            leading.set()
            assert gathered.wait(PATIENCE)
            return [[1]]
        raise Stopped

    groups = Groups(store)
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(groups.carry_out, append())
        assert leading.wait(PATIENCE)
        others = [pool.submit(groups.carry_out, append()) for _ in range(2)]
        while len(groups._waiting) < 2:
            gathered.wait(0.001)
        gathered.set()
        assert first.result(PATIENCE) == [1]
        errors = [one.exception(PATIENCE) for one in others]
    assert sizes == [1, 2]
    assert {type(error) for error in errors} == {Stopped, Unavailable}
