"""Entries in memory: decoded when they are asked for, and the same as if all had been decoded at once."""

import pytest

from domain.log.entries import Entries
from domain.table import actions
from domain.table.gamelog import GameLog
from tests.streams import random_bytes

BROKEN = b"no entry at all"


@pytest.fixture
def decoded(catalog):
    """A game of Pig whose two seats were taken."""
    log = GameLog(catalog, "00000000-0000-4000-8000-000000000001", bytes(32), random_bytes())
    log.post("service", None, log.opening("pig", {}, ["s1", "s2"]), 1000)
    log.post("service", "s1", actions.Sit(level="random"), 1000)
    log.post("service", "s2", actions.Sit(level="random"), 1000)
    return list(log.entries)


def stored(decoded):
    return [entry.encode() for entry in decoded]


def test_entries_are_those_that_were_stored(decoded):
    entries = Entries(stored(decoded))
    assert len(entries) == len(decoded)
    assert [entries[at] for at in range(len(decoded))] == decoded
    assert list(entries) == decoded
    assert entries == Entries(stored(decoded))
    assert entries != decoded[1:]
    assert entries[-1] == decoded[-1]
    assert entries[1:3] == decoded[1:3]
    assert entries[::-1] == decoded[::-1]


def test_an_entry_is_decoded_once(decoded):
    entries = Entries(stored(decoded))
    assert entries[2] is entries[2] is entries[2:][0] is list(entries)[2]


def test_what_nobody_asks_for_is_not_decoded(decoded):
    first, *others = stored(decoded)
    entries = Entries([first, BROKEN, *others[1:]])
    assert entries[0] == decoded[0]
    assert entries[2:] == decoded[2:]
    with pytest.raises(ValueError, match="malformed"):
        entries[1]


def test_entries_are_put_at_the_end_as_they_are(decoded):
    entries = Entries(stored(decoded[:-1]))
    entries.append(decoded[-1])
    assert entries[-1] is decoded[-1]
    assert entries == decoded


def test_no_entries_are_false():
    assert not Entries()
    assert list(Entries()) == []
    assert Entries() == []


def test_there_is_no_entry_behind_the_last(decoded):
    with pytest.raises(IndexError):
        Entries(stored(decoded))[len(decoded)]
