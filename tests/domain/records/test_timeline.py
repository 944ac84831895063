"""A log at a glance, told with pig."""

from domain.contract.game import Text
from domain.records.timeline import timeline
from domain.table import actions as a
from domain.table.gamelog import GameLog
from tests.pigs.pig import Hold
from tests.streams import random_bytes

MARKS = {"TurnPassed": "turn"}


def played(catalog):
    log = GameLog(catalog, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", {"goal": 50}, ["s1", "s2"]), 100)
    for seat in ("s1", "s2"):
        log.post("service", seat, a.Sit(account=seat), 100)
    log.post("service", None, a.Start(), 101)
    return log


def marks_of(log):
    found = timeline([entry.read() for entry in log.entries], MARKS)
    return [(mark.version, mark.mark, mark.counts) for mark in found.marks]


def test_starts_turns_takebacks_and_ends_are_marked(catalog):
    log = played(catalog)
    begun = log.table.version
    log.post("seat", "s1", Hold(), 102)
    passed = log.table.version - 1
    log.post("seat", "s1", a.TakeBack(begun), 103)
    taken = log.table.version - 1
    log.post("seat", "s1", Hold(), 104)
    again = log.table.version - 1
    log.post("service", None, a.Close("void"), 105)
    assert marks_of(log) == [
        (4, "start", True),
        (passed, "turn", False),
        (taken, "takeback", True),
        (again, "turn", True),
        (log.table.version, "end", True),
    ]


def test_what_happened_to_the_game_itself_is_never_taken_back(catalog):
    log = played(catalog)
    begun = log.table.version
    log.post("seat", "s1", Hold(), 102)
    log.post("operator", None, a.Operate("replace", Text("t", "00"), seat="s2", level="random"), 103)
    log.post("seat", "s1", a.TakeBack(begun), 104)
    assert [(mark, counts) for _, mark, counts in marks_of(log)] == [
        ("start", True), ("turn", False), ("operator", True), ("replacement", True), ("takeback", True),
    ]  # fmt: skip


def test_boundaries_are_where_commands_ended(catalog):
    log = played(catalog)
    begun = log.table.version
    log.post("seat", "s1", Hold(), 102)
    found = timeline([entry.read() for entry in log.entries], MARKS)
    assert found.boundaries == (begun, log.table.version)
