"""Logs that no program can read: an event of a type that nobody knows stands in them, or one that is none any more."""

import sqlite3
from contextlib import closing
from uuid import UUID


def rename_an_event(settings, log_id, before, after):
    """Call the one event of a type something else in the store of an installation, which has to be built anew then."""
    with closing(sqlite3.connect(settings.events_path)) as db, db:
        changed = db.execute(
            "UPDATE stored_events SET state=CAST(replace(CAST(state AS TEXT), ?, ?) AS BLOB)"
            " WHERE originator_id=? AND instr(state, CAST(? AS BLOB))",
            (before, after, UUID(log_id).hex, before),
        )
        assert changed.rowcount == 1


NO_EVENT = b"{{"


def spoil_an_event(settings, log_id, version):
    """Write what nobody can decode in the place of an event: what stood there."""
    return replace_an_event(settings, log_id, version, NO_EVENT)


def spoil_data_of_an_event(settings, log_id, version):
    """Write a byte that is of no text into the data of an event, whose label can still be read."""
    before = replace_an_event(settings, log_id, version, NO_EVENT)
    replace_an_event(settings, log_id, version, before.replace(b'"data":{"', b'"data":{"\x80', 1))


def replace_an_event(settings, log_id, version, state):
    """Write this in the place of an event, past everything: what stood there."""
    at = (UUID(log_id).hex, version)
    with closing(sqlite3.connect(settings.events_path)) as db, db:
        [before] = db.execute(
            "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?", at
        ).fetchone()
        db.execute("UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?", (state, *at))
    return before
