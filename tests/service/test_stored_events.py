"""What was stored once is read for ever: the file of each stored form, as a program of its time wrote it."""

from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent

from domain.contract.game import Asked
from domain.log.record import Entry, chained
from domain.table import events
from domain.table.parts import WaitingCommand
from domain.table.table import Table
from service.store.mapping import game_of, to_stored
from tests.service import stored_game

FORMS = sorted((Path(__file__).parent / "stored").glob("*.tsv"))
NEWEST = FORMS[-1]

NOT_OFFERED_YET = {"SeatResigned", "DeadlineSet", "DeadlinePassed", "ClockPaused", "OutagesCounted"}
NEEDS_TWO_RULES = {"RulesMoved"}
NEEDS_CHARACTERS = {"KeepsakeTaken"}
NEEDS_A_PARTNER = {"ShareAsked", "ShareGiven"}


def stored(form):
    """The stored events of a file."""
    rows = [line.split("\t", 1) for line in form.read_text().splitlines()]
    return [
        StoredEvent(UUID(stored_game.GAME_ID), version, topic, state.encode())
        for version, (topic, state) in enumerate(rows, 1)
    ]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_every_stored_form_is_read(catalog, form):
    table, head = Table(catalog), bytes(32)
    for event in stored(form):
        entry = Entry.decode(event.state)
        head = chained(head, entry.public)
        assert entry.hash == head.hex()
        assert {name: part.commitment() for name, part in entry.private.items()} == entry.read().commitments
        assert game_of(event.topic) == "pig"
        table.fold(entry)
    assert (table.status, table.seats["s2"].level, table.state.bank) == ("void", "random", {"s1": 0, "s2": 0})
    assert table.receipts["s1"]["a1"].body == "b1"


def test_the_program_writes_the_newest_form(catalog):
    """A difference is a new form: give the event a new `schema`, an upcaster and a new file beside the old one."""
    assert "\n".join(stored_game.lines(stored_game.play(catalog))) + "\n" == NEWEST.read_text()


def test_the_newest_form_has_every_event_that_games_share():
    types = {event.topic.split(":")[1] for event in stored(NEWEST)}
    elsewhere = NOT_OFFERED_YET | NEEDS_TWO_RULES | NEEDS_CHARACTERS | NEEDS_A_PARTNER
    assert set(events.TABLE_EVENTS) | {Asked.__name__} <= types | elsewhere


def test_what_a_seat_brought_along_is_read():
    stored = {"seat": "s2", "brought": {"id": "c1", "version": 4, "head": "ab" * 32, "content": {"skills": {}}}}
    event = msgspec.convert(stored, events.KeepsakeTaken)
    assert event == events.KeepsakeTaken("s2", events.Brought("c1", 4, "ab" * 32, {"skills": {}}))
    assert msgspec.convert({"seat": "s2", "brought": None}, events.KeepsakeTaken).brought is None


def test_shares_of_a_seed_are_read():
    stored = {"number": 3, "drawing": {"by": "seat", "seat": "s1", "action": {"type": "roll"}}}
    drawing = WaitingCommand("seat", "s1", {"type": "roll"})
    assert msgspec.convert(stored, events.ShareAsked) == events.ShareAsked(3, drawing)
    given = {"number": 3, "share": "ab" * 32, "signature": "cd" * 64}
    assert msgspec.convert(given, events.ShareGiven) == events.ShareGiven(3, "ab" * 32, "cd" * 64)


def test_a_topic_tells_the_schema(catalog):
    entries = stored_game.play(catalog).entries
    [event, *_] = to_stored(UUID(stored_game.GAME_ID), 0, "pig", entries)
    assert event.topic == "pig:GameOpened:1"
    with pytest.raises(ValueError, match="do not follow version 1"):
        to_stored(UUID(stored_game.GAME_ID), 1, "pig", entries)
