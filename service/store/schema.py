"""The schema of a database, brought to this program's by the migrations. It is imported where they are carried out, so
that no other process loads Alembic."""

from __future__ import annotations

from threading import Lock

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from projections.statements import once
from service.store.recorder import EVENT_CATALOGUE, EVENT_CATALOGUE_KEY
from service.store.relations import REVISION, installation

_ALEMBIC = Lock()
"""Alembic works for one thread of a process at a time."""


def migrate(connection: Connection, revision: str = REVISION) -> None:
    """Carry out the migrations that are missing up to this one, in the connection's transaction.

    An empty database gets all relations, and the number of this program's event catalogue. One that a later program
    has migrated stays as it is. Whoever calls it keeps others from doing the same meanwhile.
    """
    if (MigrationContext.configure(connection).get_current_revision() or "") >= revision:
        return
    config = Config()
    config.set_main_option("script_location", "service.store:migrations")
    config.attributes["connection"] = connection
    with _ALEMBIC:
        command.upgrade(config, revision)
    connection.execute(once(installation), {"key": EVENT_CATALOGUE_KEY, "value": EVENT_CATALOGUE})
