"""Sealed entropy from end to end: hashes when sitting down, values when all have sat, void when one is kept back."""

import hashlib

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.records.export import read
from service.games.shapes import NewGame, OperatorAct
from tests.service.playing import ME, OPEN, open_pig, refusal

MINE, YOURS = "ab" * 32, "cd" * 32


def sha256(hexadecimal):
    return hashlib.sha256(bytes.fromhex(hexadecimal)).hexdigest()


@pytest.fixture
def sealed(ledger, people):
    """A game of ann, who opened it, and bob, both with sealed entropy."""
    reserved = ledger.reserve(people["ann"])
    new = NewGame("pig", [ME, OPEN], {"goal": 1}, reservation=reserved.id, entropy_hash=sha256(MINE))
    game_id = ledger.open_game(people["ann"], new)
    ledger.sit(people["bob"], game_id, entropy_hash=sha256(YOURS))
    return game_id


def test_a_game_waits_until_all_have_opened(ledger, services, people, sealed):
    assert ledger.view(sealed).entropy == {"s1": "sealed", "s2": "sealed"}
    assert ledger.view(sealed).status == "open"
    assert ledger.open_entropy(people["bob"], sealed, "s2", YOURS).game.entropy["s2"] == "opened"
    answer = ledger.open_entropy(people["ann"], sealed, "s1", MINE)
    assert answer.game.status == "running"
    started = next(event for event in answer.events if event["type"] == "GameStarted")
    assert started["data"]["entropy"] == [["s1", MINE], ["s2", YOURS]]
    ledger.close(sealed, "void")
    verdict = audit(read(canonical(ledger.record(sealed))), services.catalog)
    assert verdict.code == CONSISTENT
    assert "dealt by the operator alone: no seat gave entropy" not in verdict.remarks


def test_nothing_is_opened_while_a_seat_is_free(ledger, people):
    game_id = open_pig(ledger, people["ann"], OPEN, OPEN)
    ledger.sit(people["ann"], game_id, entropy_hash=sha256(MINE))
    assert refusal(ledger.open_entropy, people["ann"], game_id, "s1", MINE) == "illegal"


def test_once_one_has_opened_nobody_leaves(ledger, people, sealed):
    ledger.open_entropy(people["bob"], sealed, "s2", YOURS)
    assert refusal(ledger.leave, people["ann"], sealed, "s1") == "illegal"
    assert refusal(ledger.leave, people["bob"], sealed, "s2") == "illegal"


def test_what_is_never_opened_makes_the_game_void_for_all_to_see(ledger, services, people, sealed):
    ledger.open_entropy(people["bob"], sealed, "s2", YOURS)
    assert refusal(ledger.cancel, people["bob"], sealed) == "forbidden"
    assert ledger.cancel(people["ann"], sealed).game.status == "void"
    [ended] = [entry for entry in services.journal.entries() if entry["type"] == "EndListed"]
    assert ended["data"]["cause"] == "void"


def test_an_operator_may_void_it_with_a_reason(ledger, services, people, sealed):
    services.accounts.set_operator(people["cy"], True)
    void = OperatorAct("void", "ann has not opened her entropy for a week")
    assert services.corrections.operate(people["cy"], sealed, void).game.status == "void"


def test_open_and_sealed_entropy_go_together(ledger, people):
    game_id = open_pig(ledger, people["ann"], OPEN, OPEN)
    ledger.sit(people["ann"], game_id, entropy=MINE)
    answer = ledger.sit(people["bob"], game_id, entropy_hash=sha256(YOURS))
    assert (answer.game.status, answer.game.entropy) == ("open", {"s1": "given", "s2": "sealed"})
    assert ledger.open_entropy(people["bob"], game_id, "s2", YOURS).game.status == "running"


@pytest.mark.parametrize(
    "more", [{}, {"entropy": MINE, "reservation": True}, {"reservation": True, "seats": [OPEN, OPEN]}]
)
def test_the_creators_counts_only_with_a_reservation_and_a_seat(ledger, people, more):
    if more.pop("reservation", False):
        more["reservation"] = ledger.reserve(people["ann"]).id
    new = NewGame(**{"game": "pig", "seats": [ME, OPEN], "entropy_hash": sha256(MINE), **more})
    assert refusal(ledger.open_game, people["ann"], new) == "malformed"
