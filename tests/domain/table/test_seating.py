"""Sealed entropy: hashes when sitting down, values when all have sat, and no way back in between."""

import pytest

from domain.contract.game import Refused
from domain.table import actions as a
from domain.table.gamelog import GameLog
from domain.table.rules.seating import entropy_hash
from tests.streams import random_bytes

ANA, BEN = "ab" * 32, "cd" * 32


@pytest.fixture
def log(catalog):
    """A game of three seats in which ana has sat down with sealed entropy."""
    log = GameLog(catalog, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", {}, ["s1", "s2", "s3"]), 100)
    log.post("seat", "s1", a.Sit(account="ana", entropy_hash=entropy_hash(ANA)), 100)
    return log


def code(log, by, seat, action):
    with pytest.raises(Refused) as refused:
        log.post(by, seat, action, 200)
    return refused.value.code


def seated(log):
    log.post("seat", "s2", a.Sit(account="ben", entropy_hash=entropy_hash(BEN)), 100)
    log.post("seat", "s3", a.Sit(level="random"), 100)


def test_nothing_is_opened_before_all_have_sat(log):
    assert code(log, "seat", "s1", a.OpenEntropy(ANA)) == "illegal"
    seated(log)
    log.post("seat", "s1", a.OpenEntropy(ANA), 101)
    assert log.table.owes_entropy
    log.post("seat", "s2", a.OpenEntropy(BEN), 101)
    log.post("service", None, a.Start(), 101)
    assert log.table.entropy == (("s1", ANA), ("s2", BEN))


def test_entropy_is_given_open_or_sealed(log):
    both = a.Sit(account="ben", entropy=BEN, entropy_hash=entropy_hash(BEN))
    assert code(log, "seat", "s2", both) == "malformed"


def test_until_one_has_opened_a_seat_may_be_left(log):
    seated(log)
    log.post("seat", "s2", a.Leave(), 101)
    assert not log.table.owes_entropy
    assert code(log, "seat", "s1", a.OpenEntropy(ANA)) == "illegal"


def test_once_one_has_opened_nobody_leaves(log):
    seated(log)
    log.post("seat", "s1", a.OpenEntropy(ANA), 101)
    for seat in ("s1", "s2", "s3"):
        assert code(log, "seat", seat, a.Leave()) == "illegal"


def test_a_game_whose_entropy_is_never_opened_can_only_be_void(log):
    seated(log)
    assert code(log, "service", None, a.Close("cancelled")) == "illegal"
    log.post("service", None, a.Close("void"), 101)
    assert log.table.status == "void"


def test_before_all_have_sat_it_can_still_be_cancelled(log):
    log.post("service", None, a.Close("cancelled"), 101)
    assert log.table.status == "cancelled"
