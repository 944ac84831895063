"""What a table refuses of everybody, with what it says: nothing of it changes the log."""

from __future__ import annotations

import re

import pytest

from domain.contract.game import Refused, Text
from domain.contract.quantities import DAY, MINUTE
from domain.table import actions as a
from domain.table.gamelog import GameLog
from domain.table.parts import Brought, WaitingCommand
from domain.table.rules.seating import entropy_hash
from domain.table.rules.standing_orders import MOST_CONDITIONS, MOST_ORDERS, answer, read_orders
from domain.table.terms import partner_of, read_clock, read_release
from tests.domain.table.clocked import begun
from tests.pigs.pig import Hold, Roll
from tests.streams import random_bytes

ANA, BEN = "ab" * 32, "cd" * 32
REASON = Text("reason", "0" * 64)
MADE = {
    "occupation": "thief",
    "attributes": {"S": 3, "A": 3, "Dex": 4, "Int": 4, "Pers": 2, "Med": 2, "D": 2},
    "skills": ["lockpick"],
}
CLOCK = {"per_decision": DAY, "policy": "default", "vacation": DAY}


def opened(catalog):
    """A game of two, in which ana sits with sealed entropy."""
    log = GameLog(catalog, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", {}, ["s1", "s2"]), 100)
    log.post("seat", "s1", a.Sit(account="ana", entropy_hash=entropy_hash(ANA)), 100)
    return log


def refuse(log, by, seat, action, code, says, at=200):
    version = log.table.version
    with pytest.raises(Refused, match=re.escape(says)) as refused:
        log.post(by, seat, action, at)
    assert (refused.value.code, log.table.version) == (code, version)


@pytest.mark.parametrize(
    ("seat", "action", "code", "says"),
    [
        ("s9", a.Sit(account="ben"), "malformed", "unknown seat 's9'"),
        ("s1", a.Sit(account="ben"), "illegal", "s1 is taken"),
        ("s2", a.Sit(), "malformed", "either a person or an AI sits down"),
        ("s2", a.Sit(account="ben", level="random"), "malformed", "either a person or an AI sits down"),
        ("s2", a.Sit(level="random", entropy=BEN), "malformed", "an AI gives no entropy"),
        ("s2", a.Sit(level="random", entropy_hash=BEN), "malformed", "an AI gives no entropy"),
        ("s2", a.Sit(level="random", bot=True), "malformed", "only an account is marked as a bot's"),
        ("s2", a.Sit(account="ben", bot=False), "malformed", "only an account is marked as a bot's"),
        ("s2", a.Sit(account="ben", entropy="xy"), "malformed", "entropy and its hash are 32 bytes"),
        ("s2", a.Sit(account="ben", entropy=BEN[:-2]), "malformed", "entropy and its hash are 32 bytes"),
        ("s2", a.Sit(account="ben", entropy=BEN.upper()), "malformed", "entropy and its hash are 32 bytes"),
        ("s2", a.Sit(account="ben", entropy_hash="00"), "malformed", "entropy and its hash are 32 bytes"),
        ("s2", a.Leave(), "illegal", "nobody sits at s2"),
        ("s2", a.Bring(None), "illegal", "nobody sits at s2"),
        ("s1", a.Bring(None), "illegal", "s1 brings nothing"),
        ("s2", a.OpenEntropy(BEN), "illegal", "s2 has no sealed entropy to open"),
        ("s1", a.OpenEntropy(ANA), "illegal", "sealed entropy is opened when all have sat"),
        ("s1", a.OpenEntropy("ab"), "malformed", "entropy and its hash are 32 bytes"),
        (None, a.Start(), "illegal", "not all seats are taken and open"),
        ("s1", Roll(), "not-your-decision", "the game has not begun"),
        ("s1", a.Resign(), "illegal", "the game does not run"),
        (None, a.Close("gone"), "malformed", "unknown cause 'gone'"),
        (None, a.Close("abandoned"), "illegal", "a game that is open cannot be abandoned"),
        (None, a.Close("cancelled", "boredom"), "illegal", "a game that is open is not closed as 'boredom'"),
    ],
)
def test_before_the_start(catalog, seat, action, code, says):
    refuse(opened(catalog), "service" if seat is None else "seat", seat, action, code, says)


def test_what_is_brought_is_taken_by_the_game_and_there_once(catalog):
    """One character is in one seat; nothing is brought twice, and none of it to a game that has no characters."""
    log = GameLog(catalog, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("darkness", {"scenario": "last-bus-out"}, ["s1", "s2", "s3"]), 100)
    for seat in ("s1", "s2"):
        log.post("seat", seat, a.Sit(account=seat), 100)
    thief, doctor = (Brought(name, 2, BEN, catalog["darkness"].new_character(MADE)) for name in ("k1", "k2"))
    log.post("seat", "s1", a.Bring(thief), 100)
    for seat, brought, says in (
        ("s1", thief, "s1 brings that already"),
        ("s2", thief, "another seat of this game brings it"),
        ("s2", None, "s2 brings nothing"),
        ("s3", doctor, "nobody sits at s3"),
    ):
        refuse(log, "seat", seat, a.Bring(brought), "illegal", says)
    for seat, brought in (("s1", doctor), ("s2", thief), ("s1", None), ("s1", doctor)):
        log.post("seat", seat, a.Bring(brought), 100)
    assert log.table.brought == {"s1": doctor, "s2": thief}
    refuse(opened(catalog), "seat", "s1", a.Bring(thief), "malformed", "nothing is brought to a game of pig")


def test_entropy_is_the_one_whose_hash_was_given(catalog):
    log = opened(catalog)
    log.post("seat", "s2", a.Sit(account="ben"), 100)
    refuse(log, "seat", "s1", a.OpenEntropy(BEN), "illegal", "the entropy is not the one whose hash was given")
    refuse(log, "service", None, a.Start(), "illegal", "not all seats are taken and open")


@pytest.mark.parametrize(
    ("by", "seat", "action", "code", "says"),
    [
        ("service", None, a.Open({}), "illegal", "the game is open already"),
        ("seat", "s1", a.Sit(account="ana"), "illegal", "the game has begun already"),
        ("service", None, a.Start(), "illegal", "the game has begun already"),
        ("service", None, a.Close("cancelled"), "illegal", "a game that is running cannot be cancelled"),
        ("service", None, a.Close("void", a.EXPIRED), "illegal", "a game that is running is not closed as 'expired'"),
        ("service", None, a.AskShare(WaitingCommand("seat", "s1", {})), "not-your-decision", "only the service asks"),
        ("clock", "s1", Hold(), "not-your-decision", "s1 answers for itself"),
        ("clock", "s2", Hold(), "not-your-decision", "s2 answers for itself"),
        ("seat", "s9", a.Resign(), "not-your-decision", "no person holds s9"),
        ("seat", "s9", a.TakeOver("cy"), "malformed", "unknown seat 's9'"),
        ("seat", "s1", a.TakeOver("cy"), "illegal", "s1 is taken"),
        ("seat", "s9", a.Claim("end"), "not-your-decision", "only a seated person claims anything"),
        ("seat", "s1", a.Claim("victory"), "malformed", "a claim is for the `end` or a `replacement`"),
        ("seat", "s1", a.Claim("end"), "illegal", "nothing is overdue"),
        ("seat", "s1", a.Claim("replacement", "s2", "random"), "illegal", "an AI takes a seat whose deadline has"),
        ("seat", "s1", a.Claim("replacement", "s1", "random"), "illegal", "an AI takes a seat whose deadline has"),
        ("seat", "s1", a.Pause(("s1",), 300, "vacation"), "not-your-decision", "only the service moves clocks"),
        ("seat", None, a.MoveDeadlines(100), "not-your-decision", "only the service moves clocks"),
        ("service", None, a.Pause(("s9",), 300, "vacation"), "malformed", "s9 has no clock"),
        ("service", None, a.Pause(("s1",), None, "vacation"), "malformed", "a vacation has an end"),
        ("service", None, a.Pause(("s1",), 199, "organiser"), "illegal", "a pause does not end in the past"),
        ("service", None, a.MoveDeadlines(200), "illegal", "the deadlines were moved already"),
    ],
)
def test_while_it_runs(catalog, by, seat, action, code, says):
    refuse(begun(catalog, CLOCK), by, seat, action, code, says)


@pytest.mark.parametrize(
    ("operated", "code", "says"),
    [
        (a.Operate("dance", REASON), "malformed", "unknown verb 'dance'; there are take-back, "),
        (a.Operate("void", "because"), "malformed", "an operator gives a reason"),
        (a.Operate("take-back", REASON), "malformed", "take-back needs `to`"),
        (a.Operate("replace", REASON, seat="s9", level="random"), "malformed", "unknown seat 's9'"),
        (a.Operate("replace", REASON, seat="s1"), "malformed", "either a person or an AI takes the seat"),
        (
            a.Operate("replace", REASON, seat="s1", account="cy", level="random"),
            "malformed",
            "either a person or an AI takes the seat",
        ),
        (a.Operate("move-rules", REASON, to=99), "illegal", "the rules kept are "),
        (a.Operate("adjudicate", REASON, places={"s1": 1}), "malformed", "gives each seat of a running game its place"),
        (a.Operate("pause", REASON, to=200), "illegal", "a pause does not end in the past"),
        (a.Operate("pause", REASON, seat="s9"), "malformed", "s9 has no clock"),
        (a.Operate("resume", REASON), "illegal", "no operator has stopped a clock"),
        (a.Operate("extend", REASON), "malformed", "extend needs `to`"),
        (a.Operate("extend", REASON, seat="s2", to=MINUTE), "illegal", "no deadline runs"),
        (a.Operate("bring-forward", REASON, to=200), "illegal", "a deadline is brought forward to"),
        (a.Operate("bring-forward", REASON, to=100 + DAY), "illegal", "no deadline that runs is later than that"),
    ],
)
def test_of_operators(catalog, operated, code, says):
    refuse(begun(catalog, CLOCK), "operator", None, operated, code, says)


def test_of_operators_where_no_clock_runs(catalog):
    log = begun(catalog, None)
    refuse(log, "operator", None, a.Operate("extend", REASON, to=MINUTE), "illegal", "no clock runs in this game")
    refuse(log, "service", None, a.MoveDeadlines(100), "illegal", "no clock runs in this game")


def test_of_who_is_away_only_the_default_answer(catalog):
    log = begun(catalog, CLOCK)
    log.post("clock", "s1", a.PassDeadline(log.table.decision_id("s1")), 100 + DAY)
    default = log.table.game.default(log.table.state, "s1")
    other = Hold() if isinstance(default, Roll) else Roll()
    refuse(log, "clock", "s1", other, "illegal", "an absent seat gives its default answer", at=100 + DAY)
    log.post("clock", "s1", default, 100 + DAY)


def test_where_others_are_still_there_the_end_is_not_claimed(catalog):
    log = begun(catalog, {"per_decision": DAY})
    log.post("clock", "s1", a.PassDeadline(log.table.decision_id("s1")), 100 + DAY)
    refuse(log, "seat", "s2", a.Claim("end"), "illegal", "others are still there: claim a replacement", at=101 + DAY)
    log.post("seat", "s2", a.Claim("replacement", "s1", "random"), 101 + DAY)
    assert log.table.seats["s1"].level == "random"


def test_where_no_ai_is_to_sit_none_is_claimed(catalog):
    log = GameLog(catalog, "g1", b"s" * 32, random_bytes())
    terms = {"clock": {"per_decision": DAY}, "ai_seats": False}
    log.post("service", None, log.opening("pig", {}, ["s1", "s2", "s3"], terms=terms), 100)
    for seat in ("s1", "s2", "s3"):
        log.post("service", seat, a.Sit(account=f"account-{seat}"), 100)
    log.post("service", None, a.Start(), 100)
    log.post("clock", "s1", a.PassDeadline(log.table.decision_id("s1")), 100 + DAY)
    refuse(log, "seat", "s2", a.Claim("replacement", "s1", "random"), "illegal", "no AI sits at", at=101 + DAY)


def test_a_game_that_is_closed_takes_nothing_more(catalog):
    log = begun(catalog, CLOCK)
    log.post("service", None, a.Close("void"), 150)
    refuse(log, "seat", "s1", Roll(), "game-over", "the game is closed (void)")


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({"per_decision": "a day"}, "clock: Expected `int | null`, got `str`"),
        ({}, "clock: either per_decision or bank"),
        ({"per_decision": DAY, "bank": DAY}, "clock: either per_decision or bank"),
        ({"per_decision": MINUTE - 1}, "clock: per_decision"),
        ({"per_decision": DAY, "grace": -1}, "clock: grace"),
        ({"per_decision": DAY, "increment": 1}, "clock: an increment goes to a bank"),
        ({"bank": DAY, "policy": "default", "increment": MINUTE - 1}, "give an increment"),
        ({"bank": DAY}, "give an increment"),
        ({"per_decision": DAY, "policy": "ai"}, "the level is that of the AI which takes the seat"),
        ({"per_decision": DAY, "level": "random"}, "the level is that of the AI which takes the seat"),
    ],
)
def test_terms_of_a_clock_that_do_not_fit(raw, says):
    with pytest.raises(Refused, match=re.escape(says)) as refused:
        read_clock(raw)
    assert refused.value.code == "malformed"


def test_terms_that_fit():
    assert read_clock(None) is None
    assert read_clock({"bank": DAY, "policy": "default", "increment": MINUTE}).full == DAY + MINUTE
    assert read_clock({"bank": DAY, "policy": "forfeit"}).at_first == DAY
    assert (read_release(None), read_release(30)) == (None, 30)
    assert partner_of({}) is None


def test_a_release_interval_and_a_partner_that_do_not_fit():
    for read, raw in ((read_release, 0), (read_release, 1441), (partner_of, {"shared": {"url": 3}})):
        with pytest.raises(Refused) as refused:
            read(raw)
        assert refused.value.code == "malformed"


@pytest.mark.parametrize(
    ("orders", "says"),
    [
        ([{"order": "default", "decisions": ["turn"]}] * (MOST_ORDERS + 1), f"at most {MOST_ORDERS} orders"),
        ([{"order": "if"}] * (MOST_CONDITIONS + 1), f"at most {MOST_ORDERS} orders"),
        (["pass"], "an order is an object whose `order` is one of default, if"),
        ([{"order": "dance"}], "an order is an object whose `order` is one of default, if"),
        ([{"order": "default", "decisions": 2**70}], "is not below 2^53"),
        ([{"order": "default"}], "a default order lists the `decisions` that it answers"),
        ([{"order": "default", "decisions": []}], "a default order lists the `decisions` that it answers"),
        ([{"order": "default", "decisions": ["x"] * 21}], "a default order lists the `decisions` that it answers"),
        ([{"order": "default", "decisions": "turn"}], "a default order lists the `decisions` that it answers"),
        ([{"order": "default", "decisions": ["turn"], "x": 1}], "a default order lists the `decisions`"),
        ([{"order": "default", "decisions": [3]}], "a kind of decision is a text"),
    ],
)
def test_standing_orders_that_do_not_fit(catalog, orders, says):
    table = begun(catalog, None).table
    with pytest.raises(Refused, match=re.escape(says)) as refused:
        read_orders(table.game, table.state, "s1", orders)
    assert refused.value.code == "malformed"


def test_a_default_order_answers_the_kinds_that_it_lists_and_no_others(catalog):
    table = begun(catalog, None).table
    kind = table.pending["s1"].kind
    [own] = read_orders(table.game, table.state, "s1", [{"order": "default", "decisions": [kind]}])
    [other] = read_orders(table.game, table.state, "s1", [{"order": "default", "decisions": ["another"]}])
    assert answer(table.game, table.state, "s1", [other, own]) == table.game.default(table.state, "s1")
    assert answer(table.game, table.state, "s1", [other]) is None


def test_a_clock_that_never_ran_has_no_deadline(catalog):
    clocks = begun(catalog, None).table.clocks
    assert (clocks.terms, clocks.deadline("s1"), clocks.next_due()) == (None, None, None)
