"""A request under a key is carried out once, whatever becomes of its answer."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from sqlalchemy import select

from service.errors import ServiceError
from service.people.blocks import ADD
from service.store.event_store import IntegrityError, Store, executing
from service.store.relations import done_once, shunned
from service.store.repeats import KEPT, LOST, KeyedRequest, Repeats
from tests.service.playing import refusal

ASKED = KeyedRequest.of("account", "ann", "block", "k", body=b"{}", account="ann")
BLOCKED = select(shunned.c.other)
KEYS = select(done_once.c.key)


class Installation:
    """A store with two processes at it."""

    def __init__(self, database):
        self.now = 1_800_000_000
        self.stores = [Store(database.recorder(), bytes(32)) for _ in range(2)]
        self.stores[0].create_schema()
        self.first, self.second = (Repeats(store, lambda: self.now, patience=30.0) for store in self.stores)

    def blocking(self, other, process=0):
        """What a request does: it stores one thing, and answers with its name."""

        def carry_out():
            self.stores[process].write(executing(ADD, account="ann", other=other, how="blocked", since=0))
            return other

        return carry_out

    @property
    def blocked(self):
        return [row["other"] for row in self.stores[0].rows(BLOCKED)]


@pytest.fixture
def here(database):
    installation = Installation(database)
    yield installation
    for store in installation.stores:
        store.close()


def named(done, stored):
    return done.encode()


def broken_off():
    raise RuntimeError("the process ends here")


def test_a_repeat_is_answered_with_what_was_kept(here):
    assert here.first.once(ASKED, here.blocking("bob"), named) == "bob"
    assert here.second.once(ASKED, here.blocking("cy"), named) == b"bob"
    assert here.blocked == ["bob"]


def test_another_process_waits_for_the_answer(here):
    stored, asked_again = Event(), Event()

    def slowly():
        done = here.blocking("bob")()
        stored.set()
        assert asked_again.wait(30)
        return done

    def meanwhile():
        assert stored.wait(30)
        asked_again.set()
        return here.second.once(ASKED, here.blocking("cy", 1), named)

    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(here.first.once, ASKED, slowly, named), pool.submit(meanwhile)]
        assert [answer.result() for answer in answers] == ["bob", b"bob"]
    assert here.blocked == ["bob"]


def test_the_answer_is_waited_for_under_other_keys_too(here):
    """As by a token that the request itself has ended: what is stored first claims all of its keys."""
    token, stored, asked_again = KeyedRequest.of("token", "t", "block", "k", body=b"{}"), Event(), Event()

    def slowly():
        done = here.blocking("bob")()
        stored.set()
        assert asked_again.wait(30)
        return done

    def meanwhile():
        assert stored.wait(30)
        asked_again.set()
        return here.second.answer(token)

    assert here.second.answer(token) is None
    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(here.first.once, ASKED, slowly, named, [token]), pool.submit(meanwhile)]
        assert [answer.result() for answer in answers] == ["bob", b"bob"]
    assert here.second.answer(token) == b"bob"


def test_who_is_faster_at_the_store_is_the_first(here):
    """The second looks for an answer before the first has stored anything, and is stopped where it would store."""
    begun, stored = Event(), Event()

    def late():
        begun.set()
        assert stored.wait(30)
        return here.blocking("cy", 1)()

    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(here.second.once, ASKED, late, named)
        assert begun.wait(30)
        assert here.first.once(ASKED, here.blocking("bob"), named) == "bob"
        stored.set()
        assert second.result() == b"bob"
    assert here.blocked == ["bob"]


def after_another(here, end):
    """A request that ends so when another one of its key was carried out meanwhile."""

    def carry_out():
        assert here.first.once(ASKED, here.blocking("bob"), named) == "bob"
        end()

    return carry_out


def refused():
    raise ServiceError("illegal", "bob is blocked already")


def test_who_comes_second_and_is_refused_is_answered_as_the_first(here):
    assert here.second.once(ASKED, after_another(here, refused), named) == b"bob"


def test_a_fault_is_told_even_where_another_was_answered(here):
    with pytest.raises(RuntimeError, match="the process ends here"):
        here.second.once(ASKED, after_another(here, broken_off), named)
    assert here.second.once(ASKED, here.blocking("cy", 1), named) == b"bob"


def test_what_was_broken_off_is_not_carried_out_again(here):
    def stored_and_broken_off():
        here.blocking("bob")()
        broken_off()

    impatient = Repeats(here.stores[1], lambda: here.now, patience=0.0)
    with pytest.raises(RuntimeError, match="the process ends here"):
        here.first.once(ASKED, stored_and_broken_off, named)
    assert refusal(impatient.once, ASKED, here.blocking("cy"), named) == "busy"
    here.now += LOST
    assert refusal(impatient.once, ASKED, here.blocking("cy"), named) == "answer-lost"
    assert here.blocked == ["bob"]


def test_what_was_not_stored_uses_no_key_up(here):
    def clashing():
        insert = executing(done_once.insert(), key="x", account="", body="", made="", at=here.now, answer=None)
        here.stores[0].write(executing(ADD, account="ann", other="bob", how="blocked", since=0), insert, insert)

    for nothing_stored, error, reason in (
        (broken_off, RuntimeError, "the process ends here"), (clashing, IntegrityError, "done_once")
    ):  # fmt: skip
        with pytest.raises(error, match=reason):
            here.first.once(ASKED, nothing_stored, named)
    assert here.blocked == []
    assert here.first.once(ASKED, here.blocking("cy"), named) == "cy"


def test_what_nobody_was_asked_to_store_claims_no_key(here):
    def aside():
        here.stores[0].write_aside(executing(ADD, account="ann", other="bob", how="muted", since=0))
        broken_off()

    with pytest.raises(RuntimeError, match="the process ends here"):
        here.first.once(ASKED, aside, named)
    assert here.blocked == ["bob"]
    assert here.first.once(ASKED, here.blocking("cy"), named) == "cy"


def test_another_body_is_refused(here):
    here.first.once(ASKED, here.blocking("bob"), named)
    other = KeyedRequest.of("account", "ann", "block", "k", body=b"[]", account="ann")
    assert refusal(here.first.once, other, here.blocking("cy"), named) == "key-reused"


def test_old_keys_go_when_a_new_one_is_kept(here):
    here.first.once(ASKED, here.blocking("bob"), named)
    here.now += KEPT + 1
    new = KeyedRequest.of("account", "bob", "block", "k", body=b"{}", account="bob")
    here.first.once(new, here.blocking("cy"), named)
    assert [row["key"] for row in here.stores[0].rows(KEYS)] == [new.key]
