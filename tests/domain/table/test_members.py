"""Who belongs to a table: who may see it, talk, leave, come back; folded from its events and from nothing else."""

import pytest

from domain.contract.audience import SPECTATOR
from domain.contract.game import Text
from domain.log.words import Words
from domain.table import actions as a
from domain.table.gamelog import GameLog
from domain.table.members import Members, Sight
from domain.table.rules.absence import may_return
from tests.streams import random_bytes

PRIVATE = {"visibility": "private", "creator": "ann", "invited": {"s2": "bob"}}
AI_TAKES = {"per_decision": 3600, "policy": "ai", "level": "random"}
OPEN_TO_ALL = {"creator": "ann"}
REASON = Text("r1", Words("it had to be", "00" * 32).commitment())
"""An operator's."""


def opened(catalog, terms, seats=("s1", "s2", "s3"), **options):
    log = GameLog(catalog, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", options, seats, terms=terms), 100)
    return log


def begun(catalog, terms, **who):
    """A running game; `who` maps seats to accounts."""
    log = opened(catalog, terms, tuple(who))
    for seat, account in who.items():
        log.post("seat", seat, a.Sit(account=account), 100)
    log.post("service", None, a.Start(), 100)
    return log


def replace(log, seat, at=200, **taken_by):
    log.post("operator", None, a.Operate("replace", REASON, seat=seat, **taken_by), at)


def version_of(log, kind):
    return [entry.label.version for entry in log.entries if entry.label.type == kind][-1]


def members(log):
    return log.table.members


def test_strangers_know_nothing_of_a_private_game_and_all_see_a_public_one(catalog):
    private, public = members(opened(catalog, PRIVATE)), members(opened(catalog, OPEN_TO_ALL))
    assert [private.may_know(who) for who in ("ann", "bob", "cy", None)] == [True, True, False, False]
    assert private.sight("cy", None) is None
    assert [public.sight(who, None) for who in ("ann", "cy", None)] == [Sight(SPECTATOR)] * 3
    assert [public.belongs(who) for who in ("ann", "cy", None)] == [True, False, False]


def test_who_is_replaced_keeps_what_was_shown_and_sees_nothing_later(catalog):
    log = begun(catalog, PRIVATE, s1="ann", s2="bob")
    replace(log, "s2", account="cy")
    lost = version_of(log, "SeatReplaced")
    found = members(log)
    assert found.sight("bob", None) == found.sight("bob", "s2") == Sight("s2", lost)
    assert found.sight("bob", SPECTATOR) == Sight(SPECTATOR, lost)
    assert found.sight("bob", "s1") is None
    assert found.sight("bob", "s1", everybody=("s1",)) is None, "nor when the game is closed"
    assert (found.belongs("bob"), found.may_see("bob"), found.may_know("bob")) == (False, False, True)
    assert found.sight("cy", None) == Sight("s2"), "who takes over sees all of it"


def test_in_a_public_game_who_is_replaced_sees_what_spectators_see_and_keeps_the_own_eyes(catalog):
    log = begun(catalog, OPEN_TO_ALL, s1="ann", s2="bob")
    replace(log, "s2", account="cy")
    found = members(log)
    assert found.sight("bob", None) == Sight(SPECTATOR)
    assert found.sight("bob", "s2") == Sight("s2", version_of(log, "SeatReplaced"))


def test_a_host_who_is_removed_is_removed(catalog):
    log = begun(catalog, PRIVATE, s1="ann", s2="bob")
    replace(log, "s1", level="random")
    assert members(log).sight("ann", None) == Sight("s1", version_of(log, "SeatReplaced"))
    assert not members(log).belongs("ann")


def test_who_is_given_a_seat_again_has_lost_nothing(catalog):
    log = begun(catalog, PRIVATE, s1="ann", s2="bob")
    replace(log, "s2", account="cy")
    replace(log, "s2", account="bob")
    assert (members(log).sight("bob", None), members(log).lost.keys()) == (Sight("s2"), {"cy"})


def test_a_guest_by_a_link_leaves_and_keeps_what_was_shown(catalog):
    log = opened(catalog, PRIVATE)
    log.post("seat", "s3", a.Sit(account="cy"), 100)
    assert members(log).sight("cy", None) == Sight("s3")
    log.post("seat", "s3", a.Leave(), 101)
    assert members(log).sight("cy", None) == Sight("s3", log.table.version)
    assert not members(log).may_come("cy")
    assert members(log).may_come("cy", by_link=True)


def test_who_is_invited_by_name_leaves_and_may_come_back_but_not_when_sent_away(catalog):
    log = opened(catalog, PRIVATE)
    log.post("seat", "s2", a.Sit(account="bob"), 100)
    log.post("seat", "s2", a.Leave(), 100)
    assert (members(log).invited, members(log).sight("bob", None)) == ({"s2": "bob"}, Sight(SPECTATOR))
    assert members(log).may_come("bob")
    log.post("seat", "s2", a.Sit(account="bob"), 100)
    log.post("service", "s2", a.Leave(), 100)
    assert (members(log).invited, members(log).sight("bob", None)) == ({}, Sight("s2", log.table.version))
    assert (members(log).may_come("bob"), members(log).may_come("bob", by_link=True)) == (False, True)


def test_a_link_leads_into_a_private_game_before_its_start_only(catalog):
    waiting, running = opened(catalog, PRIVATE), begun(catalog, PRIVATE, s1="ann", s2="bob")
    assert [members(log).may_come("eve", by_link=True) for log in (waiting, running)] == [True, False]


def test_whom_the_host_has_sent_away_no_link_leads_back_once_the_game_has_begun(catalog):
    log = opened(catalog, OPEN_TO_ALL)
    log.post("seat", "s2", a.Sit(account="bob"), 100)
    log.post("service", "s2", a.Leave(), 100)
    assert members(log).may_come("bob", by_link=True)
    for seat in ("s1", "s2", "s3"):
        log.post("service", seat, a.Sit(level="random"), 100)
    log.post("service", None, a.Start(), 100)
    assert not members(log).may_come("bob", by_link=True)


def test_a_seat_that_an_ai_gets_is_kept_for_no_guest_any_more(catalog):
    log = opened(catalog, PRIVATE)
    log.post("service", "s2", a.Sit(level="random"), 100)
    assert members(log).sight("bob", None) == Sight(SPECTATOR, log.table.version)
    assert not members(log).belongs("bob")
    assert not members(log).may_come("bob")


def test_whom_an_operator_removes_comes_back_by_an_operator_only(catalog):
    log = begun(catalog, OPEN_TO_ALL, s1="ann", s2="bob")
    replace(log, "s2", account="cy")
    assert not members(log).may_come("bob")
    assert not members(log).may_come("bob", by_link=True)
    assert members(log).may_come("dan")


def test_the_owner_of_a_seat_that_an_ai_keeps_belongs_to_the_game(catalog):
    log = begun(catalog, {**PRIVATE, "clock": AI_TAKES}, s1="ann", s2="bob")
    log.post("clock", "s1", a.PassDeadline(log.table.decision_id("s1")), 100 + 4 * 3600)
    found = members(log)
    assert (found.kept, found.seats_of("ann"), found.belongs("ann")) == ({"s1": "ann"}, (), True)
    assert found.sight("ann", None) == Sight(SPECTATOR)
    assert found.sight("ann", "s1") == Sight("s1", version_of(log, "SeatReplaced"))
    assert may_return(log.table, "ann", "s1")
    assert not may_return(log.table, "bob", "s1")
    replace(log, "s1", 100 + 5 * 3600, account="cy")
    assert members(log).sight("ann", None) == Sight(SPECTATOR, version_of(log, "SeatReplaced"))
    assert not may_return(log.table, "ann", "s1")


def test_the_talk_is_heard_until_the_seat_is_lost(catalog):
    log = begun(catalog, PRIVATE, s1="ann", s2="bob")
    assert members(log).hears_until("bob", open_talk=False) is None
    replace(log, "s2", at=250, account="cy")
    found = members(log)
    assert [found.hears(who, open_talk=False) for who in ("ann", "bob", "cy", "dan", None)] == [True] * 3 + [False] * 2
    assert [found.hears_until(who, open_talk=True) for who in ("ann", "bob", "dan")] == [None, 250, 0]
    assert not found.belongs("bob"), "and says nothing there"


def test_a_part_in_a_game_is_a_seat_that_one_holds_or_held_or_its_opening(catalog):
    log = begun(catalog, {**PRIVATE, "creator": "eve"}, s1="ann", s2="bob")
    replace(log, "s2", account="cy")
    who = ("ann", "bob", "cy", "eve", "dan")
    assert [members(log).has_part(one) for one in who] == [True, True, True, True, False]


def test_it_is_the_same_whether_folded_from_the_table_or_from_what_is_public(catalog):
    log = opened(catalog, {**PRIVATE, "clock": AI_TAKES}, ("s1", "s2"))
    log.post("seat", "s1", a.Sit(account="ann"), 100)
    log.post("seat", "s2", a.Sit(account="bob"), 100)
    log.post("seat", "s1", a.Leave(), 100)
    log.post("seat", "s1", a.Sit(account="cy"), 100)
    log.post("service", None, a.Start(), 100)
    log.post("clock", "s1", a.PassDeadline(log.table.decision_id("s1")), 100 + 4 * 3600)
    replace(log, "s2", 20_000, account="dan")
    folded, by = Members(), ""
    for public in (entry.read() for entry in log.entries):
        by = public.by or by
        folded = folded.after_public(public, by)
    assert folded == members(log)


@pytest.mark.parametrize("account", ["", "nobody"])
def test_nobody_is_nobody(catalog, account):
    assert not members(opened(catalog, PRIVATE)).may_know(account)
