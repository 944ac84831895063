"""A forger who makes every hash anew and tells another course of the game: the audit decides each command again."""

from collections import Counter
from copy import deepcopy

import pytest

from domain.audit import CONSISTENT, REFUSED, audit
from domain.log.canon import parse
from domain.log.record import part_nonce
from domain.records.export import export, read
from domain.table import actions as a
from domain.table.gamelog import GameLog
from tests.domain.audit.games import CATALOG
from tests.pigs.pig import Hold, Roll
from tests.streams import random_bytes
from tests.verifier.both import made_anew


def played():
    """Two people without secrets; the game is void in the end."""
    log = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", {"goal": 50}, ["s1", "s2"]), 100)
    for seat in ("s1", "s2"):
        log.post("seat", seat, a.Sit(account=seat), 101)
    log.post("service", None, a.Start(), 102)
    for _ in range(4):
        [seat] = log.table.pending
        log.post("seat", seat, Hold() if log.table.state.turn_points else Roll(), 103)
    log.post("service", None, a.Close("void"), 104)
    return log


RAW = export((LOG := played()).table, LOG.entries, {}, ()).encode()


def found(alter):
    value = parse(RAW)
    alter(value["events"])
    for version, event in enumerate(value["events"], 1):
        event["version"] = version
        for name, part in event["private"].items():
            part["nonce"] = part_nonce(b"s" * 32, "g1", version, name)
    verdict = audit(read(made_anew(value)), CATALOG)
    return verdict.code, verdict.version, verdict.reason


def first(events, kind):
    return next(at for at, event in enumerate(events) if event["type"] == kind)


def test_as_it_was_played_it_is_consistent():
    assert found(lambda events: None)[0] == CONSISTENT


def test_an_event_that_does_not_follow_is_named():
    at = first(parse(RAW)["events"], "Asked")
    reached = found(lambda events: events.insert(at, deepcopy(events[at])))
    assert reached == (REFUSED, at + 2, "Asked does not follow from the action")


def test_an_event_that_is_missing_is_named():
    at = first(parse(RAW)["events"], "Asked")
    assert found(lambda events: events.pop(at)) == (REFUSED, at, "Asked should follow it")


def test_a_last_event_that_is_missing_is_named_at_the_one_before_it():
    events = parse(RAW)["events"]
    commands = Counter(event["command"] for event in events)
    long = next(command for command, count in commands.items() if count > 2)
    last = max(event["version"] for event in events if event["command"] == long)
    reason = f"{events[last - 1]['type']} should follow it"
    assert found(lambda events: events.pop(last - 1)) == (REFUSED, last - 1, reason)


def test_an_event_without_the_parts_of_its_kind_is_named():
    def alter(events):
        for of in ("private", "commitments"):
            events[at][of].clear()

    parted = [place for place, event in enumerate(parse(RAW)["events"]) if event["private"]]
    at = parted[1]
    reason = "it has not the private parts that such an event has"
    assert found(alter) == (REFUSED, at + 1, reason)


@pytest.mark.parametrize(
    ("kind", "action", "reason"),
    [
        ("SeatTaken", {"account": None}, "its action is malformed under rules 1: either a person or an AI sits down"),
        ("SeatTaken", {"type": "table/dance"}, "its action is malformed"),
        ("GameStarted", {"type": "table/leave"}, "its action is malformed under rules 1: unknown seat 'None'"),
    ],
)
def test_an_action_that_the_rules_refuse_is_told_with_why(kind, action, reason):
    def alter(events):
        event = events[first(events, kind)]
        event["action"] = {**event["action"], **action}

    code, version, said = found(alter)
    assert (code, version) == (REFUSED, first(parse(RAW)["events"], kind) + 1)
    assert said.startswith(reason)
