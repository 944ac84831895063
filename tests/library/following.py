"""The read models in the hands of the library's `ProjectionRunner`: what it lacks for SQLite is added here."""

from pathlib import Path

from eventsourcing.application import Application
from eventsourcing.persistence import ListenNotifySubscription, Tracking
from eventsourcing.projection import Projection, ProjectionRunner
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore, SQLiteFactory, SQLiteTrackingRecorder

from domain.log.record import Entry
from projections.statements import SQLITE, Compiler, Cursor
from tests.library.events import EntryMapper

LOOK_AGAIN = 0.02
"""Seconds between two looks at the log: the dispatcher's shortest pause."""


class PollingSubscription(ListenNotifySubscription):
    """A subscription where nobody notifies."""

    def _loop_on_pull(self):
        while not self._has_been_stopped:
            self._pull()
            self._has_been_notified.wait(LOOK_AGAIN)


class PollingRecorder(SQLiteApplicationRecorder):
    """The library's recorder for SQLite, with subscriptions."""

    def subscribe(self, gt=None, topics=()):
        return PollingSubscription(self, gt, topics)


class Games(Application):
    """The store's file as an application; the library takes all that it needs from an environment."""

    def construct_mapper(self):
        return EntryMapper()

    def construct_recorder(self):
        return PollingRecorder(SQLiteDatastore(self.env["EVENTS"]))


class Factory(SQLiteFactory):
    """Connections that wait for the disk as little as those of the read models do."""

    def __init__(self, env):
        super().__init__(env)
        pool = self.datastore.pool
        connect = pool._create_connection

        def connected():
            connection = connect()
            connection._sqlite_conn.execute("PRAGMA synchronous = NORMAL")
            return connection

        pool._create_connection = connected


class View(SQLiteTrackingRecorder):
    """All read models as one materialised view, with one position."""

    projections = ()

    def fold(self, notifications):
        """Fold `(position, game id, entry)` and the position reached in one transaction."""
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, Tracking(Games.name, notifications[-1][0]))
            for notification in notifications:
                for projection in self.projections:
                    projection.apply(Cursor(cursor.sqlite_cursor.connection.cursor(), Compiler(SQLITE)), notification)


class ReadModels(Projection):
    """Folds one event after the other, as the library's runner hands them out."""

    def process_event(self, domain_event, tracking):
        self.view.fold([(tracking.notification_id, str(domain_event.originator_id), domain_event.entry)])


def runner(models, events: Path):
    """The library's runner of these read models, whose tables are there, under way on a store's file."""

    class OwnView(View):
        projections = models.projections

    env = {
        "PERSISTENCE_MODULE": f"{__name__}:Factory",
        "SQLITE_DBNAME": str(models.database.path),
        "EVENTS": str(events),
    }
    return ProjectionRunner(application_class=Games, projection_class=ReadModels, view_class=OwnView, env=env)


def follow_in_batches(models, events: Path, size: int):
    """Follow to the end with the library's recorders alone, so many events a transaction."""
    factory = Factory({"SQLITE_DBNAME": str(models.database.path)})
    view, recorder = factory.tracking_recorder(View), SQLiteApplicationRecorder(SQLiteDatastore(str(events)))
    view.projections = models.projections
    while True:
        reached = view.max_tracking_id(Games.name) or 0
        found = recorder.select_notifications(reached, size, inclusive_of_start=False)
        if not found:
            break
        view.fold([(one.id, str(one.originator_id), Entry.decode(one.state)) for one in found])
    factory.close()
    recorder.datastore.close()
