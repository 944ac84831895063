"""The rows of the outbox as senders and owners see them: which are due, and what came of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from domain.log.upcast import Upcasters
from projections.database import Database
from projections.follow import Follower
from projections.log import Log
from projections.notices.kinds import CHANGES_OF_HANDS, INVITATIONS, LAST_CALL, REMINDER, TAKEBACK, TURN, Notice
from projections.notices.outbox import COLUMNS, Outbox, Routes, Row, put_row

SENT, FAILED, ANSWERED, DROPPED = "sent", "failed", "answered", "dropped"
"""What may become of a row; `answered`: nobody waited any more, `dropped`: the channel is gone, or the game muted."""


class Deliveries:
    """The rows of the outbox. Times are seconds UTC."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take_due(self, now: int, until: int, most: int) -> list[Row]:
        """All rows that are due of the `most` channels that have waited longest, for this caller alone until then; what
        is not true any more is ended. The rows are as they were before."""
        with self._database.writing() as db:
            due = []
            for row in _rows(db, _DUE_OF_CHANNELS, now, now, most):
                if _waits(db, row):
                    db.execute("UPDATE outbox_rows SET due = ? WHERE id = ?", (until, row.id))
                    due.append(row)
                else:
                    _end(db, row.id, ANSWERED, now)
        return due

    def end(self, row_ids: Sequence[str], state: str, now: int, error: str | None = None) -> None:
        """Say what became of rows."""
        with self._database.writing() as db:
            for row in row_ids:
                _end(db, row, state, now, error)

    def retry(self, row_ids: Sequence[str], due: int, error: str) -> None:
        """Try rows once more."""
        with self._database.writing() as db:
            for row in row_ids:
                db.execute(
                    "UPDATE outbox_rows SET attempts = attempts + 1, due = ?, error = ? WHERE id = ?", (due, error, row)
                )

    def postpone(self, row_ids: Sequence[str], due: int) -> None:
        """Look at rows again later: what they are of is being answered."""
        with self._database.writing() as db:
            for row in row_ids:
                db.execute("UPDATE outbox_rows SET due = ? WHERE id = ?", (due, row))

    def put(self, notice: Notice, channel: str, due: int) -> str:
        """Write a row that no event brings about, if there is none yet: its id."""
        with self._database.writing() as db:
            return put_row(db, notice, channel, due)

    def of(self, channel: str, limit: int = 50) -> list[Row]:
        """The newest rows of a channel."""
        with self._database.reading() as db:
            return _rows(db, "channel = ? ORDER BY at DESC, version DESC, id LIMIT ?", channel, limit)

    def counts(self) -> dict[str, int]:
        """State -> how many rows there are."""
        with self._database.reading() as db:
            found = db.execute("SELECT state, count(*) AS number FROM outbox_rows GROUP BY state")
            return {row["state"]: row["number"] for row in found}

    def oldest(self) -> int | None:
        """Since when the row is due that has waited for longest, or when the next one will be; None if none waits."""
        with self._database.reading() as db:
            row = db.execute("SELECT min(due) AS due FROM outbox_rows WHERE state = 'waiting'").fetchone()
        return None if row["due"] is None else int(row["due"])

    def forget(self, account: str) -> None:
        """Remove all rows of an account."""
        with self._database.writing() as db:
            db.execute("DELETE FROM outbox_rows WHERE account = ?", (account,))


class OutboxFile:
    """The outbox in a file of its own: `follower` writes it, `deliveries` are its rows."""

    def __init__(self, database: Database, log: Log, upcasters: Upcasters, routes: Routes) -> None:
        self.database = database
        self.outbox = Outbox(log, upcasters, routes)
        self.follower = Follower(database, log, [self.outbox])
        self.deliveries = Deliveries(database)

    def put(self, notice: Notice) -> None:
        """Write a notice that no event brings about, for every channel of its account."""
        with self.database.writing() as db:
            self.outbox.put(db, notice)

    def prune(self, before: int, most: int) -> int:
        """Remove rows that ended before this instant (seconds UTC) and cannot come again, `most` at a time: how many
        went."""
        with self.database.writing() as db:
            return self.outbox.prune(db, before, most)


_DUE_OF_CHANNELS = """
    state = 'waiting' AND due <= ? AND channel IN (
        SELECT channel FROM outbox_rows INDEXED BY outbox_rows_due WHERE state = 'waiting' AND due <= ?
        GROUP BY channel ORDER BY min(due) LIMIT ?
    ) ORDER BY due
"""


def _rows(db: sqlite3.Connection, where: str, *values: object) -> list[Row]:
    found = db.execute(f"SELECT {', '.join(COLUMNS)} FROM outbox_rows WHERE {where}", values)
    return [Row(*row) for row in found.fetchall()]


def _end(db: sqlite3.Connection, row: str, state: str, now: int, error: str | None = None) -> None:
    db.execute(
        "UPDATE outbox_rows SET state = ?, ended = ?, error = ?, attempts = attempts + ? WHERE id = ?",
        (state, now, error, int(state in (SENT, FAILED)), row),
    )


def _waits(db: sqlite3.Connection, row: Row) -> bool:
    """Whether the notice is still true: the seat is kept for the account, or has changed hands as was told; or the
    decision is open, the consent to a takeback awaited, and the seat the account's."""
    of_seat = (row.game, row.seat, row.decision, row.account)
    if row.kind in INVITATIONS:
        return _is_there(db, "outbox_kept WHERE game = ? AND seat = ? AND decision = ? AND account = ?", *of_seat)
    if row.kind in CHANGES_OF_HANDS:
        where = "outbox_hands WHERE game = ? AND seat = ? AND decision = ? AND account = ? AND kind = ?"
        return _is_there(db, where, *of_seat, row.kind)
    if row.kind == TAKEBACK:
        return _is_there(db, f"outbox_takebacks {_AT_SEAT}", *of_seat)
    if row.kind in (TURN, LAST_CALL) or row.kind.startswith(REMINDER):
        return _is_there(db, f"outbox_open {_AT_SEAT}", *of_seat)
    return True


def _is_there(db: sqlite3.Connection, where: str, *values: object) -> bool:
    return db.execute(f"SELECT 1 FROM {where}", values).fetchone() is not None


_AT_SEAT = "JOIN outbox_seats USING (game, seat) WHERE game = ? AND seat = ? AND decision = ? AND account = ?"
"""What is asked of a seat that an account holds."""
