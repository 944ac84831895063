"""A record seen again: the table at any version, as any seat saw it, from the stored parts alone."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.audience import REFEREE
from domain.contract.datafiles import UnknownData
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.log.record import CLOSED
from domain.log.whole import end_of_command
from domain.records.export import BadRecord, Record
from domain.table.table import Table


def tables(record: Record, catalog: Catalog) -> Iterator[Table]:
    """The table after each event, the same object brought forward, with the data files that the record brings along.

    `BadRecord` if hidden parts are missing, or the data that the game was begun with.
    """
    table = Table(catalog.with_files(record.files))
    for entry in record.entries():
        if missing := set(entry.read().commitments) - set(entry.private) - {CLOSED}:
            raise BadRecord(f"event {entry.label.version} lacks the part of {sorted(missing)[0]}: a redacted record")
        try:
            table.fold(entry)
        except UnknownData as unknown:
            raise BadRecord(f"event {entry.label.version}: {unknown}") from None
        yield table


def table_at(record: Record, catalog: Catalog, version: int | None = None) -> Table:
    """The table at a version (None: the last); `BadRecord` if the record does not reach it."""
    table: Table | None = None
    for table in tables(record, catalog):
        if table.version == version:
            return table
    if table is None or version is not None:
        raise BadRecord(f"the record has {len(record.events)} events; there is no version {version}")
    return table


def shown(record: Record, catalog: Catalog, audience: str, version: int | None = None) -> dict[str, Json]:
    """What an audience saw at a version (None: the last): the event, who must decide, why it ended, the game's view.

    In the middle of a command nobody has been asked yet: then it says where the command ends.
    """
    table = table_at(record, catalog, version)
    entries = record.entries()
    return {
        "version": table.version,
        "event": entries[table.version - 1].as_json([audience] if audience != REFEREE else None),
        "status": table.status,
        **_asked(table, end_of_command(entries, table.version)),
        "why": list(table.why),
        "table": None if table.state is None else table.game.view(table.state, audience),
    }


def _asked(table: Table, end: int) -> dict[str, Json]:
    if table.version < end:
        return {"under_way": f"command {table.command} goes on to version {end}"}
    decisions = table.pending.items()
    return {"pending": {seat: {"kind": d.kind, "verbs": list(d.verbs), "details": d.details} for seat, d in decisions}}
