"""A record seen again: the table at any version, as any seat saw it, from the stored parts alone."""

from __future__ import annotations

from collections.abc import Iterator

from domain.canon import Json
from domain.catalog import Catalog
from domain.datafiles import UnknownData
from domain.export import BadRecord, Record
from domain.record import CLOSED
from domain.table.table import Table


def tables(record: Record, catalog: Catalog) -> Iterator[Table]:
    """The table after each event, the same object brought forward, with the data files that the record brings along.

    `BadRecord` if hidden parts are missing, or the data that the game was begun with.
    """
    table = Table(catalog.with_files(record.files))
    for entry in record.entries():
        if missing := set(entry.read().commitments) - set(entry.private) - {CLOSED}:
            raise BadRecord(f"event {entry.read().version} lacks the part of {sorted(missing)[0]}: a redacted record")
        try:
            table.fold(entry)
        except UnknownData as unknown:
            raise BadRecord(f"event {entry.read().version}: {unknown}") from None
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


def shown(table: Table, audience: str) -> dict[str, Json]:
    """What an audience saw of the table: version, status, pending decisions and the game's view."""
    view = None if table.state is None else table.game.view(table.state, audience)
    return {
        "version": table.version,
        "status": table.status,
        "pending": {seat: {"kind": d.kind, "verbs": list(d.verbs)} for seat, d in table.pending.items()},
        "table": view,
    }
