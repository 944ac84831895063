"""A process that goes on over a store which has lost the last entries of a log: a standby has taken over, or a backup
was restored."""

from uuid import UUID

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.records.export import read
from service.bootstrap import build
from service.games.shapes import Condition
from service.store.event_store import executing
from tests.installation import install
from tests.service.playing import HOLD, ME, OPEN, ROLL, act, open_pig, refusal

LOSING = "DELETE FROM stored_events WHERE originator_id=:log AND originator_version>:version"


@pytest.fixture
def services(tmp_path, database):
    services = install(tmp_path / "home", **database.environ)
    yield services
    services.close()


@pytest.fixture
def duel(services, people):
    """A game of Ann and Bob in which Ann has held, so that Bob is to move."""
    game_id = open_pig(services.ledger, people["ann"], ME, OPEN, goal=90)
    services.ledger.sit(people["bob"], game_id)
    act(services.ledger, people["ann"], game_id, HOLD)
    return game_id


def lose(services, log_id, version):
    """The store loses what came after this version of a log."""
    services.store.write(executing(LOSING, log=UUID(log_id).hex, version=version))


def condition(services, account, game_id):
    """The decision that an account has there."""
    return Condition(decision=services.ledger.view(game_id, account).decision)


def is_sound(services, game_id):
    """Whether an audit finds nothing wrong with a game that is void now, as a process tells it which begins now."""
    services.ledger.close(game_id, "void")
    begun = build(services.settings)
    record = begun.ledger.record(game_id)
    begun.close()
    return audit(read(canonical(record)), services.catalog).code == CONSISTENT


def test_a_game_is_shown_as_the_store_has_it(services, people, duel):
    at = services.store.version(duel)
    act(services.ledger, people["bob"], duel, HOLD)
    lose(services, duel, at)
    view = services.ledger.view(duel)
    assert (view.version, list(view.pending)) == (at, ["s2"])


def test_it_is_played_on_from_there(services, people, duel):
    at = services.store.version(duel)
    act(services.ledger, people["bob"], duel, HOLD)
    lose(services, duel, at)
    assert act(services.ledger, people["bob"], duel, ROLL).events[0]["version"] == at + 1
    assert is_sound(services, duel)


def test_a_move_on_what_is_lost_is_refused_and_the_next_counts(services, people, duel):
    at, ann, bob = services.store.version(duel), people["ann"], people["bob"]
    act(services.ledger, bob, duel, HOLD)
    seen = condition(services, ann, duel)
    lose(services, duel, at)
    assert refusal(act, services.ledger, ann, duel, HOLD, condition=seen) == "decision-closed"
    assert act(services.ledger, bob, duel, HOLD).events[0]["version"] == at + 1
    assert is_sound(services, duel)


@pytest.mark.parametrize("is_seen", [True, False], ids=["looked at first", "moved at once"])
@pytest.mark.parametrize("others", [["bob"], ["bob", "ann"]], ids=["as many", "more"])
def test_what_another_process_stored_in_its_place_is_what_counts(services, elsewhere, people, duel, others, is_seen):
    at = services.store.version(duel)
    act(services.ledger, people["bob"], duel, HOLD)
    lose(services, duel, at)
    for name in others:
        act(elsewhere.ledger, people[name], duel, HOLD)
    if is_seen:
        assert services.ledger.view(duel).at == elsewhere.ledger.view(duel).at
    mover = people["bob" if others[-1] == "ann" else "ann"]
    act(services.ledger, mover, duel, ROLL, condition=condition(elsewhere, mover, duel))
    assert is_sound(services, duel)
