"""Logs of things that are no game: entries in the form of a game's, several commands at once, time, old events."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain.contract.game import Action, Event, Refused
from domain.log.aggregate import Aggregate
from domain.log.log import Log
from domain.log.record import Command, Happened


class Add(Action, tag="sum/add", frozen=True):
    number: int


class Added(Event, frozen=True):
    number: int
    schema = 2

    def apply(self, total: Sum) -> None:
        total.value += self.number


class Sum(Aggregate):
    owner = "sum"

    def __init__(self, upcasters=None):
        super().__init__({"Added": Added}, upcasters or {})
        self.value = 0


def decide(total: Sum, command, seeds: Mapping[str, bytes]) -> list[Happened]:
    if command.action.number < 0:
        raise Refused("illegal", "a number from 0")
    if total.value >= 10:
        return []
    return [Happened(Added(command.action.number))]


def log_of_sums() -> Log[Sum]:
    return Log(Sum(), "sum", decide, {}, lambda count: bytes(count))


def test_a_command_makes_entries_that_are_folded_when_they_were_stored():
    log = log_of_sums()

    [entry] = log.post("service", None, Add(3), 100)

    public = entry.read()
    assert (public.type, public.data, public.action, public.by) == (
        "Added", {"number": 3}, {"type": "sum/add", "number": 3}, "service",
    )  # fmt: skip
    assert (log.aggregate.value, log.aggregate.version, log.aggregate.head.hex()) == (3, 1, entry.hash)
    assert set(entry.private) == {"closed"}


def test_deciding_changes_nothing():
    log = log_of_sums()

    entries = log.decide(Command("service", None, Add(3), 100), Command("service", None, Add(4), 100))

    assert log.aggregate.value == 0
    assert [entry.read().version for entry in entries] == [1, 2]
    log.follow(entries)
    assert log.aggregate.value == 7


def test_each_of_several_commands_sees_what_the_ones_before_brought():
    log = log_of_sums()

    entries = log.decide(*(Command("service", None, Add(6), 100) for _ in range(3)))

    assert len(entries) == 2


def test_a_refused_command_stores_nothing():
    log = log_of_sums()

    with pytest.raises(Refused, match="illegal: a number from 0"):
        log.post("service", None, Add(-1), 100)
    assert log.entries == []


def test_a_command_with_nothing_left_to_do_makes_no_entry():
    log = log_of_sums()
    log.post("service", None, Add(10), 100)

    assert log.post("service", None, Add(1), 100) == []


def test_time_never_runs_backwards():
    log = log_of_sums()
    log.post("service", None, Add(1), 100)

    [entry] = log.post("service", None, Add(1), 50)

    assert entry.read().at == 100


def test_old_events_are_brought_into_todays_form():
    log = log_of_sums()
    log.post("service", None, Add(1), 100)
    upcasters = {("sum", "Added", 2): lambda data: {"number": data["number"] * 100}}

    again = Sum(upcasters)
    for entry in log.entries:
        again.fold(entry)

    assert again.value == 100
