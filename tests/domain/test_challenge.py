"""Challenges: one try for everybody, and the seed revealed when the last has ended."""

import pytest

from domain.aggregate import Chronicle
from domain.audit.aggregates import CHALLENGE, audit, document
from domain.audit.verdict import CONSISTENT, PREFIX, REFUSED
from domain.catalog import Catalog
from domain.challenge.actions import Begin, Close, CloseEntries, Report
from domain.challenge.decide import decide, due_steps, opening
from domain.challenge.state import Challenge, Place
from domain.chance import Stream
from domain.derived import game_id
from domain.game import Refused, Text
from tests.pig import PIG

SEED = bytes(range(32))
DUE = 5000


class Played:
    """A challenge in memory."""

    def __init__(self, due=None):
        self.log = Chronicle(Challenge(), "C", decide, {"C": SEED}, Stream(b"challenge").random_bytes)
        opened = opening(PIG, "C", SEED, "a name", "olga", seats=2, due=due)
        with pytest.raises(Refused, match="outside its log"):
            self.post(opened)
        self.post(type(opened)(opened.data, Text("t1", "00" * 32)))

    @property
    def challenge(self):
        return self.log.aggregate

    def post(self, action, by="service", at=1000):
        return [entry.read().type for entry in self.log.post(by, action, at)]

    def document(self):
        return document(CHALLENGE, self.challenge, self.log.entries)


@pytest.fixture
def played():
    return Played()


def refused(played, action, by="service", at=1000):
    with pytest.raises(Refused) as error:
        played.post(action, by, at)
    return error.value.code


def test_everybody_has_one_try(played):
    assert played.post(Begin(account="ann"), "seat") == ["TryBegun"]
    assert played.post(Begin(level="greedy"), "operator") == ["TryBegun"]
    assert [own.game_id for own in played.challenge.tries] == [game_id("C", 1), game_id("C", 2)]
    assert refused(played, Begin(account="ann"), "seat") == "illegal"
    assert refused(played, Begin(level="greedy"), "operator") == "illegal"
    assert refused(played, Begin(level="random"), "seat") == "not-your-decision"
    assert refused(played, Begin(), "seat") == "malformed"


def test_a_report_counts_once(played):
    played.post(Begin(account="ann"), "seat")
    assert refused(played, Report(2, "over", True)) == "malformed"
    assert refused(played, Report(1, "over")) == "malformed"
    assert played.post(Report(1, "over", True)) == ["TryEnded"]
    assert played.post(Report(1, "void")) == []


def test_who_won_shares_the_first_place_and_void_games_have_none(played):
    for account, (cause, won) in {
        "a": ("over", False),
        "b": ("over", True),
        "c": ("void", None),
        "d": ("over", True),
    }.items():
        played.post(Begin(account=account), "seat")
        played.post(Report(len(played.challenge.tries), cause, won))
    played.post(CloseEntries(), "operator")
    assert played.post(Close()) == ["ChallengeClosed"]
    assert played.challenge.places == (Place(1, 2), Place(1, 4), Place(3, 1))
    assert played.challenge.seed == SEED.hex()
    assert played.post(Close()) == []


def test_the_seed_is_kept_back_while_a_try_may_begin_or_goes_on(played):
    played.post(Begin(account="ann"), "seat")
    assert refused(played, Close()) == "illegal"
    assert refused(played, CloseEntries()) == "illegal"
    assert refused(played, CloseEntries(), "seat") == "not-your-decision"
    played.post(CloseEntries(), "operator")
    assert refused(played, Begin(account="bob"), "seat") == "illegal"
    assert refused(played, Close()) == "illegal"
    assert played.challenge.status == "ending"


def test_what_follows_by_itself():
    played = Played(DUE)
    played.post(Begin(account="ann"), "seat")
    assert due_steps(played.challenge, DUE - 1) == []
    assert due_steps(played.challenge, DUE) == [CloseEntries()]
    played.post(CloseEntries(), at=DUE)
    assert due_steps(played.challenge, DUE) == []
    played.post(Report(1, "void"), at=DUE)
    assert due_steps(played.challenge, DUE) == [Close()]
    played.post(Close(), at=DUE)
    assert due_steps(played.challenge, DUE) == []


def test_its_log_is_audited(played):
    catalog = Catalog({"pig": "tests.pig:PIG"})
    played.post(Begin(account="ann"), "seat")
    assert audit(played.document(), catalog).code == PREFIX
    played.post(Report(1, "over", True))
    played.post(CloseEntries(), "operator")
    played.post(Close())
    found = played.document()
    assert audit(found, catalog).code == CONSISTENT
    found.events[-1]["data"]["places"] = []
    assert audit(found, catalog).code == REFUSED
