"""The outbox file of an earlier release, which kept it in the home folder whichever database held the log."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import delete

from projections.database import SqliteFile
from projections.notices.deliveries import OutboxStore
from projections.rebuild import copy_rows
from projections.statements import Cursor


def take_over(file: Path, outbox: OutboxStore) -> None:
    """Move what the file holds into the outbox of the database, unless that has been followed as far already.

    The file of the machine that told people is the one that was followed furthest: whichever machine comes first, its
    rows are the ones that stay. The file is renamed, and never looked at again.
    """
    if isinstance(outbox.database, SqliteFile) or not file.exists():
        return
    earlier = SqliteFile(file)
    with earlier.writing() as there:
        earlier.create(there, *outbox.outbox.relations)
        with outbox.database.writing() as here:
            _move(there, here, outbox)
    earlier.close()
    file.rename(file.with_name(f"{file.name}.old"))


def _move(there: Cursor, here: Cursor, outbox: OutboxStore) -> None:
    reached = outbox.outbox.position(there)
    if reached <= outbox.outbox.position(here):
        return
    for relation in outbox.outbox.relations:
        here.execute(delete(relation))
        copy_rows(there, here, relation)
    outbox.outbox.stand_at(here, reached)
